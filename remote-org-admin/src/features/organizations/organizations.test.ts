import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import type { Role } from '@hindsight/shared-contracts/api';
import { LAST_OWNER, OWN_MEMBERSHIP, OWNERS_ONLY } from '@hindsight/shared-contracts/rules';
import { AUDIT_LIMIT } from '../../api/invitations';
import { actorIn, findLockReason } from '../../model/access';
import * as invitation from '../../model/invitation';
import { findOrganizations } from '../../model/findOrganizations';
import { newOrganization } from '../../model/organization';
import { invitationRow, LARKSPUR, memberRow, TIDEWATER } from '../../testing/rows';
import { memberError, deletionTexts, invitationTexts, memberTexts, organizationTexts } from './texts';

it('matches the wording of the specification', () => {
  const { nameRequired, created, createFailed, idCopied } = organizationTexts;
  expect([nameRequired, created, createFailed, idCopied, deletionTexts.deleted]).toEqual([
    'Organization name is required',
    'Organization created successfully!',
    'Failed to create organization. Please try again.',
    'Organization ID copied',
    'Organization deleted successfully',
  ]);
  const { allForSuperadmins, membersOnly, readOnly } = organizationTexts;
  expect([allForSuperadmins, membersOnly, readOnly]).toEqual([
    'Only superadmins can view all organizations',
    'You can only access organizations where you are a member',
    'Read-only (not a member)',
  ]);
  const { loadFailed, removed, roleChanged, removeQuestion } = memberTexts;
  expect([loadFailed, removed, roleChanged, removeQuestion('Ada')]).toEqual([
    'Failed to fetch organization members',
    'Member removed successfully',
    'Member role updated successfully',
    'Are you sure you want to remove Ada from the organization?',
  ]);
  expect(deletionTexts.warning).toBe(
    'This cannot be undone. Agents, memories and keywords must be removed first.',
  );
  const { emailRequired, sent, resent, revoked, noAudit } = invitationTexts;
  expect([emailRequired, invitationTexts.loadFailed, sent, resent, revoked, noAudit]).toEqual([
    'Email is required',
    'Failed to fetch invitations',
    'Invitation sent',
    'Invitation resent',
    'Invitation revoked',
    'No audit events for this invitation.',
  ]);
  expect(invitation.FILTERS).toEqual(['pending', 'accepted', 'revoked', 'expired', 'all']);
  expect(AUDIT_LIMIT).toBe(200);
});

it("includes the service's reason in an error", () => {
  const reason = memberError(new ApiError(409, 'No.', '', null));
  const texts = [
    invitationTexts.sendFailed,
    memberTexts.removeFailed,
    memberTexts.roleFailed,
    deletionTexts.failed,
    invitationTexts.resendFailed,
    invitationTexts.revokeFailed,
  ];
  expect(texts.map((text) => text(reason))).toEqual([
    'Failed to send invitation: No.',
    'Failed to remove member: No.',
    'Failed to update member role: No.',
    'Failed to delete organization: No.',
    'Failed to resend: No.',
    'Failed to revoke: No.',
  ]);
  expect(memberError(new ApiError(404, 'Membership not found', '', null))).toBe(memberTexts.alreadyRemoved);
  expect(memberError(new NetworkError(null))).toMatch(/^Network error/);
});

it('finds organizations by name, slug and id', () => {
  const rows = [LARKSPUR, TIDEWATER];
  const find = (text: string) => findOrganizations(rows, text).map(({ name }) => name);
  expect([find(''), find(' LABS '), find('@lark'), find('22222222'), find('TIDÉ'), find('none')]).toEqual([
    ['Larkspur Labs', 'Tidewater'],
    ['Larkspur Labs'],
    ['Larkspur Labs'],
    ['Tidewater'],
    ['Tidewater'],
    [],
  ]);
});

it('sends a trimmed name, and a slug only if given', () => {
  expect(newOrganization('  A ', ' ')).toEqual({ name: 'A' });
  expect(newOrganization('A', ' b ')).toEqual({ name: 'A', slug: 'b' });
});

const user = (role: Role | null, is_superadmin = false) => ({
  user_id: 'me',
  is_superadmin,
  memberships: role
    ? [{ organization_id: 'a1', organization_name: 'L', role, can_read: true, can_write: true }]
    : [],
});

describe('access', () => {
  it('prefers the role in the members, which are newer than the session', () => {
    const roleIn = (members?: Parameters<typeof actorIn>[2]) => actorIn(user('owner'), 'a1', members).role;
    expect(roleIn()).toBe('owner');
    expect(roleIn([memberRow('me', 'viewer')])).toBe('viewer');
    expect(roleIn([memberRow('other', 'owner')])).toBeUndefined();
  });

  it('locks the own row, owners for admins, and the last owner for everyone', () => {
    const members = [memberRow('me', 'owner'), memberRow('first', 'owner'), memberRow('low', 'viewer')];
    const lock = (who: ReturnType<typeof user>, of: (typeof members)[number], among = members) =>
      findLockReason(actorIn(who, 'a1', undefined), of, among, 'me');
    expect(lock(user('owner'), memberRow('me', 'owner'))).toBe(OWN_MEMBERSHIP);
    expect(lock(user('owner'), memberRow('first', 'owner'))).toBeNull();
    expect(lock(user('admin'), memberRow('first', 'owner'))).toBe(OWNERS_ONLY);
    expect(lock(user('admin'), memberRow('low', 'viewer'))).toBeNull();
    expect(lock(user('viewer'), memberRow('low', 'viewer'))).toMatch(/^Only admins and owners/);
    const [only] = [memberRow('first', 'owner')];
    expect(lock(user(null, true), only, [only])).toBe(LAST_OWNER);
  });
});

it('filters and counts invitations by status', () => {
  const rows = [invitationRow('1', 'pending'), invitationRow('2', 'expired'), invitationRow('3', 'revoked')];
  const counts = { pending: 1, accepted: 0, revoked: 1, expired: 1, all: 3 };
  expect(invitation.countInvitations(rows)).toEqual(counts);
  expect(invitation.filterInvitations(rows, 'expired').map(({ id }) => id)).toEqual(['2']);
  expect(invitation.filterInvitations(rows, 'all')).toHaveLength(3);
});
