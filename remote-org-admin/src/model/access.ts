/** What a person may do in an organization, and why not: the rules of the specification and those that the service enforces. */
import type { Role, UserInfo } from '@hindsight/shared-contracts/api';
import type { MemberRow } from './member';

export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];
export const ROLE_LABELS: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
  owner: 'Owner',
};

export interface OrganizationAccess {
  /** Of the person; null for somebody who is no member. */
  role: Role | null;
  isSuperadmin: boolean;
  /** Members and superadmins may look inside. */
  mayEnter: boolean;
  /** Changes members and invitations: owners, admins and superadmins. */
  manages: boolean;
  /** Sees "Delete Org". */
  mayDelete: boolean;
  /** Roles that the person may give. */
  grants: readonly Role[];
}

/**
 * @param members the organization's members where they are known: their word on the person's role is newer than the session's.
 */
export function accessOf(
  user: Pick<UserInfo, 'user_id' | 'is_superadmin' | 'memberships'> | null,
  organizationId: string,
  members: readonly MemberRow[] | undefined,
): OrganizationAccess {
  const known = user?.memberships.find(({ organization_id }) => organization_id === organizationId)?.role;
  const role = (members ? members.find(({ userId }) => userId === user?.user_id)?.role : known) ?? null;
  const isSuperadmin = user?.is_superadmin === true;
  const manages = isSuperadmin || role === 'owner' || role === 'admin';
  return {
    role,
    isSuperadmin,
    mayEnter: isSuperadmin || role !== null,
    manages,
    mayDelete: manages,
    grants: isSuperadmin || role === 'owner' ? ROLES : manages ? ROLES.filter((one) => one !== 'owner') : [],
  };
}

export const OWN_MEMBERSHIP = 'You cannot change or remove your own membership.';
export const OWNERS_ONLY = 'Only an owner can change or remove an owner.';
export const LAST_OWNER = 'The last owner stays: make somebody else an owner first.';
export const MANAGERS_ONLY = 'Only admins and owners change members.';

/** Why the person cannot change or remove a member, as a sentence; null when they can. */
export function memberLock(
  access: OrganizationAccess,
  member: MemberRow,
  members: readonly MemberRow[],
  ownId: string | undefined,
): string | null {
  if (member.userId === ownId) return OWN_MEMBERSHIP;
  if (!access.manages) return MANAGERS_ONLY;
  if (member.role !== 'owner') return null;
  if (!access.isSuperadmin && access.role !== 'owner') return OWNERS_ONLY;
  return members.filter(({ role }) => role === 'owner').length <= 1 ? LAST_OWNER : null;
}
