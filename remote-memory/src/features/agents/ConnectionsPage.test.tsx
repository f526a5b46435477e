import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../testing/renderPage';

const token = (id: string, change: object = {}) => ({
  id,
  name: `Program ${id}`,
  status: 'active',
  signs_in: true,
  agent_id: null,
  organization_id: null,
  last_used_at: null,
  ...change,
});

async function open(tokens: object[], used: object[] = [], answers: FakeAnswers = {}) {
  const api = fakeApi({
    'GET /users/me/tokens': tokens,
    'GET /agent-activity/summary': { days: [], tokens: used },
    'DELETE /users/me/tokens/{id}': null,
    ...answers,
  });
  const shell = fakeShell({ api });
  return { ...(await renderPage('/settings/connections', shell)), shell, api };
}

it('lists programs connected to the workspace and programs seen in it, and revokes one', async () => {
  const { api, shell } = await open(
    [token('a'), token('b', { organization_id: 'org-9' }), token('c', { organization_id: 'org-9' })],
    [{ token_id: 'c', client: 'codex/1.0', last_used_at: '2026-03-01T10:00:00Z' }],
  );
  const names = await screen.findAllByRole('listitem');
  expect(names.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Program aSigned innever seen/),
    expect.stringMatching(/^Program c.*codex 1\.0.*last seen/),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Program a' }));
  expect(api.calls).toContainEqual(
    expect.objectContaining({
      key: 'DELETE /users/me/tokens/{id}',
      input: expect.objectContaining({ params: { id: 'a' } }),
    }),
  );
  expect(shell.shown).toEqual([['success', 'Program a is disconnected.']]);
});

it('explains how to connect an agent when none is connected', async () => {
  await open([]);
  expect(await screen.findByText('No connections yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Connect an agent' })).toHaveAttribute(
    'href',
    '/settings/connections?get-started',
  );
});
