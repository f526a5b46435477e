/** The user's role and permissions in an organization, for the rules of `@hindsight/shared-contracts/rules`. */
import type { Member, Role, UserInfo } from '@hindsight/shared-contracts/api';
import { memberLock, ROLES, type OrganizationActor } from '@hindsight/shared-contracts/rules';

/** @param members the organization's members, if loaded; they are newer than the session. */
export function actorIn(
  user: Pick<UserInfo, 'user_id' | 'is_superadmin' | 'memberships'>,
  organizationId: string,
  members: readonly Member[] | undefined,
): OrganizationActor {
  const inSession = user.memberships.find(({ organization_id }) => organization_id === organizationId)?.role;
  return {
    isSuperadmin: user.is_superadmin,
    role: members ? members.find(({ user_id }) => user_id === user.user_id)?.role : inSession,
  };
}

type BetaPerson = Pick<UserInfo, 'is_superadmin' | 'beta_access_status'>;

const hasAccess = (user: BetaPerson) => user.is_superadmin || user.beta_access_status === 'accepted';

/** The effective role: without beta access every member is a viewer. */
export function effectiveActor(standing: OrganizationActor, user: BetaPerson): OrganizationActor {
  return standing.role && !hasAccess(user) ? { ...standing, role: 'viewer' } : standing;
}

const BETA_NEEDED = 'Creating organizations needs beta access.';

/** Why the user cannot create organizations, as a sentence; null when they can. */
export function creationProblem(user: BetaPerson): string | null {
  return hasAccess(user) ? null : BETA_NEEDED;
}

/** Whether `to` has fewer permissions than `from`. */
export function isDemotion(from: Role, to: Role): boolean {
  return ROLES.indexOf(to) < ROLES.indexOf(from);
}

/** Why the user cannot change or remove a member, as a sentence; null when they can. */
export function findLockReason(
  actor: OrganizationActor,
  member: Member,
  members: readonly Member[],
  ownId: string,
): string | null {
  return memberLock(actor, {
    isSelf: member.user_id === ownId,
    role: member.role,
    isLastOwner: members.every(({ user_id, role }) => role !== 'owner' || user_id === member.user_id),
  });
}
