import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { accessOf, LAST_OWNER, memberLock, OWN_MEMBERSHIP, OWNERS_ONLY } from './access';
import { DELETE_WARNING, leftovers } from './contents';
import * as failure from './failure';
import {
  nameOf,
  readMembers,
  removeQuestion,
  REMOVED,
  ROLE_CHANGED,
  MEMBERS_FAILED,
  type MemberRow,
} from './member';
import * as organization from './organization';

const LARKSPUR = { id: 'a1', name: 'Larkspur Labs', slug: 'larkspur', isActive: true };
const TIDEWATER = { id: 'b2', name: 'Tidewater', slug: '', isActive: false };

it('keeps the texts of the specification', () => {
  const { NAME_REQUIRED, CREATED, CREATE_FAILED, DELETED, ID_COPIED } = organization;
  expect([NAME_REQUIRED, CREATED, CREATE_FAILED, DELETED, ID_COPIED]).toEqual([
    'Organization name is required',
    'Organization created successfully!',
    'Failed to create organization. Please try again.',
    'Organization deleted successfully',
    'Organization ID copied',
  ]);
  expect([organization.ALL_FOR_SUPERADMINS, organization.MEMBERS_ONLY, organization.READ_ONLY]).toEqual([
    'Only superadmins can view all organizations',
    'You can only access organizations where you are a member',
    'Read-only (not a member)',
  ]);
  expect([MEMBERS_FAILED, REMOVED, ROLE_CHANGED]).toEqual([
    'Failed to fetch organization members',
    'Member removed successfully',
    'Member role updated successfully',
  ]);
  expect(removeQuestion('Ada')).toBe('Are you sure you want to remove Ada from the organization?');
  expect(DELETE_WARNING).toBe('This cannot be undone. Agents, memories and keywords must be removed first.');
});

it('words what failed with the reason of the service', () => {
  const { inviteFailed, removeFailed, roleFailed, deleteFailed, resendFailed, revokeFailed } = failure;
  const reason = failure.reasonOf(new ApiError(409, 'No.', '', null));
  expect(
    [inviteFailed, removeFailed, roleFailed, deleteFailed, resendFailed, revokeFailed].map((text) =>
      text(reason),
    ),
  ).toEqual([
    'Failed to send invitation: No.',
    'Failed to remove member: No.',
    'Failed to update member role: No.',
    'Failed to delete organization: No.',
    'Failed to resend: No.',
    'Failed to revoke: No.',
  ]);
  expect(failure.reasonOf(new ApiError(500, null, '', null))).toBe('HTTP error 500');
  expect(failure.reasonOf(new NetworkError(null))).toMatch(/^Network error/);
  expect(failure.reasonOf('odd')).toBe('Unknown error');
});

it('reads organizations by name, finds them by name, slug and id', () => {
  const rows = organization.readOrganizations([
    { id: 'b2', name: 'Tidewater', slug: null, is_active: false },
    null,
    { name: 'no id' },
    { id: 'a1', name: 'Larkspur Labs', slug: 'larkspur' },
  ]);
  expect(rows).toEqual([LARKSPUR, TIDEWATER]);
  const find = (text: string) => organization.findOrganizations(rows, text).map(({ id }) => id);
  expect([find(''), find(' LABS '), find('@lark'), find('b2'), find('none')]).toEqual([
    ['a1', 'b2'],
    ['a1'],
    ['a1'],
    ['b2'],
    [],
  ]);
});

it('sends a trimmed name, and a slug only when there is one', () => {
  expect(organization.newOrganization('  A ', ' ')).toEqual({ name: 'A' });
  expect(organization.newOrganization('A', ' b ')).toEqual({ name: 'A', slug: 'b' });
});

const member = (userId: string, role: MemberRow['role']): MemberRow => ({
  userId,
  email: `${userId}@x.org`,
  displayName: '',
  role,
  canRead: true,
  canWrite: true,
});
const user = (role: MemberRow['role'] | null, is_superadmin = false) => ({
  user_id: 'me',
  is_superadmin,
  memberships: role
    ? [{ organization_id: 'a1', organization_name: 'L', role, can_read: true, can_write: true }]
    : [],
});

describe('access', () => {
  it.each([
    ['viewer', false, { mayEnter: true, manages: false, mayDelete: false, grants: [] }],
    ['editor', false, { mayEnter: true, manages: false, mayDelete: false, grants: [] }],
    [
      'admin',
      false,
      { mayEnter: true, manages: true, mayDelete: true, grants: ['viewer', 'editor', 'admin'] },
    ],
    ['owner', false, { mayEnter: true, mayDelete: true, grants: ['viewer', 'editor', 'admin', 'owner'] }],
    [null, false, { mayEnter: false, manages: false, mayDelete: false, grants: [] }],
    [null, true, { mayEnter: true, manages: true, mayDelete: true }],
  ] as const)('of %s (superadmin: %s)', (role, superadmin, expected) => {
    expect(accessOf(user(role, superadmin), 'a1', undefined)).toMatchObject({ role, ...expected });
  });

  it('is none for signed-out people, and follows the members, who are newer than the session', () => {
    expect(accessOf(null, 'a1', undefined).mayEnter).toBe(false);
    expect(accessOf(user('owner'), 'a1', [member('me', 'viewer')])).toMatchObject({
      role: 'viewer',
      manages: false,
    });
    expect(accessOf(user('owner'), 'a1', [member('other', 'owner')])).toMatchObject({
      role: null,
      mayEnter: false,
    });
  });

  it('locks oneself, owners for admins, and the last owner for everybody', () => {
    const members = [member('me', 'owner'), member('first', 'owner'), member('low', 'viewer')];
    const lock = (who: ReturnType<typeof user>, of: MemberRow, among = members) =>
      memberLock(accessOf(who, 'a1', undefined), of, among, 'me');
    expect(lock(user('owner'), member('me', 'owner'))).toBe(OWN_MEMBERSHIP);
    expect(lock(user('owner'), member('first', 'owner'))).toBeNull();
    expect(lock(user('admin'), member('first', 'owner'))).toBe(OWNERS_ONLY);
    expect(lock(user('admin'), member('low', 'viewer'))).toBeNull();
    expect(lock(user('viewer'), member('low', 'viewer'))).toMatch(/^Only admins and owners/);
    expect(lock(user(null, true), member('first', 'owner'), [member('first', 'owner')])).toBe(LAST_OWNER);
  });
});

it('reads members by e-mail; an unknown role has the least rights', () => {
  const rows = readMembers([
    { user_id: '2', email: 'b@x', role: 'emperor', can_read: true, can_write: 'yes' },
    { user_id: '1', email: 'a@x', display_name: 'Ada', role: 'owner', can_read: true, can_write: true },
    {},
  ]);
  expect(rows.map(({ userId, role, canWrite }) => [userId, role, canWrite])).toEqual([
    ['1', 'owner', true],
    ['2', 'viewer', false],
  ]);
  expect(rows.map(nameOf)).toEqual(['Ada', 'b@x']);
});

it('names and counts what must be removed before a deletion', () => {
  expect(leftovers({ agents: 1, memories: 1200, keywords: 0 })).toBe(
    `1 agent, ${(1200).toLocaleString()} memories`,
  );
  expect(leftovers({ agents: 0, memories: 1, keywords: 2 })).toBe('1 memory, 2 keywords');
  expect(leftovers({ agents: null, memories: 0, keywords: null })).toBe('');
});
