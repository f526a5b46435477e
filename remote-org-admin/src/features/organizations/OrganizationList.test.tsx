import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import { testUser } from '@hindsight/shared-contracts/testing';
import { LARKSPUR, invitationRow } from '../../testing/rows';
import { ORG, OTHER, dialogTitled, open, refuse } from './organizationsFixture';

describe('OrganizationList', () => {
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const entries = async (name: string) =>
    within(await screen.findByRole('list', { name })).getAllByRole('listitem');

  it('shows "Access Denied" to signed-out users without a call', async () => {
    const { api } = await open({ shell: { session: { status: 'guest', user: null } } });
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(api.calls).toEqual([]);
  });

  it('lists name, slug, role and badge; copying the id shows a toast', async () => {
    const user = userEvent.setup();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    const { shell } = await open();
    const [entry] = await entries('My organizations');
    expect(entry).toHaveTextContent('Larkspur Labs@larkspurOwnerMember');
    await user.click(within(entry!).getByRole('button', { name: 'Copy ID of Larkspur Labs' }));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization ID copied']]));
    expect(write).toHaveBeenCalledWith(ORG);
  });

  it('denies the view of all organizations to non-superadmins', async () => {
    const { recordedCalls } = await open({ search: 'organizations&organizations_view=all' });
    expect(await screen.findByText('Only superadmins can view all organizations')).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: 'All Organizations' })).not.toBeInTheDocument();
    expect(recordedCalls('GET /organizations/admin')).toEqual([]);
  });

  it('asks superadmins for confirmation before showing all, and marks organizations without membership', async () => {
    const { recordedCalls } = await open({ superadmin: true, search: 'organizations' });
    expect(await screen.findByRole('radio', { name: 'My Organizations' })).toBeChecked();
    fireEvent.click(await screen.findByRole('radio', { name: 'All Organizations' }));
    const question = await dialogTitled('Switch to All Organizations?');
    expect(question).toHaveTextContent('you are not a member of');
    expect(recordedCalls('GET /organizations/admin')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Switch' }));
    const rows = await entries('All organizations');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Larkspur Labs@larkspurOwnerMember',
      'Tidewater(Inactive)Not Member',
    ]);
    expect(window.location.search).toContain('organizations_view=all');
  });

  it('searches the loaded list and selects via the URL', async () => {
    await open({ superadmin: true, search: 'organizations&organizations_view=all' });
    await entries('All organizations');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search organizations' }), {
      target: { value: 'tide' },
    });
    expect(await entries('All organizations')).toHaveLength(1);
    press(/^Tidewater/);
    expect(new URLSearchParams(window.location.search).get('organizations')).toBe(OTHER);
    // The pane is loaded with the first selection.
    expect(await screen.findByRole('heading', { name: /^Tidewater/ })).toBeInTheDocument();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'x' } });
    expect(screen.getByText('No matching organizations')).toBeInTheDocument();
  });

  it('denies access to non-members without a call', async () => {
    const { api } = await open({ search: `organizations=${OTHER}` });
    expect(
      await screen.findByText('You can only access organizations where you are a member'),
    ).toBeInTheDocument();
    expect(screen.getByText('Read-only (not a member)')).toBeInTheDocument();
    expect(api.calls.map(({ key }) => key)).toEqual(['GET /organizations/']);
  });

  it('creates an organization: the name is required, the slug is optional', async () => {
    const made = { ...LARKSPUR, id: OTHER, name: 'New one' };
    const { recordedCalls, shell, refreshSession, reloadOrganizations } = await open({
      answers: { 'POST /organizations/': made, 'GET /organizations/{id}': made },
    });
    press('+ New');
    const form = screen.getByRole('form', { name: 'New organization' });
    fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
    expect(within(form).getByRole('alert')).toHaveTextContent('Organization name is required');
    fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: ' New one ' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization created successfully!']]));
    expect(recordedCalls('POST /organizations/')).toEqual([{ body: { name: 'New one' }, scope: false }]);
    expect(window.location.search).toBe(`?organizations=${OTHER}`);
    expect(refreshSession).toHaveBeenCalled();
    await waitFor(() => expect(reloadOrganizations).toHaveBeenCalled());
  });

  it('disables creation without beta access', async () => {
    const user = { ...testUser, beta_access_status: 'pending' } as const;
    await open({
      role: null,
      shell: { session: { status: 'signed-in', user } },
      search: 'organizations',
    });
    expect(await screen.findByText('Creating organizations needs beta access.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '+ New' })).toBeDisabled();
    expect(screen.queryByText(/Create one with/)).not.toBeInTheDocument();
  });

  it.each([
    ["the service's reason", 'Organization name already exists', 'Organization name already exists'],
    ['a general message', null, 'Failed to create organization. Please try again.'],
  ])('shows why creation failed: %s', async (_case, detail, sentence) => {
    await open({ answers: { 'POST /organizations/': refuse(409, detail) } });
    press('+ New');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'A' } });
    press('Create');
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('A');
  });

  it('shows a failed list once, even if the URL names an organization', async () => {
    const { recordedCalls } = await open({
      answers: { 'GET /organizations/': refuse(500, 'Broken.') },
    });
    expect(await screen.findByText('Failed to load organizations')).toBeInTheDocument();
    expect(screen.getAllByText('Broken.')).toHaveLength(1);
    expect(recordedCalls('GET /organizations/{id}')).toEqual([]);
  });
});

describe('invitations', () => {
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

  it('counts every status with one call and shows pending invitations first', async () => {
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

  it('enables Resend and Revoke only for pending invitations, View Audit always', async () => {
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

  it('resends, revokes after confirmation, and shows the outcome', async () => {
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

  it('keeps the focus on Resend while the email is being sent', async () => {
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

  it('shows why an action failed', async () => {
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
  ])('shows %s in the audit dialog', async (_case, answer, text) => {
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

  it('opens the invite form via the URL until something else is opened', async () => {
    await open({ search: `organizations=${ORG}&organizations_invite` });
    expect(await screen.findByRole('form', { name: 'Invite a member' })).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Organizations' }));
    await waitFor(() => expect(window.location.search).not.toContain('organizations_invite'));
  });
});
