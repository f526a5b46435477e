/** Members of an organization as a query and changes. */
import type { Role } from '@hindsight/shared-contracts/api';
import { sendOrFind } from '@hindsight/shared-contracts/api/lost';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readMembers, type MemberRow } from '../model/member';
import { useOrganizationKey } from './organizations';

function useMembersQuery(organizationId: string) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return {
    queryKey: key(organizationId, 'members'),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readMembers(
        await api.call('GET /organizations/{id}/members', {
          params: { id: organizationId },
          signal,
          scope: false,
        }),
      ),
  };
}

/** @param refreshEvery milliseconds between two looks: another admin may be at work. */
export function useMembers(organizationId: string, options: { enabled: boolean; refreshEvery: number }) {
  return useQuery({
    ...useMembersQuery(organizationId),
    enabled: options.enabled,
    refetchInterval: options.refreshEvery,
  });
}

/** Asks for the members again: after a refusal the person's own role may be another one. */
export function useLookAgain(organizationId: string): () => void {
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return () => void queries.invalidateQueries({ queryKey: key(organizationId, 'members') });
}

/**
 * After a change, and after one that failed, the members are asked for again: somebody else may have been faster.
 * @param isDone whether the members show the change: what one whose answer was lost is known by.
 */
function useMemberChange<T>(
  organizationId: string,
  send: (change: T) => Promise<unknown>,
  isDone: (members: MemberRow[], change: T) => boolean,
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

export function useChangeRole(organizationId: string) {
  const { api } = useShell();
  return useMemberChange(
    organizationId,
    ({ member, role }: { member: MemberRow; role: Role }) =>
      api.call('PUT /organizations/{id}/members/{user_id}', {
        params: { id: organizationId, user_id: member.userId },
        body: { role },
        scope: false,
      }),
    (members, { member, role }) => members.find(({ userId }) => userId === member.userId)?.role === role,
  );
}

export function useRemoveMember(organizationId: string) {
  const { api } = useShell();
  return useMemberChange(
    organizationId,
    (member: MemberRow) =>
      api.call('DELETE /organizations/{id}/members/{user_id}', {
        params: { id: organizationId, user_id: member.userId },
        scope: false,
      }),
    (members, { userId }) => members.every((member) => member.userId !== userId),
  );
}
