import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { READ_ONLY_ORGANIZATION } from '@hindsight/shared-contracts/rules';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, testId, page } from '../../testing/rows';
import './SecretsPage';

const finding = (number: number, rest: object = {}) => ({
  id: testId(100 + number),
  memory_block_id: testId(number),
  memory_preview: 'Deploy with [secret removed: GitHub token]',
  agent_id: AGENT_ID,
  agent_name: 'Reviewer',
  field: 'lessons_learned',
  version: null,
  kind: 'GitHub token',
  state: 'open',
  found_at: '2026-03-02T10:00:00Z',
  decided_at: null,
  ...rest,
});

async function open(
  findings: readonly object[],
  more: FakeAnswers = {},
  mayChange = true,
  change: Partial<Shell> = {},
) {
  const api = fakeApi({
    'GET /secret-findings/': page([...findings]),
    'GET /secret-policy': { mode: 'mark', may_change: mayChange },
    ...more,
  });
  const shell = fakeShell({ api, ...change });
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { ...(await renderPage('/settings/secrets', shell)), sent, shell };
}

it('lists where each secret is and who wrote it, and opens the memory', async () => {
  await open([finding(1), finding(2, { version: 3, field: 'content' })]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/GitHub token.*in lessons learned.*Reviewer/);
  expect(second).toHaveTextContent('in content, version 3');
  expect(screen.getAllByRole('link', { name: /Deploy with/ })[0]).toHaveAttribute(
    'href',
    expect.stringContaining(`block=${testId(1)}`),
  );
});

it('redacts only after confirmation', async () => {
  const { sent } = await open([finding(1)], {
    'PATCH /secret-findings/{id}': finding(1, { state: 'masked' }),
  });
  const mask = await screen.findByRole('button', { name: 'Redact: GitHub token in lessons learned' });
  await userEvent.click(mask);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(sent('PATCH /secret-findings/{id}')).toEqual([]);
  await userEvent.click(mask);
  await userEvent.click(await screen.findByRole('button', { name: 'Redact' }));
  await waitFor(() =>
    expect(sent('PATCH /secret-findings/{id}')).toMatchObject([
      { params: { id: testId(101) }, body: { state: 'masked' } },
    ]),
  );
});

it('dismisses a finding immediately', async () => {
  const { sent } = await open([finding(1)], {
    'PATCH /secret-findings/{id}': finding(1, { state: 'not_a_secret' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Not a secret: / }));
  await waitFor(() =>
    expect(sent('PATCH /secret-findings/{id}')).toMatchObject([{ body: { state: 'not_a_secret' } }]),
  );
});

it("shows the workspace's setting to people who may not change it", async () => {
  await open([], {}, false);
  expect(await screen.findByRole('radio', { name: /^Mark/ })).toBeDisabled();
  expect(screen.getByText('Only owners and admins of the organization can change this.')).toBeInTheDocument();
  expect(await screen.findByText('No open secrets')).toBeInTheDocument();
});

it('reports the result of a scan', async () => {
  const job = {
    job_id: testId(9),
    status: 'completed',
    results: [
      { success: true, found: 2 },
      { success: true, found: 1 },
    ],
  };
  const { shell } = await open([], { 'POST /secret-findings/scan': job });
  const shown = jest.spyOn(shell.toasts, 'show');
  await userEvent.click(await screen.findByRole('button', { name: 'Scan all memories' }));
  await waitFor(() => expect(shown).toHaveBeenCalledWith('success', 'Scan finished: 3 new secrets'));
});

it('disables changes for read-only members and says why', async () => {
  const membership = {
    organization_id: testId(7),
    role: 'viewer',
    can_read: true,
    can_write: false,
  } as const;
  const user = { ...testUser, memberships: [{ ...membership, organization_name: 'Larkspur' }] };
  const reader: Partial<Shell> = {
    session: { status: 'signed-in', user },
    scope: { scope: 'organization', organizationId: testId(7) },
  };
  await open([finding(1), finding(2, { state: 'not_a_secret' })], {}, false, reader);
  await screen.findAllByRole('listitem');
  for (const name of [/^Redact: /, /^Not a secret: /, /^Reopen: /, 'Scan all memories']) {
    const button = screen.getByRole('button', { name });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', READ_ONLY_ORGANIZATION);
  }
});

it('says that secrets in public memories are always redacted', async () => {
  await open([], {}, false, { scope: { scope: 'public', organizationId: null } });
  expect(await screen.findByText('Secrets in public memories are always redacted.')).toBeInTheDocument();
});
