/** The user's current permissions in an organization, from the polled members, because a role may change while the view is open. */
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { mayEnter } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { useMembers } from '../../api/members';
import { effectiveActor, actorIn } from '../../model/access';
import { useRoleUpdates } from './useRoleUpdates';

export function useOrganizationActor(organization: Organization, user: UserInfo) {
  const refetchInterval = useShell().config.invitationRefreshMs;
  const members = useMembers(organization.id, refetchInterval);
  const isGone =
    members.error instanceof ApiError && (members.error.status === 404 || members.error.status === 403);
  const standing = actorIn(user, organization.id, isGone ? [] : members.data);
  const actor = effectiveActor(standing, user);
  useRoleUpdates(organization, standing.role ?? null, members.data !== undefined || isGone);
  useExpiredSession(members.error, 'fetch organization members');
  return {
    members,
    standing,
    actor,
    refetchInterval,
    isOutside: isGone || (members.data !== undefined && !mayEnter(actor)),
  };
}
