/** Fixture for the tokens page: three tokens, the page that lists them, and its requests. */
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAccount } from '../testing';
import { TokensPage } from './TokensPage';

// Visibility of elements is covered by browser tests; checking it here would take most of the time.
configure({ defaultHidden: true });

export const LIST = 'GET /users/me/tokens';
export const CREATE = 'POST /users/me/tokens';
export const ROTATE = 'POST /users/me/tokens/{id}/rotate';
export const REVOKE = 'DELETE /users/me/tokens/{id}';
export const RENAME = 'PATCH /users/me/tokens/{id}';

export const laptop = {
  id: 'a1',
  name: 'Laptop',
  prefix: '1a2b3c4d',
  last_four: 'WxYz',
  scopes: ['read', 'write'],
  organization_id: 'org-1',
  is_personal: false,
  agent_id: null,
  signs_in: false,
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  expires_at: null,
};
const gone = { ...laptop, id: 'a2', name: 'Gone', status: 'revoked', organization_id: null };
const old = { ...laptop, id: 'a3', name: 'Old', expires_at: '2020-01-01T00:00:00Z' };
export const SECRET = 'hs_pat_0123456789abcdef_secret';
export const refuse = (error: unknown) => () => {
  throw error;
};

/** Opens the page with the three tokens, or with the given responses. */
export async function open(answers: FakeAnswers = {}, address = '/tokens') {
  const api = fakeApi({ [LIST]: [laptop, gone, old], ...answers });
  const organizations = [{ id: 'org-1', name: 'Northwind', slug: 'northwind', is_active: true }];
  const chooseWorkspace = jest.fn(async () => true);
  const holdDraft = jest.fn(() => () => undefined);
  const shell = fakeShell({ api, organizations, chooseWorkspace, holdDraft });
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true });
  const view = await renderAccount(<TokensPage />, shell, address);
  await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
  const sentInputs = (key: string) => api.calls.filter((call) => call.key === key).map((call) => call.input);
  return { ...view, api, shell, chooseWorkspace, holdDraft, user, sent: sentInputs };
}
export const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
export const press = (name: string) => screen.getByRole('button', { name });
export const name = () => screen.getByRole('textbox', { name: /^Name/ });
