import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import * as invitation from './invitation';
import * as audit from './invitationAudit';
import { failureOf, isComplete, isForSomebodyElse, readInvitationLink, successOf } from './invitationLink';

const NOW = Date.parse('2026-03-10T12:00:00Z');

it('keeps texts, tabs and numbers of the specification', () => {
  const { EMAIL_REQUIRED, INVITATIONS_FAILED, SENT, RESENT, REVOKED } = invitation;
  expect([EMAIL_REQUIRED, INVITATIONS_FAILED, SENT, RESENT, REVOKED]).toEqual([
    'Email is required',
    'Failed to fetch invitations',
    'Invitation sent',
    'Invitation resent',
    'Invitation revoked',
  ]);
  expect(invitation.FILTERS).toEqual(['pending', 'accepted', 'revoked', 'expired', 'all']);
  expect(audit.AUDIT_LIMIT).toBe(200);
  expect(audit.NO_AUDIT).toBe('No audit events for this invitation.');
});

it('reads invitations newest first; a pending one whose time is over has expired', () => {
  const rows = invitation.readInvitations(
    [
      {
        id: '1',
        email: 'a@x',
        role: 'admin',
        status: 'pending',
        created_at: '2026-03-01',
        expires_at: '2026-03-08T00:00:00Z',
      },
      {
        id: '2',
        email: 'b@x',
        status: 'pending',
        created_at: '2026-03-09',
        expires_at: '2026-03-16T00:00:00Z',
      },
      { id: '3', status: 'revoked', created_at: '2026-02-01', expires_at: '2026-02-08T00:00:00Z' },
      {},
    ],
    NOW,
  );
  expect(rows.map(({ id, role, status }) => [id, role, status])).toEqual([
    ['2', 'viewer', 'pending'],
    ['1', 'admin', 'expired'],
    ['3', 'viewer', 'revoked'],
  ]);
  expect(invitation.countInvitations(rows)).toEqual({
    pending: 1,
    accepted: 0,
    revoked: 1,
    expired: 1,
    all: 3,
  });
  expect(invitation.filterInvitations(rows, 'expired').map(({ id }) => id)).toEqual(['1']);
  expect(invitation.filterInvitations(rows, 'all')).toHaveLength(3);
  expect(rows.map(invitation.mayResend)).toEqual([true, false, false]);
});

it('keeps the audit entries of this invitation alone', () => {
  const entry = { id: 'e', action_type: 'invitation_resend', status: 'success', created_at: 'then' };
  const answer = [
    { ...entry, target_type: 'invitation', target_id: 'i' },
    { ...entry, target_type: 'invitation', target_id: 'other' },
    { ...entry, target_type: 'user', target_id: 'i' },
  ];
  expect(audit.readAudit(answer, 'i')).toEqual([
    { id: 'e', action: 'invitation_resend', status: 'success', createdAt: 'then' },
  ]);
  expect(audit.auditError(new ApiError(403, 'x', '', null))).toBe('HTTP 403');
  expect(audit.auditError(new NetworkError(null))).toBe('Failed to load');
});

const link = (address: string) => readInvitationLink(new URLSearchParams(address));
const MAIL = 'accept_invite=i&org=o&email=Ada%40x.org&token=t';

it('reads links; accepting wins, and both ids are needed', () => {
  expect(link(MAIL)).toEqual({
    answer: 'accept',
    invitationId: 'i',
    organizationId: 'o',
    email: 'Ada@x.org',
    token: 't',
  });
  expect(link('accept_invite=i&decline_invite=j&org=o')).toMatchObject({
    answer: 'accept',
    invitationId: 'i',
  });
  expect(link('decline_invite=j&org=o')).toMatchObject({ answer: 'decline', invitationId: 'j' });
  expect([link(MAIL), link('accept_invite=i'), link('org=o')].map(isComplete)).toEqual([true, false, false]);
  expect(isForSomebodyElse(link(MAIL), 'ada@X.org')).toBe(false);
  expect(isForSomebodyElse(link(MAIL), 'bob@x.org')).toBe(true);
  expect(isForSomebodyElse(link('accept_invite=i&org=o'), 'bob@x.org')).toBe(false);
});

describe('outcome of a link', () => {
  const OVER = 'This invitation link is no longer valid. Please request a new invite.';
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
    ['secret of an older mail', api(403), MAIL, 'warning', OVER],
    ['gone', api(404), MAIL, 'warning', 'Invitation not found. It may have been rescinded.'],
    ['anything else', api(500, 'Broken'), MAIL, 'error', 'Failed to process invitation: Broken'],
    ['nothing known', 'odd', MAIL, 'error', 'Failed to process invitation: Unknown error'],
  ])('%s', (_case, error, address, type, message) => {
    expect(failureOf(error, link(address), 'ada@x.org')).toMatchObject({ type, message });
  });
  it('can be tried again only when the service did not decide', () => {
    expect(failureOf(api(503), link(MAIL), 'ada@x.org').final).toBe(false);
    expect(failureOf(api(404), link(MAIL), 'ada@x.org').final).toBe(true);
  });
  it('success', () => {
    expect(successOf(link(MAIL))).toMatchObject({ type: 'success', message: 'Invitation accepted' });
    expect(successOf(link('decline_invite=i&org=o'))).toMatchObject({
      type: 'info',
      message: 'Invitation declined',
    });
  });
});
