import { download } from '@hindsight/shared-contracts/rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { auditRow } from '../../testing/rows';
import { open as openPane, openSettings, ORG, refuse } from '../organizations/organizationsFixture';

jest.mock('@hindsight/shared-contracts/rules', () => ({
  ...jest.requireActual<object>('@hindsight/shared-contracts/rules'),
  download: jest.fn(),
}));

const AUDITS = 'GET /audits/';
type Asked = { after?: string; limit: number; kind?: string; user_id?: string; since?: string };
type Answer = (input: { query: Asked }) => unknown;

const roleChange = auditRow('1', 'member_role_change', {
  target_type: 'user',
  target_id: 'bob',
  target_name: 'Bob',
  metadata: { old_role: 'viewer', new_role: 'editor' },
});

async function open(answer: Answer | unknown[], role: 'owner' | 'viewer' = 'owner') {
  const view = await openSettings('/settings/workspace/audit', { role, answers: { [AUDITS]: answer } });
  const asked = () => view.recordedCalls(AUDITS).map((input) => (input as { query: Asked }).query);
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
  return { ...view, asked, choose };
}
const table = () => screen.findByRole('table', { name: 'Audit trail' });
const toRows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );

it('lists actors and actions, and labels former members', async () => {
  const gone = auditRow('2', 'member_remove', { actor_name: null, actor_user_id: 'gone' });
  const { asked } = await open([roleChange, gone]);
  expect(await toRows()).toEqual([
    ['Ada', 'Changed Bob’s role from Viewer to Editor'],
    ['Former member', 'Removed a former member'],
  ]);
  expect(asked()).toEqual([expect.objectContaining({ organization_id: ORG, limit: 50 })]);
  expect(screen.getByText('2 entries')).toBeInTheDocument();
});

it('is linked for managers of the organization and denied to others', async () => {
  await openPane();
  expect(await screen.findByRole('link', { name: 'Audit trail' })).toHaveAttribute(
    'href',
    `/settings/workspace/audit?organization=${ORG}`,
  );
  const { asked } = await open([], 'viewer');
  expect(await screen.findByText('Only owners and admins can see this')).toBeInTheDocument();
  expect(asked()).toEqual([]);
});

it('groups the entries of one action and links to their targets', async () => {
  const at = '2026-03-10T12:00:00Z';
  const memory = (id: string) =>
    auditRow(id, 'memory_archive', {
      target_type: 'memory_block',
      target_id: id,
      target_name: 'Retry twice',
      organization_id: ORG,
      created_at: at,
    });
  const merged = auditRow('merge', 'consolidation_validate', {
    target_type: 'consolidation_suggestion',
    target_id: 's1',
    organization_id: ORG,
    created_at: at,
    metadata: { original_count: 2 },
  });
  await open([memory('m1'), merged, memory('m2'), { ...memory('m3'), created_at: '2026-03-10T11:00:00Z' }]);
  const cells = (await toRows()).map(([, what]) => what);
  expect(cells).toHaveLength(2);
  expect(cells[0]).toMatch(/^Accepted a suggestion to merge 2 memories and 2 more changes/);
  const group = screen.getByText(/^Accepted a suggestion to merge 2 memories/, {
    selector: 'summary',
  }).parentElement!;
  expect(
    within(group)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/consolidation-suggestions/s1',
    '/settings/workspace/audit?block=m1',
    '/settings/workspace/audit?block=m2',
  ]);
});

it('separates two actions with the same timestamp', async () => {
  const edit = (id: string, transaction_id: string) =>
    auditRow(id, 'memory_update', { target_name: id, transaction_id });
  await open([
    edit('m1', '12'),
    edit('m2', '12'),
    edit('m3', '13'),
    { ...edit('m4', '13'), actor_user_id: 'bob' },
  ]);
  expect((await toRows()).map(([, what]) => what)).toEqual([
    expect.stringMatching(/^Edited the memory “m1” and 1 more change/),
    'Edited the memory “m3”',
    'Edited the memory “m4”',
  ]);
});

it('separates repeated actions in quick succession', async () => {
  const edit = (id: string, created_at: string) =>
    auditRow(id, 'memory_update', { target_name: id, created_at });
  await open([edit('m1', '2026-03-10T12:00:00.200000Z'), edit('m2', '2026-03-10T12:00:00.100000Z')]);
  expect(await toRows()).toHaveLength(2);
});

it('filters by day', async () => {
  const { asked } = await open([roleChange]);
  await table();
  fireEvent.change(screen.getByLabelText('Date: from'), { target: { value: '2026-03-09' } });
  await waitFor(() => expect(asked().at(-1)?.since).toMatch(/^2026-03-0[89]T/));
  expect(await screen.findByRole('button', { name: 'Download CSV' })).toBeInTheDocument();
});

it('filters by kind and person, including former members, and clears the filters', async () => {
  const gone = auditRow('2', 'memory_create', { actor_name: 'Carol', actor_user_id: 'carol' });
  const { asked, choose } = await open(({ query }) =>
    query.kind === 'agents' ? [] : query.user_id ? [gone] : [roleChange, gone],
  );
  await table();
  choose('Person', 'carol');
  await waitFor(async () => expect(await toRows()).toEqual([['Carol', 'Created a memory']]));
  choose('Kind of action', 'agents');
  await screen.findByText('No matching entries');
  expect(screen.getByText('Choose another kind of action, person or date.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveAccessibleDescription(
    'No matching entries',
  );
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveDisplayValue('Carol');
  expect(asked().at(-1)).toMatchObject({ kind: 'agents', user_id: 'carol' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(async () => expect(await toRows()).toHaveLength(2));
});

const many = Array.from({ length: 70 }, (_, index) =>
  auditRow(`e${index}`, 'memory_update', {
    created_at: new Date(Date.UTC(2026, 2, 10, 12) - index * 60_000).toISOString(),
  }),
);

/** The page that a request asks for. */
const readPage = (entries: typeof many, { after, limit }: Asked) => {
  const from = entries.findIndex(({ created_at: at, id }) => `${at}_${id}` === after) + 1;
  return entries.slice(from, from + limit);
};

it('loads more entries without duplicates when newer ones were added', async () => {
  let newer: typeof many = [];
  await open(({ query }) => readPage([...newer, ...many], query));
  await table();
  expect(screen.getByText('The newest 50 entries')).toBeInTheDocument();
  newer = [auditRow('new', 'memory_create')];
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('70 entries')).toBeInTheDocument();
  expect(await toRows()).toHaveLength(70);
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

it('keeps loaded entries when older ones fail, and retries', async () => {
  let fails = true;
  await open(({ query }) => {
    if (query.after !== undefined && fails) refuse(500)();
    return readPage(many, query);
  });
  await table();
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(/^Failed to load older entries: /)).toBeInTheDocument();
  expect(await toRows()).toHaveLength(50);
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('70 entries')).toBeInTheDocument();
});

it('shows a failed and an empty trail', async () => {
  const first = await open(refuse(500, 'Broken'));
  expect(await screen.findByText('Failed to load the audit trail')).toBeInTheDocument();
  first.unmount();
  await open([]);
  expect(await screen.findByText('No entries yet')).toBeInTheDocument();
});

it('downloads all matching entries as a CSV without formulas', async () => {
  const risky = auditRow('2', 'memory_update', { actor_name: '=HYPERLINK("x")', target_name: 'A, "B"' });
  const { asked } = await open([roleChange, risky]);
  await table();
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
  expect(asked().at(-1)).toMatchObject({ limit: 1000 });
  const [parts, type, name] = jest.mocked(download).mock.calls[0]!;
  expect([type, name]).toEqual(['text/csv', expect.stringMatching(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)]);
  const lines = (await new Response(new Blob([...parts])).text()).split('\r\n');
  expect(lines[0]).toContain('time,who,what,action');
  expect(lines[1]).toBe(
    '2026-03-10T12:00:00Z,Ada,Changed Bob’s role from Viewer to Editor,member_role_change,ada,user,bob',
  );
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")","Edited the memory “A, ""B""”"`);
});
