import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '@hindsight/shared-contracts/api';
import { ShellProvider } from '@hindsight/shared-contracts/shell';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { LARKSPUR, invitationRow } from '../../testing/rows';
import { ME, ORG, dialogTitled, member, open, refuse } from './organizationsFixture';
import { useRoleUpdates } from './useRoleUpdates';

describe('DeleteOrganization', () => {
  const DELETE = 'DELETE /organizations/{id}';
  const SUMMARY = 'GET /analytics/summary';
  const summary = (memory_blocks: number, agents = 0, archived_blocks = 0) => ({
    totals: { memory_blocks, archived_blocks, agents, keywords: 0 },
  });

  it('counts the contents to remove first and cannot be confirmed', async () => {
    const { recordedCalls } = await open({ answers: { [SUMMARY]: summary(12, 1) } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
    const question = within(await dialogTitled('Delete Larkspur Labs?'));
    expect(
      question.getByText('This cannot be undone. Agents, memories and keywords must be removed first.'),
    ).toBeInTheDocument();
    await waitFor(() =>
      expect(question.getByRole('status')).toHaveTextContent('It still contains 1 agent, 12 memories.'),
    );
    expect(question.getByRole('button', { name: 'Delete Org' })).toBeDisabled();
    expect(recordedCalls(SUMMARY)).toMatchObject([{ scope: { scope: 'organization' } }]);
  });

  it('links only to remaining contents, in the workspace of the organization', async () => {
    const chooseWorkspace = jest.fn(async () => true);
    await open({ answers: { [SUMMARY]: summary(0, 1, 3) }, shell: { chooseWorkspace } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
    const question = within(await dialogTitled('Delete Larkspur Labs?'));
    fireEvent.click(await question.findByRole('button', { name: 'Archived' }));
    expect(question.getByRole('button', { name: 'Agents' })).toBeInTheDocument();
    for (const name of ['Memory Blocks', 'Keywords'])
      expect(question.queryByRole('button', { name })).not.toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/archived-memory-blocks'));
    expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: ORG });
    expect(window.location.search).toBe('');
  });

  it('explains that an inactive organization must be activated before it can be emptied', async () => {
    const listed = { ...LARKSPUR, is_active: false };
    await open({ answers: { [SUMMARY]: summary(1), 'GET /organizations/': [listed] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
    const question = within(await dialogTitled('Delete Larkspur Labs?'));
    expect(await question.findByText(/It is inactive. Activate it first/)).toBeInTheDocument();
  });

  it('deletes an empty organization and refreshes session, organizations and URL', async () => {
    const { shell, refreshSession, reloadOrganizations } = await open({
      answers: { [SUMMARY]: summary(0), [DELETE]: null },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
    const question = within(await dialogTitled('Delete Larkspur Labs?'));
    await waitFor(() => expect(question.getByRole('button', { name: 'Delete Org' })).toBeEnabled());
    fireEvent.click(question.getByRole('button', { name: 'Delete Org' }));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization deleted successfully']]));
    expect(window.location.search).toBe('?organizations=');
    expect(refreshSession).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
  });

  it('shows why the service rejected the deletion', async () => {
    const { shell } = await open({
      answers: { [SUMMARY]: summary(0), [DELETE]: refuse(409, 'Organization not empty') },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
    const question = within(await dialogTitled('Delete Larkspur Labs?'));
    await waitFor(() => expect(question.getByRole('button', { name: 'Delete Org' })).toBeEnabled());
    fireEvent.click(question.getByRole('button', { name: 'Delete Org' }));
    await waitFor(() =>
      expect(shell.shown).toEqual([['error', 'Failed to delete organization: Organization not empty']]),
    );
  });
});

describe('LeaveOrganization', () => {
  const LEAVE = 'POST /organizations/{id}/leave';
  const leaveButton = () => screen.findByRole('button', { name: 'Leave' });

  it('confirms, leaves, and returns to the list', async () => {
    const { recordedCalls, shell, refreshSession } = await open({
      role: 'viewer',
      answers: { [LEAVE]: null },
    });
    fireEvent.click(await leaveButton());
    const question = await dialogTitled('Leave Larkspur Labs?');
    expect(recordedCalls(LEAVE)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'You left Larkspur Labs']]));
    expect(recordedCalls(LEAVE)).toMatchObject([{ params: { id: ORG } }]);
    expect(refreshSession).toHaveBeenCalled();
    expect(window.location.search).not.toContain(ORG);
  });

  it('stops polling the organization while leaving it', async () => {
    const config = { ...fakeShell().config, invitationRefreshMs: 10 };
    const { recordedCalls } = await open({
      role: 'viewer',
      answers: { [LEAVE]: () => new Promise(() => undefined) },
      shell: { config },
    });
    const asked = () => recordedCalls('GET /organizations/{id}/members').length;
    jest.useFakeTimers();
    fireEvent.click(await leaveButton());
    const question = await dialogTitled('Leave Larkspur Labs?');
    await waitFor(() => expect(asked()).toBeGreaterThan(1));
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(recordedCalls(LEAVE)).toHaveLength(1));
    const before = asked();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(asked()).toBe(before);
    jest.useRealTimers();
  });

  it('does not fetch the organization when the list is the first to reflect the departure', async () => {
    let isLeft = false;
    const { client, recordedCalls } = await open({
      role: 'viewer',
      answers: {
        [LEAVE]: () => {
          isLeft = true;
          return new Promise(() => undefined);
        },
        'GET /organizations/': () => (isLeft ? [] : [LARKSPUR]),
        'GET /organizations/{id}': refuse(404),
      },
    });
    fireEvent.click(await leaveButton());
    const question = await dialogTitled('Leave Larkspur Labs?');
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(recordedCalls(LEAVE)).toHaveLength(1));
    await act(() => client.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Members' })).not.toBeInTheDocument());
    expect(recordedCalls('GET /organizations/{id}')).toEqual([]);
  });

  it('aborts in-flight requests about the organization when leaving it', async () => {
    const MEMBERS = 'GET /organizations/{id}/members';
    const config = { ...fakeShell().config, invitationRefreshMs: 10 };
    let asked = 0;
    const { recordedCalls } = await open({
      role: 'viewer',
      answers: {
        [LEAVE]: null,
        [MEMBERS]: () => (++asked === 1 ? [member(ME, 'viewer')] : new Promise(() => undefined)),
      },
      shell: { config },
    });
    fireEvent.click(await leaveButton());
    const question = await dialogTitled('Leave Larkspur Labs?');
    await waitFor(() => expect(recordedCalls(MEMBERS)).toHaveLength(2));
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(recordedCalls(LEAVE)).toHaveLength(1));
    expect(recordedCalls(MEMBERS)[1]).toMatchObject({ signal: { aborted: true } });
  });

  it('shows why leaving failed', async () => {
    const { shell } = await open({ role: 'viewer', answers: { [LEAVE]: refuse(409, 'No.') } });
    fireEvent.click(await leaveButton());
    const question = await dialogTitled('Leave Larkspur Labs?');
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(shell.shown).toEqual([['error', 'Failed to leave organization: No.']]));
  });

  it('is disabled for the last owner, with the reason', async () => {
    await open({
      answers: { 'GET /organizations/{id}/members': [member(ME, 'owner'), member('bob', 'viewer')] },
    });
    const button = await leaveButton();
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute(
      'title',
      'An organization needs at least one owner. Make someone else an owner first.',
    );
  });

  it('is hidden from superadmins who are not members', async () => {
    await open({
      role: null,
      superadmin: true,
      search: `organizations=${ORG}&organizations_view=all`,
    });
    await screen.findByRole('table', { name: 'Members' });
    expect(screen.queryByRole('button', { name: 'Leave' })).not.toBeInTheDocument();
  });
});

describe('OrganizationPane', () => {
  const PUT = 'PUT /organizations/{id}/members/{user_id}';
  const REMOVE = 'DELETE /organizations/{id}/members/{user_id}';
  const INVITE = 'POST /organizations/{id}/invitations';
  const INVITATIONS = 'GET /organizations/{id}/invitations';
  const MEMBERS = 'GET /organizations/{id}/members';

  const membersTable = () => screen.findByRole('table', { name: 'Members' });
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const buildColumns = (table: HTMLElement) =>
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);

  it('lists the members with a read-only row for the user', async () => {
    await open();
    const table = await membersTable();
    expect(buildColumns(table)).toEqual(['Email', 'Display Name', 'Role', 'Permissions', 'Actions']);
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^ada@x\.org.*ReadWrite.*Remove/),
      expect.stringMatching(/^bob@x\.orgBob.*Read.*Remove/),
      expect.stringMatching(/^person@example\.orgYou/),
    ]);
    expect(rows[1]).not.toHaveTextContent('Write');
    const own = within(rows[2]!);
    expect(own.getByRole('combobox')).toBeDisabled();
    expect(own.queryByRole('button')).not.toBeInTheDocument();
  });

  /** Picks a role in a member's select. @returns the select and the confirmation dialog. */
  async function pickRole(name: string, value: 'viewer' | 'editor' | 'admin' | 'owner') {
    const select = screen.getByRole('combobox', { name: `Role of ${name}@x.org` });
    // The surrounding dialog grabs the focus when it opens.
    await waitFor(() => expect(select.closest('[role=dialog]')).toHaveFocus());
    select.focus();
    fireEvent.change(select, { target: { value } });
    const title = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }[value];
    return { select, question: await dialogTitled(`Change role to ${title}?`) };
  }
  const answerWith = (question: HTMLElement, name: string) =>
    fireEvent.click(within(question).getByRole('button', { name }));

  it('changes a role after confirmation, keeps the focus, and shows the outcome', async () => {
    const { recordedCalls, shell } = await open({ answers: { [PUT]: {} } });
    await membersTable();
    const { select, question } = await pickRole('bob', 'editor');
    expect(recordedCalls(PUT)).toEqual([]);
    answerWith(question, 'Change role');
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Member role updated successfully']]));
    expect(recordedCalls(PUT)).toMatchObject([{ params: { user_id: 'bob' }, body: { role: 'editor' } }]);
    await waitFor(() => expect(recordedCalls(MEMBERS)).toHaveLength(2));
    await waitFor(() => expect(select).toHaveFocus());
  });

  it('keeps the select enabled while a change is in flight, and ignores another one', async () => {
    const { recordedCalls } = await open({
      answers: { [PUT]: () => new Promise(() => undefined) },
    });
    await membersTable();
    const { select, question } = await pickRole('bob', 'editor');
    answerWith(question, 'Change role');
    await waitFor(() => expect(select).toHaveAttribute('aria-busy', 'true'));
    expect(select).toBeEnabled();
    fireEvent.change(select, { target: { value: 'admin' } });
    expect(screen.queryByText('Change role to Admin?')).not.toBeInTheDocument();
    expect(recordedCalls(PUT)).toHaveLength(1);
  });

  it('keeps the role and the focus when the change is canceled', async () => {
    const { recordedCalls } = await open({ answers: { [PUT]: {} } });
    await membersTable();
    const { select, question } = await pickRole('bob', 'owner');
    expect(question).toHaveTextContent(
      'As Owner, Bob can do everything here, including changing and removing other owners.',
    );
    // Cancel has the focus, so that a second slip does not confirm the first.
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus());
    answerWith(question, 'Cancel');
    await waitFor(() => expect(select).toHaveFocus());
    expect(select).toHaveValue('viewer');
    expect(recordedCalls(PUT)).toEqual([]);
  });

  it.each([
    ['ada', 'owner', 'admin', 'Pending invitations to become an owner that they sent are canceled.'],
    ['ada', 'admin', 'viewer', 'Pending invitations that they sent are canceled.'],
  ] as const)(
    'warns about canceled invitations when %s goes from %s to %s',
    async (name, from, to, sentence) => {
      await open({ answers: { [MEMBERS]: [member(ME, 'owner'), member(name, from)] } });
      await membersTable();
      const { question } = await pickRole(name, to);
      expect(question).toHaveTextContent(sentence);
      answerWith(question, 'Cancel');
    },
  );

  it('confirms a removal with the wording of the specification', async () => {
    const { recordedCalls, shell } = await open({ answers: { [REMOVE]: null } });
    await membersTable();
    press('Remove Bob');
    const question = await dialogTitled('Remove member');
    expect(question).toHaveTextContent('Are you sure you want to remove Bob from the organization?');
    expect(recordedCalls(REMOVE)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Member removed successfully']]));
  });

  it('refetches when another admin has already removed the member', async () => {
    const { recordedCalls, shell } = await open({
      answers: { [PUT]: refuse(404, 'Membership not found') },
    });
    await membersTable();
    answerWith((await pickRole('bob', 'admin')).question, 'Change role');
    await waitFor(() =>
      expect(shell.shown).toEqual([
        ['error', 'Failed to update member role: Someone else has already removed this member.'],
      ]),
    );
    await waitFor(() => expect(recordedCalls(MEMBERS)).toHaveLength(2));
  });

  it('hides management from an owner whose beta access was revoked, and explains why', async () => {
    await open({ beta: 'revoked' });
    await membersTable();
    const pane = within(screen.getByRole('article', { name: 'Larkspur Labs' }));
    expect(pane.getByText('Owner', { selector: 'span' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'Managing an organization needs beta access. You can still see its members, and leave it.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Role of bob@x.org' })).toBeDisabled();
    for (const name of [/^Remove/, 'Edit', 'Delete Org'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('prevents admins from changing or appointing owners', async () => {
    await open({ role: 'admin' });
    await membersTable();
    expect(screen.getByRole('combobox', { name: 'Role of ada@x.org' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Remove ada@x.org' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Remove ada@x.org' })).toHaveAttribute(
      'title',
      'Only an owner can change or remove an owner.',
    );
    const choices = within(screen.getByRole('combobox', { name: 'Role of bob@x.org' })).getAllByRole(
      'option',
    );
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Viewer', 'Editor', 'Admin']);
  });

  it('switches to the workspace of the organization', async () => {
    const chooseWorkspace = jest.fn(async () => true);
    const first = await open({ role: 'viewer', shell: { chooseWorkspace } });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to this workspace' }));
    expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: ORG });
    first.unmount();
    const scope = { scope: 'organization', organizationId: ORG } as const;
    await open({ shell: { scope } });
    expect(await screen.findByText('Active workspace')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Switch to this workspace' })).not.toBeInTheDocument();
  });

  it('explains the restriction to viewers and fetches no invitations', async () => {
    const { recordedCalls } = await open({ role: 'viewer' });
    await membersTable();
    expect(recordedCalls(INVITATIONS)).toEqual([]);
    for (const name of ['Delete Org', 'Edit'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Invitations' })).not.toBeInTheDocument();
    const invite = screen.getByRole('button', { name: '+ Invite Member' });
    expect(invite).toBeDisabled();
    expect(invite).toHaveAccessibleDescription('Only admins and owners can invite members.');
    for (const select of screen.getAllByRole('combobox')) expect(select).toBeDisabled();
  });

  it('follows a role change while the pane is open', async () => {
    const { refreshSession, shell, reloadOrganizations } = await open({
      role: 'owner',
      answers: { [MEMBERS]: [member(ME, 'viewer'), member('ada', 'owner')] },
    });
    await membersTable();
    await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
    expect(refreshSession).toHaveBeenCalledTimes(1);
    expect(shell.shown).toEqual([['info', 'Your role in Larkspur Labs is now Viewer.']]);
    expect(screen.queryByRole('button', { name: 'Delete Org' })).not.toBeInTheDocument();
  });

  it.each([404, 403])('shows that the organization or the membership is gone (%i)', async (status) => {
    const { refreshSession } = await open({ answers: { [MEMBERS]: refuse(status) } });
    expect(await screen.findByText('Read-only (not a member)')).toBeInTheDocument();
    expect(refreshSession).toHaveBeenCalledTimes(1);
  });

  it('shows which part failed to load', async () => {
    await open({ answers: { [MEMBERS]: refuse(500), [INVITATIONS]: refuse(500) } });
    expect(await screen.findByText('Failed to fetch organization members')).toBeInTheDocument();
    expect(await screen.findByText('Failed to fetch invitations')).toBeInTheDocument();
  });

  it('invites as viewer by default, and requires the email', async () => {
    const { recordedCalls, shell } = await open({
      answers: { [INVITE]: invitationRow('dave', 'pending') },
    });
    await membersTable();
    press('+ Invite Member');
    const form = within(screen.getByRole('form', { name: 'Invite a member' }));
    expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue('viewer');
    const choices = form.getAllByRole('option').map(({ textContent }) => textContent);
    expect(choices).toEqual(['Viewer', 'Editor', 'Admin', 'Owner']);
    fireEvent.change(form.getByRole('textbox', { name: 'Email' }), { target: { value: '  ' } });
    press('Send invitation');
    expect(form.getByRole('alert')).toHaveTextContent('Email is required');
    fireEvent.change(form.getByRole('textbox', { name: 'Email' }), { target: { value: 'dave@x.org ' } });
    press('Send invitation');
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Invitation sent']]));
    expect(recordedCalls(INVITE)).toMatchObject([{ body: { email: 'dave@x.org', role: 'viewer' } }]);
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('keeps the form when the invitation is rejected', async () => {
    const { shell } = await open({ answers: { [INVITE]: refuse(409, 'Pending invitation already exists') } });
    await membersTable();
    press('+ Invite Member');
    fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'a@x.org' } });
    press('Send invitation');
    await waitFor(() =>
      expect(shell.shown).toEqual([
        ['error', 'Failed to send invitation: Pending invitation already exists'],
      ]),
    );
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('a@x.org');
  });

  it('refetches the members when an invitation is rejected', async () => {
    const { recordedCalls, shell } = await open({
      answers: { [INVITE]: refuse(403, 'Forbidden') },
    });
    await membersTable();
    press('+ Invite Member');
    fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'a@x.org' } });
    press('Send invitation');
    const sentence = 'Failed to send invitation: You do not have permission to do this.';
    await waitFor(() => expect(shell.shown).toEqual([['error', sentence]]));
    await waitFor(() => expect(recordedCalls(MEMBERS)).toHaveLength(2));
  });

  describe('editing', () => {
    const CHANGE = 'PUT /organizations/{id}';
    async function edit(answer: unknown) {
      const view = await open({ answers: { [CHANGE]: answer } });
      fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
      const form = within(await dialogTitled('Edit Larkspur Labs'));
      const write = (field: string, value: string) =>
        fireEvent.change(form.getByRole('textbox', { name: field }), { target: { value } });
      return { ...view, form, write, save: form.getByRole('button', { name: 'Save Changes' }) };
    }

    it('sends only the changed fields and refreshes session and organizations', async () => {
      const { recordedCalls, shell, form, write, save, reloadOrganizations } = await edit({});
      expect(save).toBeDisabled();
      write('Name', ' Larkspur ');
      write('Slug', '');
      fireEvent.click(form.getByRole('switch', { name: 'Active' }));
      fireEvent.click(save);
      await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization updated successfully']]));
      expect(recordedCalls(CHANGE)).toEqual([
        { params: { id: ORG }, body: { name: 'Larkspur', slug: null, is_active: false }, scope: false },
      ]);
      await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
    });

    it('requires a name and keeps the draft when the service rejects it', async () => {
      const { recordedCalls, form, write, save } = await edit(
        refuse(409, 'Organization name already exists'),
      );
      write('Name', ' ');
      fireEvent.click(save);
      expect(form.getByRole('alert')).toHaveTextContent('Organization name is required');
      expect(recordedCalls(CHANGE)).toEqual([]);
      write('Name', 'Tidewater');
      fireEvent.click(save);
      await waitFor(() =>
        expect(form.getByRole('alert')).toHaveTextContent(
          'Failed to update organization: Organization name already exists',
        ),
      );
      expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Tidewater');
    });
  });
});

describe('useRoleUpdates', () => {
  const refreshSession = jest.fn(async () => undefined);
  const shell = fakeShell({ refreshSession });

  /** A shell whose session has this role. */
  function as(role: Role): Shell {
    const membership = {
      organization_id: LARKSPUR.id,
      organization_name: LARKSPUR.name,
      role,
      can_read: true,
      can_write: true,
    };
    return { ...shell, session: { status: 'signed-in', user: { ...testUser, memberships: [membership] } } };
  }

  function Updates({ role }: { role: Role }) {
    useRoleUpdates(LARKSPUR, role, true);
    return null;
  }

  it('announces only the new role, once, when the session learns of it before the members do', () => {
    const page = (session: Role, members: Role) => (
      <ShellProvider shell={as(session)}>
        <Updates role={members} />
      </ShellProvider>
    );
    const { rerender } = render(page('admin', 'admin'));
    rerender(page('viewer', 'admin'));
    expect(shell.shown).toEqual([]);
    rerender(page('viewer', 'viewer'));
    expect(shell.shown).toEqual([['info', 'Your role in Larkspur Labs is now Viewer.']]);
    rerender(page('viewer', 'viewer'));
    expect(shell.shown).toHaveLength(1);
  });
});
