/** Who may do what in an organization. */
import type { Role } from '@hindsight/shared-contracts/api';
import { ALLOWED } from './permissions';
import type { Verdict } from './permissions';
import type { Person } from './principal';

export const LAST_OWNER_DETAIL =
  'An organization needs at least one owner. Make somebody else an owner first.';

/** What the role allows when no flags are said. */
export function flagsOf(role: Role): { canRead: boolean; canWrite: boolean } {
  return { canRead: true, canWrite: role !== 'viewer' };
}

const refuse = (detail: string): Verdict => ({ allowed: false, status: 403, detail });

/** The caller's role in an organization, or undefined. */
export function roleIn(principal: Person, organizationId: string): Role | undefined {
  return principal.memberships.find((membership) => membership.organization_id === organizationId)?.role;
}

/** May the caller know that the organization is there, and who its members are? */
export function mayEnter(principal: Person, organizationId: string): boolean {
  return principal.isSuperadmin || roleIn(principal, organizationId) !== undefined;
}

/** Does the role manage an organization: its data, members and invitations? */
export const manages = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

/** May the caller manage the organization? */
export function mayManage(principal: Person, organizationId: string): Verdict {
  return principal.isSuperadmin || manages(roleIn(principal, organizationId)) ? ALLOWED : refuse('Forbidden');
}

/** May somebody with `actorRole` hand out or take away `role`? Only owners make and unmake owners. */
export function mayGrant(isSuperadmin: boolean, actorRole: Role | undefined, role: Role): Verdict {
  if (isSuperadmin || actorRole === 'owner') return ALLOWED;
  if (actorRole !== 'admin') return refuse('Forbidden');
  return role === 'owner' ? refuse('Only an owner can make somebody an owner.') : ALLOWED;
}

/** May somebody with `actorRole` change or remove the member `target`? */
export function mayTouchMember(
  actor: { userId: string; isSuperadmin: boolean; role: Role | undefined },
  target: { userId: string; role: Role },
): Verdict {
  if (actor.userId === target.userId) return refuse('You cannot change or remove your own membership.');
  if (actor.isSuperadmin || actor.role === 'owner') return ALLOWED;
  if (actor.role !== 'admin') return refuse('Forbidden');
  return target.role === 'owner' ? refuse('Only an owner can change or remove an owner.') : ALLOWED;
}
