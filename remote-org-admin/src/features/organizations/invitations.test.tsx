import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { invitationRow } from '../../testing/rows';
import { dialogTitled, open, ORG, refuse } from './organizationsFixture';

const LIST = 'GET /organizations/{id}/invitations';
const RESEND = 'POST /organizations/{id}/invitations/{invitation_id}/resend';
const REVOKE = 'DELETE /organizations/{id}/invitations/{invitation_id}';
const AUDITS = 'GET /audits/';

const rows = [
  invitationRow('carol', 'pending'),
  invitationRow('dan', 'accepted'),
  invitationRow('eve', 'revoked'),
  invitationRow('finn', 'expired'),
];
const answers = { [LIST]: rows };
const table = (name: string) => screen.findByRole('table', { name: `${name} invitations` });
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const confirmRevoke = async () => {
  const dialog = within(await dialogTitled('Revoke this invitation?'));
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('counts every status with one call, and shows pending ones first', async () => {
  const { recordedCalls } = await open({ answers });
  const pending = await table('Pending');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Pending1',
    'Accepted1',
    'Revoked1',
    'Expired1',
    'All4',
  ]);
  const columns = within(pending)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(columns).toEqual(['Email', 'Role', 'Status', 'Created', 'Expires', 'Actions']);
  expect(recordedCalls(LIST)).toEqual([
    expect.objectContaining({ query: { status: 'all', limit: 1000 }, scope: false }),
  ]);
  fireEvent.click(tab(/^Expired/));
  expect(await table('Expired')).toHaveTextContent('finn@x.org');
  expect(recordedCalls(LIST)).toHaveLength(1);
});

it('enables Resend and Revoke for pending ones only, View Audit always', async () => {
  await open({ answers });
  await table('Pending');
  fireEvent.click(tab(/^All/));
  await table('All');
  for (const name of ['carol', 'dan', 'eve', 'finn']) {
    const button = (action: string) =>
      screen.getByRole('button', { name: `${action} invitation of ${name}@x.org` });
    for (const action of ['Resend', 'Revoke']) {
      if (name === 'carol') expect(button(action)).toBeEnabled();
      else expect(button(action)).toBeDisabled();
    }
    expect(button('View Audit')).toBeEnabled();
  }
});

it('resends, revokes after a confirmation, and shows the outcome', async () => {
  const { shell, recordedCalls } = await open({
    answers: { ...answers, [RESEND]: {}, [REVOKE]: null },
  });
  await table('Pending');
  press('Resend invitation of carol@x.org');
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Invitation resent']]));
  press('Revoke invitation of carol@x.org');
  expect(recordedCalls(REVOKE)).toEqual([]);
  await confirmRevoke();
  await waitFor(() => expect(shell.shown.at(-1)).toEqual(['info', 'Invitation revoked']));
  expect(recordedCalls(REVOKE)).toMatchObject([{ params: { invitation_id: 'carol' } }]);
  await waitFor(() => expect(recordedCalls(LIST)).toHaveLength(3));
});

it('keeps the focus on Resend while the mail is sent', async () => {
  let sent = () => undefined as void;
  const sending = new Promise<object>((resolve) => (sent = () => resolve({})));
  const { shell } = await open({ answers: { ...answers, [RESEND]: () => sending } });
  await table('Pending');
  const resend = screen.getByRole('button', { name: 'Resend invitation of carol@x.org' });
  resend.focus();
  fireEvent.click(resend);
  await waitFor(() => expect(resend).toHaveAttribute('aria-busy', 'true'));
  expect(resend).toBeEnabled();
  sent();
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Invitation resent']]));
  expect(resend).toHaveFocus();
});

it('shows why it failed', async () => {
  const no = refuse(409, 'Invitation is already accepted');
  const { shell } = await open({ answers: { ...answers, [RESEND]: no, [REVOKE]: no } });
  await table('Pending');
  press('Resend invitation of carol@x.org');
  await waitFor(() =>
    expect(shell.shown).toEqual([['error', 'Failed to resend: Invitation is already accepted']]),
  );
  press('Revoke invitation of carol@x.org');
  await confirmRevoke();
  await waitFor(() =>
    expect(shell.shown.at(-1)).toEqual(['error', 'Failed to revoke: Invitation is already accepted']),
  );
});

it('distinguishes a declined invitation from a revoked one', async () => {
  await open({ answers: { [LIST]: [invitationRow('eve', 'revoked', { declined: true })] } });
  fireEvent.click(await screen.findByRole('tab', { name: /^Revoked/ }));
  expect(within(await table('Revoked')).getByText('Declined')).toBeInTheDocument();
});

const entry = {
  id: 'e',
  target_type: 'invitation',
  target_id: 'carol',
  action_type: 'invitation_create',
  status: 'success',
  created_at: '2026-03-01T10:00:00Z',
};

it.each([
  ['the entries', [entry], /Sent.*success/],
  ['that there are none', [], /No audit events for this invitation\./],
  ['the status of a refusal', refuse(403), /HTTP 403/],
  [
    'a failure',
    () => {
      throw new TypeError('odd');
    },
    /Failed to load/,
  ],
])('the audit popup shows %s', async (_case, answer, text) => {
  const { recordedCalls } = await open({ answers: { ...answers, [AUDITS]: answer } });
  await table('Pending');
  press('View Audit invitation of carol@x.org');
  const popup = await dialogTitled('Invitation Audit');
  await waitFor(() => expect(popup).toHaveTextContent(text));
  expect(recordedCalls(AUDITS)).toMatchObject([{ query: { limit: 200, target_id: 'carol' } }]);
});

it.each([DEFAULT_CONFIG.invitationRefreshMs, 5000])('refetches every %i ms', async (every) => {
  jest.useFakeTimers({ advanceTimers: true });
  const { recordedCalls, unmount } = await open({
    answers,
    shell: { config: { ...DEFAULT_CONFIG, invitationRefreshMs: every } },
  });
  await table('Pending');
  await act(() => jest.advanceTimersByTimeAsync(every - 2000));
  expect(recordedCalls(LIST)).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(2500));
  expect(recordedCalls(LIST)).toHaveLength(2);
  unmount();
  jest.useRealTimers();
});

it('opens the form that invites by the address, until something else is opened', async () => {
  await open({ search: `organizations=${ORG}&organizations_invite` });
  expect(await screen.findByRole('form', { name: 'Invite a member' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Organizations' }));
  await waitFor(() => expect(window.location.search).not.toContain('organizations_invite'));
});
