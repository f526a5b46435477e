/** Permissions within an organization. The service enforces them; pages use them to disable actions that would be rejected. */

/** From least to most rights. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const OWN_MEMBERSHIP =
  'You cannot change your own role or remove yourself, but you can leave the organization.';
export const MANAGERS_ONLY = 'Only admins and owners can change members.';
export const OWNERS_ONLY = 'Only an owner can change or remove an owner.';
export const OWNERS_GRANT_OWNER = 'Only an owner can make someone an owner.';
export const LAST_OWNER = 'An organization needs at least one owner. Make someone else an owner first.';

/** A person in terms of these rules; `role` is absent for non-members. */
export interface OrganizationActor {
  isSuperadmin: boolean;
  role: Role | null | undefined;
}

/** Whether a role may change data by default; flags of the membership can override it. */
export function writesByDefault(role: Role): boolean {
  return role !== 'viewer';
}

/** Members and superadmins see an organization and its members. */
export function mayEnter({ isSuperadmin, role }: OrganizationActor): boolean {
  return isSuperadmin || Boolean(role);
}

/** Owners, admins and superadmins manage the organization, its members and its invitations. */
export function mayManage({ isSuperadmin, role }: OrganizationActor): boolean {
  return isSuperadmin || role === 'owner' || role === 'admin';
}

/** Roles that a person may grant or revoke. Only owners and superadmins may grant or revoke owner. */
export function grantableRoles(actor: OrganizationActor): readonly Role[] {
  if (!mayManage(actor)) return [];
  return actor.isSuperadmin || actor.role === 'owner' ? ROLES : ROLES.filter((role) => role !== 'owner');
}

/**
 * Why a person may not change or remove a member, as a sentence; null if they may.
 * @param target `isLastOwner`: no other owner would remain.
 */
export function memberLock(
  actor: OrganizationActor,
  target: { isSelf: boolean; role: Role; isLastOwner?: boolean },
): string | null {
  if (target.isSelf) return OWN_MEMBERSHIP;
  if (!mayManage(actor)) return MANAGERS_ONLY;
  if (target.role !== 'owner') return null;
  if (!grantableRoles(actor).includes('owner')) return OWNERS_ONLY;
  return target.isLastOwner ? LAST_OWNER : null;
}
