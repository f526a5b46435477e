import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { renderOverlay } from '../../testing/renderOverlay';
import { InvitationLinkDialog } from './InvitationLinkDialog';

const ACCEPT = 'POST /organizations/{id}/invitations/{invitation_id}/accept';
const DECLINE = 'POST /organizations/{id}/invitations/{invitation_id}/decline';
const PARAMETERS = ['accept_invite', 'decline_invite', 'org', 'email', 'token'];
const MAIL = `?accept_invite=inv&org=org&email=${encodeURIComponent(testUser.email)}&token=secret`;
const news = {
  notifications: [{ id: 'n', metadata: { invitation_id: 'inv', organization_name: 'Larkspur Labs' } }],
};
const refuse =
  (status: number, detail: string | null = null) =>
  () => {
    throw new ApiError(status, detail, '', null);
  };

/** The person's organizations, as the service has them. */
let joined: object[] = [];
beforeEach(() => (joined = []));

async function open(search: string, answer: unknown = {}, overrides: Partial<Shell> = {}) {
  const api = fakeApi({
    'GET /notifications/': news,
    'GET /organizations/': () => joined,
    [ACCEPT]: answer,
    [DECLINE]: answer,
  });
  const refreshSession = jest.fn(async () => undefined);
  const reloadOrganizations = jest.fn(async () => undefined);
  const shell = fakeShell({ api, refreshSession, reloadOrganizations, ...overrides });
  const view = await renderOverlay(InvitationLinkDialog, PARAMETERS, `/dashboard${search}&page=2`, shell);
  const answers = () => api.calls.filter(({ key }) => key === ACCEPT || key === DECLINE);
  return { ...view, shell, answers, refreshSession, reloadOrganizations };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const address = () => window.location.pathname + window.location.search;

it('asks before it accepts, names the organization, and cleans the address afterwards', async () => {
  const { shell, answers, refreshSession, reloadOrganizations } = await open(MAIL);
  const dialog = screen.getByRole('dialog', { name: 'Accept this invitation?' });
  await waitFor(() => expect(dialog).toHaveTextContent('invited to join Larkspur Labs'));
  expect(answers()).toEqual([]);
  press('Accept');
  await screen.findByText('The page below');
  expect(answers()).toEqual([
    {
      key: ACCEPT,
      input: { params: { id: 'org', invitation_id: 'inv' }, query: { token: 'secret' }, scope: false },
    },
  ]);
  expect(shell.shown).toEqual([['success', 'Invitation accepted']]);
  expect(address()).toBe('/dashboard?page=2');
  expect(refreshSession).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
});

it('declines by the other link, and from the question to accept', async () => {
  const first = await open('?decline_invite=inv&org=org');
  expect(screen.getByRole('dialog', { name: 'Decline this invitation?' })).toBeInTheDocument();
  press('Decline');
  await screen.findByText('The page below');
  expect(first.answers()).toEqual([
    { key: DECLINE, input: { params: { id: 'org', invitation_id: 'inv' }, query: {}, scope: false } },
  ]);
  expect(first.shell.shown).toEqual([['info', 'Invitation declined']]);
  expect(first.refreshSession).not.toHaveBeenCalled();
  first.unmount();
  const second = await open(MAIL);
  press('Decline');
  await screen.findByText('The page below');
  expect(second.answers().map(({ key }) => key)).toEqual([DECLINE]);
});

it('changes nothing for "Not now"', async () => {
  const { answers } = await open(MAIL);
  press('Not now');
  expect(answers()).toEqual([]);
  expect(address()).toBe('/dashboard?page=2');
});

it.each([
  [400, 'This invitation link is no longer valid. Please request a new invite.'],
  [409, 'This invitation link is no longer valid. Please request a new invite.'],
  [404, 'Invitation not found. It may have been rescinded.'],
])('%i ends with a warning and a clean address', async (status, message) => {
  const { shell } = await open(MAIL, refuse(status));
  press('Accept');
  await screen.findByText('The page below');
  expect(shell.shown).toEqual([['warning', message]]);
  expect(address()).toBe('/dashboard?page=2');
});

it('tells the wrong person beforehand, and once more when the service refuses', async () => {
  const { shell } = await open('?accept_invite=inv&org=org&email=bob%40x.org&token=secret', refuse(403));
  const sentence =
    'This invitation is for bob@x.org. Please sign in with that email or ask for a new invite.';
  expect(screen.getByRole('dialog')).toHaveTextContent(sentence);
  press('Accept');
  await screen.findByText('The page below');
  expect(shell.shown).toEqual([['warning', sentence]]);
});

it('stays open when the service failed, so that one can try again', async () => {
  const { shell, answers } = await open(MAIL, refuse(503, 'Try later.'));
  press('Accept');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to process invitation: Try later.');
  expect(shell.shown).toEqual([['error', 'Failed to process invitation: Try later.']]);
  press('Accept');
  await waitFor(() => expect(answers()).toHaveLength(2));
});

it('counts an acceptance whose answer was lost as one when the person is a member now', async () => {
  const { shell, answers, reloadOrganizations } = await open(MAIL, () => {
    joined = [{ id: 'org', name: 'Larkspur Labs' }];
    throw new NetworkError(null);
  });
  press('Accept');
  await screen.findByText('The page below');
  expect(shell.shown).toEqual([['success', 'Invitation accepted']]);
  expect(answers()).toHaveLength(1);
  await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
});

it('knows its own refusal again when the answer before was lost', async () => {
  const failures = [new NetworkError(null), new ApiError(409, 'Invitation is already revoked', '', null)];
  const { shell } = await open('?decline_invite=inv&org=org', () => {
    throw failures.shift();
  });
  press('Decline');
  await screen.findByRole('alert');
  press('Decline');
  await screen.findByText('The page below');
  expect(shell.shown.at(-1)).toEqual(['info', 'Invitation declined']);
});

it('leads signed-out people and guests through sign-in and back to the link', async () => {
  for (const status of ['signed-out', 'guest'] as const) {
    const { unmount, answers } = await open(MAIL, {}, { session: { status, user: null } });
    const here = encodeURIComponent(address());
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      `/oauth2/sign_in?rd=${here}`,
    );
    expect(screen.getByRole('dialog')).toHaveTextContent(testUser.email);
    expect(answers()).toEqual([]);
    unmount();
  }
});

it('says once that a link lacks a part', async () => {
  const { shell } = await open('?accept_invite=inv');
  await screen.findByText('The page below');
  expect(shell.shown).toEqual([
    ['warning', 'This invitation link is no longer valid. Please request a new invite.'],
  ]);
});
