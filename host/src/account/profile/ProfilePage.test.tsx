import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAccount } from '../testing';
import { BETA_STATES, displayNameError, listPrivileges } from './privileges';
import { ProfilePage } from './ProfilePage';

const PATCH = 'PATCH /users/me';

async function open(change: Partial<UserInfo> = {}, answer: unknown = { id: 'x', display_name: 'Ada' }) {
  const api = fakeApi({ [PATCH]: answer });
  const refreshSession = jest.fn(async () => undefined);
  const session = { status: 'signed-in' as const, user: { ...testUser, ...change } };
  const shell = fakeShell({ api, session, refreshSession });
  await renderAccount(<ProfilePage />, shell, '/profile');
  return {
    api,
    shell,
    refreshSession,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true }),
  };
}
const name = () => screen.getByRole('textbox', { name: /^Display name/ });
const save = () => screen.getByRole('button', { name: 'Save' });

it.each([
  [{}, ['No elevated privileges']],
  [{ is_superadmin: true }, ['Superadmin access']],
  [{ beta_access_admin: true }, ['Beta access admin']],
  [{ is_superadmin: true, beta_access_admin: true }, ['Superadmin access', 'Beta access admin']],
])('names the privileges of %j', (change, labels) => {
  expect(listPrivileges({ ...testUser, ...change }).map(({ label }) => label)).toEqual(labels);
});

it('labels denied and revoked the same', () => {
  expect(Object.values(BETA_STATES).map(({ label }) => label)).toEqual([
    'Not requested',
    'Pending',
    'Accepted',
    'Denied',
    'Denied',
  ]);
});

it.each([
  ['', false],
  ['   ', false],
  ['A', true],
  [` ${'x'.repeat(80)} `, true],
  ['x'.repeat(81), false],
])('accepts names of 1 to 80 characters: "%s"', (given, taken) => {
  expect(displayNameError(given) === undefined).toBe(taken);
});

it('shows identity, memberships and permissions', async () => {
  await open({
    is_superadmin: true,
    beta_access_status: 'pending',
    memberships: [
      {
        organization_id: 'o',
        organization_name: 'Northwind',
        role: 'editor',
        can_read: true,
        can_write: false,
      },
    ],
  });
  expect(screen.getByText('person@example.org')).toBeInTheDocument();
  expect(screen.getByText('Superadmin access')).toBeInTheDocument();
  expect(screen.getByText('Pending')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See your request' })).toHaveAttribute(
    'href',
    '/beta-access/pending',
  );
  expect(screen.getByText('Northwind').parentElement).toHaveTextContent('NorthwindEditorRead');
  expect(screen.queryByText('No elevated privileges')).not.toBeInTheDocument();
});

it('changes the name and refreshes the session', async () => {
  const { api, shell, refreshSession, user } = await open();
  expect(name()).toHaveAttribute('maxlength', '80');
  expect(save()).toBeDisabled();
  await user.clear(name());
  await user.click(save());
  expect(screen.getByText('Enter a name of 1 to 80 characters')).toBeInTheDocument();
  expect(name()).toHaveFocus();
  await user.type(name(), ' Ada ');
  await user.click(save());
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Profile updated']]));
  expect(api.calls).toEqual([{ key: PATCH, input: { body: { display_name: 'Ada' }, scope: false } }]);
  expect(refreshSession).toHaveBeenCalledTimes(1);
});

it.each([
  [
    new ApiError(422, 'display_name must be 1..80 characters', '', null),
    'display_name must be 1..80 characters',
  ],
  [new ApiError(500, null, 'Internal Server Error', null), 'HTTP error 500'],
])('shows why saving failed and keeps the input', async (error, reason) => {
  const { user, refreshSession, shell } = await open({}, () => {
    throw error;
  });
  await user.type(name(), 'x');
  await user.click(save());
  expect(await screen.findByText(`Failed to update: ${reason}`)).toBeInTheDocument();
  expect(name()).toHaveValue('Test Personx');
  expect(refreshSession).not.toHaveBeenCalled();
  expect(shell.shown).toEqual([]);
});
