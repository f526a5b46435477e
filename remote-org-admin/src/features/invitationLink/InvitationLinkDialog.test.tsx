import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { readInvitationLink } from '@hindsight/shared-contracts/rules';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { renderOverlay } from '../../testing/renderOverlay';
import { LARKSPUR } from '../../testing/rows';
import { InvitationLinkDialog } from './InvitationLinkDialog';
import { describeSuccess, isForOtherAccount, linkTexts, toFailure } from './texts';

describe('InvitationLinkDialog', () => {
  const ACCEPT = 'POST /organizations/{id}/invitations/{invitation_id}/accept';
  const DECLINE = 'POST /organizations/{id}/invitations/{invitation_id}/decline';
  const DETAILS = 'GET /organizations/{id}/invitations/{invitation_id}';
  const PARAMETERS = ['accept_invite', 'decline_invite', 'org', 'email', 'token'];
  const ORG = LARKSPUR.id;
  const INVITATION = '33333333-3333-4333-8333-333333333333';
  const MAIL = `?accept_invite=${INVITATION}&org=${ORG}&email=${encodeURIComponent(testUser.email)}&token=secret`;
  const DECLINE_LINK = `?decline_invite=${INVITATION}&org=${ORG}`;
  const details = {
    organization_name: 'Larkspur Labs',
    inviter_name: 'Ada',
    role: 'editor',
    expires_at: '2026-03-10T12:00:00Z',
  };
  const refuse =
    (status: number, detail: string | null = null) =>
    () => {
      throw new ApiError(status, detail, '', null);
    };

  async function open(
    search: string,
    answer: unknown = {},
    overrides: Partial<Shell> = {},
    answersMore: Record<string, unknown> = {},
  ) {
    const api = fakeApi({
      [DETAILS]: details,
      [ACCEPT]: answer,
      [DECLINE]: answer,
      ...answersMore,
    });
    const refreshSession = jest.fn(async () => undefined);
    const reloadOrganizations = jest.fn(async () => undefined);
    const chooseWorkspace = jest.fn(async (_scope: ActiveScope) => true);
    const shell = fakeShell({ api, refreshSession, reloadOrganizations, chooseWorkspace, ...overrides });
    const view = await renderOverlay(InvitationLinkDialog, PARAMETERS, `/dashboard${search}&page=2`, shell);
    const answers = () => api.calls.filter(({ key }) => key === ACCEPT || key === DECLINE);
    return { ...view, shell, api, answers, refreshSession, reloadOrganizations, chooseWorkspace };
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const address = () => window.location.pathname + window.location.search;

  it('confirms before accepting, names organization, inviter and role, and then cleans the URL', async () => {
    const { shell, answers, refreshSession, chooseWorkspace } = await open(MAIL);
    const dialog = screen.getByRole('dialog', { name: 'Accept this invitation?' });
    await waitFor(() => expect(dialog).toHaveTextContent('Ada invites you to join Larkspur Labs as editor.'));
    expect(answers()).toEqual([]);
    press('Accept');
    await screen.findByText('The page below');
    expect(answers()).toEqual([
      {
        key: ACCEPT,
        input: {
          params: { id: ORG, invitation_id: INVITATION },
          query: { token: 'secret' },
          scope: false,
          idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        },
      },
    ]);
    expect(shell.shown).toEqual([['success', 'Invitation accepted']]);
    expect(address()).toBe('/dashboard?page=2');
    expect(refreshSession).toHaveBeenCalledTimes(1);
    await waitFor(() =>
      expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: ORG }),
    );
  });

  it('does not open a workspace without beta access', async () => {
    const user = { ...testUser, beta_access_status: 'pending' } as const;
    const { reloadOrganizations, chooseWorkspace } = await open(
      MAIL,
      {},
      { session: { status: 'signed-in', user } },
    );
    press('Accept');
    await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
    await screen.findByText('The page below');
    expect(chooseWorkspace).not.toHaveBeenCalled();
  });

  it('declines via the decline link and from the accept dialog', async () => {
    const first = await open(DECLINE_LINK);
    const question = screen.getByRole('dialog', { name: 'Decline this invitation?' });
    await waitFor(() =>
      expect(question).toHaveTextContent('Ada invites you to join Larkspur Labs as editor.'),
    );
    expect(question).toHaveTextContent(linkTexts.cancelled);
    press('Decline');
    await screen.findByText('The page below');
    expect(first.answers()).toEqual([
      {
        key: DECLINE,
        input: expect.objectContaining({
          params: { id: ORG, invitation_id: INVITATION },
          query: {},
        }) as object,
      },
    ]);
    expect(first.shell.shown).toEqual([['info', 'Invitation declined']]);
    expect(first.refreshSession).not.toHaveBeenCalled();
    first.unmount();
    const second = await open(MAIL);
    press('Decline');
    await screen.findByText('The page below');
    expect(second.answers().map(({ key }) => key)).toEqual([DECLINE]);
  });

  it('sends no answer on "Not now"', async () => {
    const { answers } = await open(MAIL);
    press('Not now');
    expect(answers()).toEqual([]);
    expect(address()).toBe('/dashboard?page=2');
  });

  it.each([
    [400, 'This invitation link is no longer valid. Please request a new invite.'],
    [409, 'This invitation link is no longer valid. Please request a new invite.'],
    [404, 'Invitation not found. It may have been rescinded.'],
  ])('shows a warning and cleans the URL on %i', async (status, message) => {
    const { shell } = await open(MAIL, refuse(status));
    press('Accept');
    await screen.findByText('The page below');
    expect(shell.shown).toEqual([['warning', message]]);
    expect(address()).toBe('/dashboard?page=2');
  });

  it.each([
    [400, 'This invitation link is no longer valid. Please request a new invite.'],
    [409, 'This invitation link is no longer valid. Please request a new invite.'],
    [404, 'Invitation not found. It may have been rescinded.'],
  ])('shows the same warning without an answer when the details return %i', async (status, message) => {
    const { shell, answers } = await open(MAIL, {}, {}, { [DETAILS]: refuse(status) });
    await screen.findByText('The page below');
    expect(shell.shown).toEqual([['warning', message]]);
    expect(answers()).toEqual([]);
  });

  it('asks without details when they fail to load', async () => {
    await open(MAIL, {}, {}, { [DETAILS]: refuse(503) });
    expect(screen.getByRole('dialog')).toHaveTextContent('You are invited to join an organization.');
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
  });

  it('offers another account to sign in as the invited one and preserves the link', async () => {
    const { api } = await open(`?accept_invite=${INVITATION}&org=${ORG}&email=bob%40x.org&token=secret`);
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'This invitation is for bob@x.org. Please sign in with that email or ask for a new invite.',
    );
    expect(screen.getByRole('link', { name: 'Sign in as bob@x.org' })).toHaveAttribute(
      'href',
      `/oauth2/sign_in?rd=${encodeURIComponent(address())}`,
    );
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
    expect(api.calls).toEqual([]);
  });

  it('offers to sign in with another account when the link names none', async () => {
    await open(`?accept_invite=${INVITATION}&org=${ORG}`, {}, {}, { [DETAILS]: refuse(403) });
    expect(await screen.findByRole('link', { name: 'Sign in with another account' })).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toHaveTextContent('This invitation is for a different account.');
  });

  it('stays open for a retry when the service fails', async () => {
    const { shell, answers } = await open(MAIL, refuse(503, 'Try later.'));
    press('Accept');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to process invitation: Try later.');
    expect(shell.shown).toEqual([['error', 'Failed to process invitation: Try later.']]);
    press('Accept');
    await waitFor(() => expect(answers()).toHaveLength(2));
  });

  it('retries an answer with the same idempotency key', async () => {
    const { answers } = await open(DECLINE_LINK, refuse(503));
    press('Decline');
    await screen.findByRole('alert');
    press('Decline');
    await waitFor(() => expect(answers()).toHaveLength(2));
    const keys = answers().map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey);
    expect(keys[0]).toBe(keys[1]);
  });

  it('sends signed-out users and guests through sign-in and back to the link', async () => {
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

  it('warns once about an incomplete link', async () => {
    const { shell } = await open(`?accept_invite=${INVITATION}`);
    await screen.findByText('The page below');
    expect(shell.shown).toEqual([
      ['warning', 'This invitation link is no longer valid. Please request a new invite.'],
    ]);
  });
});

describe('texts', () => {
  const link = (address: string) => readInvitationLink(new URLSearchParams(address))!;
  const MAIL = 'accept_invite=i&org=o&email=Ada%40x.org&token=t';

  it('compares accounts case-insensitively, and only if the link names one', () => {
    expect(isForOtherAccount(link(MAIL), 'ada@X.org')).toBe(false);
    expect(isForOtherAccount(link(MAIL), 'bob@x.org')).toBe(true);
    expect(isForOtherAccount(link('accept_invite=i&org=o'), 'bob@x.org')).toBe(false);
  });

  describe('outcome of a link', () => {
    const OVER = 'This invitation link is no longer valid. Please request a new invite.';
    const ADA = { email: 'ada@x.org', membership: undefined };
    const api = (status: number, detail: string | null = null) => new ApiError(status, detail, '', null);
    it.each([
      ['too late', api(400, 'Invitation has expired'), MAIL, 'warning', OVER],
      ['answered before', api(409, 'Invitation is already accepted'), MAIL, 'warning', OVER],
      [
        'wrong person',
        api(403),
        'accept_invite=i&org=o&email=bob%40x.org',
        'warning',
        'This invitation is for bob@x.org. Please sign in with that email or ask for a new invite.',
      ],
      [
        'wrong person, address unknown',
        api(403),
        'accept_invite=i&org=o',
        'warning',
        'This invitation is for a different account. Please sign in with the invited email or request a new invite.',
      ],
      ['token of an older mail', api(403), MAIL, 'warning', OVER],
      ['gone', api(404), MAIL, 'warning', 'Invitation not found. It may have been rescinded.'],
      ['anything else', api(500, 'Broken'), MAIL, 'error', 'Failed to process invitation: Broken'],
      ['not an error', 'odd', MAIL, 'error', 'Failed to process invitation: Unknown error'],
    ])('%s', (_case, error, address, type, message) => {
      expect(toFailure(error, link(address), ADA)).toMatchObject({ type, message });
    });
    it('does not tell an existing member to request a new invitation', () => {
      const member = { ...ADA, membership: 'Larkspur Labs' };
      const message = 'You are already a member of Larkspur Labs.';
      for (const status of [400, 409])
        expect(toFailure(api(status), link(MAIL), member)).toEqual({ type: 'info', message, final: true });
      expect(toFailure(api(409), link('decline_invite=i&org=o'), member).message).toBe(OVER);
    });
    it('allows a retry only after a server error', () => {
      expect(toFailure(api(503), link(MAIL), ADA).final).toBe(false);
      expect(toFailure(api(404), link(MAIL), ADA).final).toBe(true);
    });
    it('describes a successful answer', () => {
      expect(describeSuccess(link(MAIL))).toMatchObject({ type: 'success', message: 'Invitation accepted' });
      expect(describeSuccess(link('decline_invite=i&org=o'))).toMatchObject({
        type: 'info',
        message: 'Invitation declined',
      });
    });
  });
});
