/** Who may do what in an organization. The service enforces these rules; screens use them to disable what would be refused. */

/** From the fewest rights to the most. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const OWN_MEMBERSHIP =
  'You cannot change your own role or remove yourself, but you can leave the organization.';
export const MANAGERS_ONLY = 'Only admins and owners can change members.';
export const OWNERS_ONLY = 'Only an owner can change or remove an owner.';
export const OWNERS_GRANT_OWNER = 'Only an owner can make someone an owner.';
export const LAST_OWNER = 'An organization needs at least one owner. Make someone else an owner first.';

/** A person as the rules see them; `role` is empty for someone who is not a member. */
export interface OrganizationActor {
  isSuperadmin: boolean;
  role: Role | null | undefined;
}

/** Whether a role includes the right to change data, unless the membership's flags say otherwise. */
export function writesByDefault(role: Role): boolean {
  return role !== 'viewer';
}

/** Members and superadmins see an organization and its members. */
export function mayEnter({ isSuperadmin, role }: OrganizationActor): boolean {
  return isSuperadmin || Boolean(role);
}

/** Owners, admins and superadmins change the organization, its members and its invitations. */
export function mayManage({ isSuperadmin, role }: OrganizationActor): boolean {
  return isSuperadmin || role === 'owner' || role === 'admin';
}

/** The roles that a person can give or take away. Only owners make and unmake owners. */
export function grantableRoles(actor: OrganizationActor): readonly Role[] {
  if (!mayManage(actor)) return [];
  return actor.isSuperadmin || actor.role === 'owner' ? ROLES : ROLES.filter((role) => role !== 'owner');
}

/**
 * Why a person cannot change or remove a member, as a sentence; null when they can.
 * @param target `isLastOwner`: no other owner would be left.
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
