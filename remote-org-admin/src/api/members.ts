/** The query of an organization's members, and the mutations. */
import type { Member, Role } from '@hindsight/shared-contracts/api';
import { sendOrFind } from '@hindsight/shared-contracts/api/lost';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { sortMembers } from '../model/member';
import { useOrganizationKey } from './organizations';

function useMembersQuery(organizationId: string) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return {
    queryKey: key(organizationId, 'members'),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      sortMembers(
        await api.call('GET /organizations/{id}/members', {
          params: { id: organizationId },
          signal,
          scope: false,
        }),
      ),
  };
}

/**
 * The members, polled: another admin may be changing them.
 * @param refetchInterval in milliseconds.
 */
export function useMembers(organizationId: string, refetchInterval: number) {
  return useQuery({ ...useMembersQuery(organizationId), refetchInterval });
}

/** Refetches the members: after a refusal the person's own role may have changed. */
export function useRefreshMembers(organizationId: string): () => void {
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return () => void queries.invalidateQueries({ queryKey: key(organizationId, 'members') });
}

/**
 * Refetches the members after a change and after a failure: another admin may have changed them first.
 * @param isDone whether the members show the change.
 */
function useMemberChange<T>(
  organizationId: string,
  send: (change: T) => Promise<unknown>,
  isDone: (members: Member[], change: T) => boolean,
) {
  const queries = useQueryClient();
  const members = useMembersQuery(organizationId);
  return useMutation({
    mutationFn: (change: T) =>
      sendOrFind(
        () => send(change),
        async () => isDone(await queries.fetchQuery({ ...members, staleTime: 0 }), change),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: members.queryKey }),
  });
}

/** Gives a member another role. */
export function useChangeRole(organizationId: string) {
  const { api } = useShell();
  return useMemberChange(
    organizationId,
    ({ member, role }: { member: Member; role: Role }) =>
      api.call('PUT /organizations/{id}/members/{user_id}', {
        params: { id: organizationId, user_id: member.user_id },
        body: { role },
        scope: false,
      }),
    (members, { member, role }) => members.find(({ user_id }) => user_id === member.user_id)?.role === role,
  );
}

/** Removes a member. */
export function useRemoveMember(organizationId: string) {
  const { api } = useShell();
  return useMemberChange(
    organizationId,
    (member: Member) =>
      api.call('DELETE /organizations/{id}/members/{user_id}', {
        params: { id: organizationId, user_id: member.user_id },
        scope: false,
      }),
    (members, { user_id }) => members.every((member) => member.user_id !== user_id),
  );
}
