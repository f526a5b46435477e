/** The people of the beta programme, for those who decide. They concern no workspace, so the calls carry no scope. */
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readHistory } from '../model/betaHistory';
import type { SettableStatus } from '../model/betaStatus';
import { readUsers, type BetaUserRow } from '../model/betaUser';
import { PAGE_SIZE, pageOf, type UserView } from '../model/userView';

const USERS = ['beta-access', 'users'] as const;
/** At most this many changes at once. */
const AT_ONCE = 4;

/** One page of the console; the rows before stay while the next ones load. */
export function useBetaUsers(view: UserView) {
  const { api } = useShell();
  return useQuery({
    queryKey: [...USERS, view],
    queryFn: async ({ signal }) => {
      const { search, status, sortBy, order, page } = view;
      const query = {
        skip: (page - 1) * PAGE_SIZE,
        limit: PAGE_SIZE,
        sort_by: sortBy,
        sort_order: order,
        ...(search !== '' && { search }),
        ...(status && { status }),
      };
      const answer = await api.call('GET /beta-access/admin/users', { query, signal, scope: false });
      return pageOf(readUsers(answer), view);
    },
    placeholderData: (before) => before,
  });
}

/** How far a change of several people is. */
export interface BulkResult {
  done: number;
  failed: number;
}

/** Sets the status of one or several people, a few at a time; one that fails does not stop the others. */
export function useSetStatus() {
  const { api } = useShell();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ userIds, status }: { userIds: readonly string[]; status: SettableStatus }) => {
      const result: BulkResult = { done: 0, failed: 0 };
      const set = (user_id: string) =>
        api
          .call('PATCH /beta-access/admin/users/{user_id}', {
            params: { user_id },
            body: { status },
            scope: false,
          })
          .then(
            () => (result.done += 1),
            () => (result.failed += 1),
          );
      for (let first = 0; first < userIds.length; first += AT_ONCE) {
        await Promise.all(userIds.slice(first, first + AT_ONCE).map(set));
      }
      return result;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['beta-access'] }),
  });
}

/** What was decided about a person: by admins, and about the latest request. */
export function useBetaHistory({ userId, lastRequest }: BetaUserRow) {
  const { api } = useShell();
  const targets = [userId, ...(lastRequest?.id ? [lastRequest.id] : [])];
  return useQuery({
    queryKey: ['beta-access', 'history', ...targets],
    queryFn: async ({ signal }) => {
      const ask = (target_id: string, index: number) =>
        api.call('GET /audits/', {
          query: {
            target_type: index === 0 ? 'beta_access_user' : 'beta_access_request',
            target_id,
            limit: 200,
          },
          signal,
          scope: false,
        });
      return readHistory(await Promise.all(targets.map(ask)), targets);
    },
    staleTime: 0,
  });
}
