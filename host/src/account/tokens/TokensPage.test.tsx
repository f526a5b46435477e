import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAccount, write } from '../testing';
import { freshToken } from './freshToken';
import { TokensPage } from './TokensPage';

// Whether each element is visible is asked of the browser's own tests; here it would cost most of the time.
configure({ defaultHidden: true });

const LIST = 'GET /users/me/tokens';
const CREATE = 'POST /users/me/tokens';
const ROTATE = 'POST /users/me/tokens/{id}/rotate';
const REVOKE = 'DELETE /users/me/tokens/{id}';
const RENAME = 'PATCH /users/me/tokens/{id}';

const laptop = {
  id: 'a1',
  name: 'Laptop',
  prefix: '1a2b3c4d',
  last_four: 'WxYz',
  scopes: ['read', 'write'],
  organization_id: 'org-1',
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  expires_at: null,
};
const gone = { ...laptop, id: 'a2', name: 'Gone', status: 'revoked', organization_id: null };
const old = { ...laptop, id: 'a3', name: 'Old', expires_at: '2020-01-01T00:00:00Z' };
const SECRET = 'hs_pat_0123456789abcdef_secret';
const refuse = (error: unknown) => () => {
  throw error;
};

async function open(answers: FakeAnswers = {}, address = '/tokens') {
  const api = fakeApi({ [LIST]: [laptop, gone, old], ...answers });
  const organizations = [{ id: 'org-1', name: 'Northwind', slug: 'northwind', is_active: true }];
  const shell = fakeShell({ api, organizations });
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true });
  const view = await renderAccount(<TokensPage />, shell, address);
  await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map((call) => call.input);
  return { ...view, api, shell, user, sent };
}
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const press = (name: string) => screen.getByRole('button', { name });
const name = () => screen.getByRole('textbox', { name: /^Name/ });

it('lists the tokens by what one knows them by', async () => {
  await open();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Token',
    'Scopes',
    'Organization',
    'Status',
    'Last used',
    'Created',
    'Expires',
    'Actions',
  ]);
  expect(row('Laptop')).toHaveTextContent('1a2b3c4d…WxYz');
  expect(row('Laptop')).toHaveTextContent(/ReadWrite.*Northwind.*Active.*Never/);
  expect(row('Gone')).toHaveTextContent(/All my workspaces.*Revoked/);
  expect(row('Old')).toHaveTextContent('Expired');
});

it('lets only active tokens be rotated, and none that is revoked be changed', async () => {
  await open();
  expect(within(row('Gone')).queryByRole('button')).not.toBeInTheDocument();
  expect(within(row('Old')).queryByRole('button', { name: 'Rotate Old' })).not.toBeInTheDocument();
  expect(within(row('Old')).getByRole('button', { name: 'Revoke Old' })).toBeInTheDocument();
  expect(within(row('Laptop')).getAllByRole('button')).toHaveLength(3);
});

it('reads by default and writes only when asked', async () => {
  await open();
  expect(screen.getByRole('checkbox', { name: 'Read' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Write' })).not.toBeChecked();
});

it('says what is missing, beside it, and sends nothing', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Read' }));
  await user.click(press('Create Token'));
  expect(screen.getByText('Token name is required')).toBeInTheDocument();
  expect(screen.getByText('Select at least one scope')).toBeInTheDocument();
  expect(name()).toHaveFocus();
  expect(sent(CREATE)).toEqual([]);
});

it('creates a token, shows its secret once and warns before it is lost', async () => {
  const { user, shell, sent, api } = await open({ [CREATE]: { ...laptop, token: SECRET } });
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  write(name(), ' Laptop ');
  await user.click(screen.getByRole('checkbox', { name: 'Write' }));
  await user.click(press('Create Token'));
  const dialog = await screen.findByRole('dialog', { name: /Copy your token/ });
  expect(sent(CREATE)).toEqual([{ body: { name: 'Laptop', scopes: ['read', 'write'] }, scope: false }]);
  expect(shell.shown).toEqual([['success', 'API token created']]);
  expect(within(dialog).getByRole('textbox', { name: 'Token' })).toHaveValue(SECRET);
  expect(freshToken.get()).toMatchObject({ secret: SECRET, userId: testUser.user_id });
  expect(name()).toHaveValue('');

  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('You have not copied the token.');
  await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
  await user.click(within(dialog).getByRole('button', { name: 'Copy token' }));
  expect(written).toHaveBeenCalledWith(SECRET);
  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(document.body).not.toHaveTextContent(SECRET);
  expect(api.calls.filter((call) => call.key === LIST).length).toBeGreaterThan(1);
});

it('closes without copying only when that is said', async () => {
  const { user } = await open({ [CREATE]: { ...laptop, token: SECRET } });
  write(name(), 'x');
  await user.click(press('Create Token'));
  const dialog = await screen.findByRole('dialog', { name: /Copy your token/ });
  await user.keyboard('{Escape}');
  expect(within(dialog).getByRole('alert')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Close without copying' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('sends an expiry as a moment in UTC, and refuses one that has passed', async () => {
  const { user, sent } = await open({ [CREATE]: { ...laptop, token: SECRET } });
  write(name(), 'x');
  const field = screen.getByLabelText('Expires (optional)');
  write(field, '2020-01-01T10:00');
  await user.click(press('Create Token'));
  expect(screen.getByText('Choose a moment in the future')).toBeInTheDocument();
  write(field, '2099-07-01T10:00');
  await user.click(press('Create Token'));
  await screen.findByRole('dialog');
  expect(sent(CREATE)).toEqual([
    {
      body: { name: 'x', scopes: ['read'], expires_at: new Date(2099, 6, 1, 10).toISOString() },
      scope: false,
    },
  ]);
});

it.each([
  [new ApiError(409, 'You have 50 active tokens.', '', 'token_limit'), 'You have 50 active tokens.'],
  [new ApiError(502, null, '<html>', null), 'HTTP error 502'],
  [new NetworkError(null), 'Network error. Please check your internet connection and try again.'],
])('keeps the form when creating fails: %s', async (error, reason) => {
  const { user, shell } = await open({ [CREATE]: refuse(error) });
  write(name(), 'x');
  await user.click(press('Create Token'));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Failed to create token')).toBeInTheDocument();
  expect(alert).toHaveTextContent(reason);
  expect(name()).toHaveValue('x');
  expect(shell.shown).toEqual([]);
});

it('leaves an expired session to the shell', async () => {
  const { user, shell } = await open({ [CREATE]: refuse(new ApiError(401, null, '', null)) });
  write(name(), 'x');
  await user.click(press('Create Token'));
  await waitFor(() => expect(shell.shown).toHaveLength(1));
  expect(shell.shown[0]![1]).toMatch(/^create API tokens/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('rotates after a question and shows the new secret', async () => {
  const { user, shell, sent } = await open({ [ROTATE]: { ...laptop, token: `${SECRET}2` } });
  await user.click(press('Rotate Laptop'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Rotate Laptop?' })).getByRole('button', {
      name: 'Rotate',
    }),
  );
  expect(await screen.findByDisplayValue(`${SECRET}2`)).toBeInTheDocument();
  expect(sent(ROTATE)).toEqual([{ params: { id: 'a1' }, scope: false }]);
  expect(shell.shown).toEqual([['success', 'Token rotated']]);
});

it('revokes after a question, and not without', async () => {
  const { user, shell, sent } = await open({ [REVOKE]: null });
  const question = () => screen.findByRole('dialog', { name: 'Revoke Laptop?' });
  await user.click(press('Revoke Laptop'));
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  expect(sent(REVOKE)).toEqual([]);
  await user.click(press('Revoke Laptop'));
  await user.click(within(await question()).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Token revoked']]));
  expect(sent(REVOKE)).toEqual([{ params: { id: 'a1' }, scope: false }]);
});

it.each([
  ['Revoke', REVOKE, 'Failed to revoke token'],
  ['Rotate', ROTATE, 'Failed to rotate token'],
])('says above the table that %s failed, and why', async (action, key, sentence) => {
  const { user } = await open({ [key]: refuse(new ApiError(404, 'Token not found', '', null)) });
  await user.click(press(`${action} Laptop`));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(sentence)).toBeInTheDocument();
  expect(alert).toHaveTextContent('Token not found');
});

it.each([
  ['Revoke', REVOKE, 'Failed to revoke token'],
  ['Rotate', ROTATE, 'Failed to rotate token'],
])('does not take an answer that is none for a success: %s', async (action, key, sentence) => {
  const { user, shell, api } = await open({ [key]: { weird: true } });
  const lists = () => api.calls.filter((call) => call.key === LIST).length;
  const before = lists();
  await user.click(press(`${action} Laptop`));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(shell.shown).toEqual([]);
  // Whatever happened there, the list says it.
  expect(lists()).toBeGreaterThan(before);
});

it('counts a revocation whose answer was lost as done when the list shows it', async () => {
  let list = [laptop];
  const { user, shell, sent } = await open({
    [LIST]: () => list,
    [REVOKE]: () => {
      list = [{ ...laptop, status: 'revoked' }];
      throw new NetworkError(null);
    },
  });
  await user.click(press('Revoke Laptop'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Token revoked']]));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(sent(REVOKE)).toHaveLength(1);
});

it('says what a rotation whose answer was lost may have done', async () => {
  const { user } = await open({ [ROTATE]: refuse(new NetworkError(null)) });
  await user.click(press('Rotate Laptop'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Failed to rotate token.*may have a new secret.*Rotate it again/,
  );
});

it('renames, and sends the expiry along so that no service takes it for removed', async () => {
  const { user, shell, sent } = await open({
    [LIST]: [{ ...laptop, expires_at: '2099-01-01T00:00:00Z' }],
    [RENAME]: laptop,
  });
  await user.click(press('Rename Laptop'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename token' }));
  await user.clear(dialog.getByRole('textbox', { name: /^Name/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Token name is required')).toBeInTheDocument();
  write(dialog.getByRole('textbox', { name: /^Name/ }), 'Desk');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(RENAME)).toEqual([
    { params: { id: 'a1' }, body: { name: 'Desk', expires_at: '2099-01-01T00:00:00Z' }, scope: false },
  ]);
  expect(shell.shown).toEqual([['success', 'Token renamed']]);
});

it('counts a new name whose answer was lost as saved when the list has it, and otherwise keeps the form', async () => {
  let list = [laptop];
  let isKept = false;
  const { user, shell } = await open({
    [LIST]: () => list,
    [RENAME]: () => {
      if (isKept) list = [{ ...laptop, name: 'Desk' }];
      throw new NetworkError(null);
    },
  });
  await user.click(press('Rename Laptop'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename token' }));
  write(dialog.getByRole('textbox', { name: /^Name/ }), 'Desk');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to rename token');
  expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Desk');
  isKept = true;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Token renamed']]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('tells a failed list from an empty one', async () => {
  let answer: unknown = refuse(new ApiError(500, null, '', null));
  const { user } = await open({
    [LIST]: () => (typeof answer === 'function' ? (answer as () => unknown)() : answer),
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load API tokens');
  expect(screen.queryByText('No tokens yet')).not.toBeInTheDocument();
  answer = [];
  await user.click(press('Try Again'));
  expect(await screen.findByText('No tokens yet')).toBeInTheDocument();
});

it('starts in the form for #create', async () => {
  await open({}, '/tokens#create');
  expect(name()).toHaveFocus();
});

it('comes to the list for #tokens', async () => {
  const moved = jest.spyOn(Element.prototype, 'scrollIntoView');
  await open({}, '/tokens');
  expect(moved).not.toHaveBeenCalled();
  await open({}, '/tokens#tokens');
  expect(moved.mock.contexts.at(-1)).toHaveAttribute('id', 'tokens');
  moved.mockRestore();
});
