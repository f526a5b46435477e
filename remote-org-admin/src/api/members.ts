/** Query and mutations of an organization's members. */
import type { Member, Role } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useIsEnding, useOrganizationKey } from './organizations';

/**
 * The members, polled because another admin may change them.
 * @param refetchInterval in milliseconds, used while live updates are unavailable.
 */
export function useMembers(organizationId: string, refetchInterval: number) {
  const { api, live } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key(organizationId, 'members'),
    queryFn: ({ signal }) =>
      api.call('GET /organizations/{id}/members', { params: { id: organizationId }, signal, scope: false }),
    enabled: !useIsEnding(organizationId),
    meta: { follows: ['members'] },
    refetchInterval: live?.isOpen ? false : refetchInterval,
  });
}

/** Refetches the members, e.g. after a rejected call, since the user's own role may have changed. */
export function useRefreshMembers(organizationId: string): () => void {
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return () => void queries.invalidateQueries({ queryKey: key(organizationId, 'members') });
}

/** Refetches the members after success and failure: another admin may have changed them first. */
function useMemberMutation<T>(organizationId: string, send: (change: T) => Promise<unknown>) {
  const onSettled = useRefreshMembers(organizationId);
  return useMutation({ mutationFn: send, onSettled });
}

/** Changes a member's role. */
export function useChangeRole(organizationId: string) {
  const { api } = useShell();
  return useMemberMutation(organizationId, ({ member, role }: { member: Member; role: Role }) =>
    api.call('PUT /organizations/{id}/members/{user_id}', {
      params: { id: organizationId, user_id: member.user_id },
      body: { role },
      scope: false,
    }),
  );
}

/** Removes a member. */
export function useRemoveMember(organizationId: string) {
  const { api } = useShell();
  return useMemberMutation(organizationId, (member: Member) =>
    api.call('DELETE /organizations/{id}/members/{user_id}', {
      params: { id: organizationId, user_id: member.user_id },
      scope: false,
    }),
  );
}
