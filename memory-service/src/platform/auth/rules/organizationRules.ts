/** Organization permissions: the common rules of the contracts, as verdicts about a caller. */
import {
  grantableRoles,
  mayEnter as roleMayEnter,
  mayManage as roleMayManage,
  memberLock,
  OWNERS_GRANT_OWNER,
  writesByDefault,
} from '@hindsight/shared-contracts/rules';
import type { OrganizationActor, Role } from '@hindsight/shared-contracts/rules';
import { ALLOWED } from './permissions';
import type { Verdict } from './permissions';
import type { Person } from './principal';

/** Default flags of a role. */
export function roleFlags(role: Role): { canRead: boolean; canWrite: boolean } {
  return { canRead: true, canWrite: writesByDefault(role) };
}

const refuse = (detail: string): Verdict => ({ allowed: false, status: 403, detail });

/** The caller's role in an organization, or undefined. */
export function roleIn(principal: Person, organizationId: string): Role | undefined {
  return principal.memberships.find((membership) => membership.organization_id === organizationId)?.role;
}

const toActor = (principal: Person, organizationId: string): OrganizationActor => ({
  isSuperadmin: principal.isSuperadmin,
  role: roleIn(principal, organizationId),
});

/** Whether the caller may know that the organization exists and who its members are. */
export const mayEnter = (principal: Person, organizationId: string): boolean =>
  roleMayEnter(toActor(principal, organizationId));

/** Whether the role manages an organization: its data, members and invitations. */
export const manages = (role: Role | undefined): boolean => roleMayManage({ isSuperadmin: false, role });

/** Whether the caller may manage the organization. */
export function mayManage(principal: Person, organizationId: string): Verdict {
  return roleMayManage(toActor(principal, organizationId)) ? ALLOWED : refuse('Forbidden');
}

/** Whether the actor may grant or revoke `role`. */
export function mayGrant(actor: OrganizationActor, role: Role): Verdict {
  if (grantableRoles(actor).includes(role)) return ALLOWED;
  return refuse(roleMayManage(actor) ? OWNERS_GRANT_OWNER : 'Forbidden');
}

/** Whether the actor may change or remove the member `target`. */
export function mayTouchMember(
  actor: OrganizationActor & { userId: string },
  target: { userId: string; role: Role },
): Verdict {
  const isSelf = actor.userId === target.userId;
  if (!isSelf && !roleMayManage(actor)) return refuse('Forbidden');
  const reason = memberLock(actor, { isSelf, role: target.role });
  return reason === null ? ALLOWED : refuse(reason);
}
