/** The people of the beta programme, for those who decide. They concern no workspace, so the calls carry no scope. */
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { readHistory } from '../model/betaHistory';
import type { SettableStatus } from '../model/betaStatus';
import { readUsers, type BetaUserRow } from '../model/betaUser';
import { chosenFrom, PAGE_SIZE, type UserPage, type UserView } from '../model/userView';

const USERS = ['beta-access', 'users'] as const;
/** As many as one call answers. */
const MOST_ROWS = 1000;
/** At most this many changes at once. */
const AT_ONCE = 4;

interface Cut {
  skip: number;
  limit: number;
}

/** Some of the people of a view. */
async function ask(api: ApiClient, view: UserView, cut: Cut, signal?: AbortSignal): Promise<UserPage> {
  const { search, status, sortBy, order } = view;
  const query = {
    ...cut,
    sort_by: sortBy,
    sort_order: order,
    ...(search !== '' && { search }),
    ...(status && { status }),
  };
  const answer = await api.call('GET /beta-access/admin/users', { query, signal, scope: false });
  return chosenFrom(readUsers(answer), view, cut.skip, cut.limit);
}

/** One page of the console; the rows before stay while the next ones load. */
export function useBetaUsers(view: UserView) {
  const { api } = useShell();
  return useQuery({
    queryKey: [...USERS, view],
    queryFn: ({ signal }) => ask(api, view, { skip: (view.page - 1) * PAGE_SIZE, limit: PAGE_SIZE }, signal),
    placeholderData: (before) => before,
  });
}

/** Everybody who matches a view, on all pages. */
export function useEverybody() {
  const { api } = useShell();
  return useMutation({
    mutationFn: async (view: UserView): Promise<BetaUserRow[]> => {
      const found: BetaUserRow[] = [];
      for (;;) {
        const { rows, total } = await ask(api, view, { skip: found.length, limit: MOST_ROWS });
        found.push(...rows);
        if (rows.length === 0 || found.length >= total) return found;
      }
    },
  });
}

/** How far a change of several people is. */
export interface BulkResult {
  done: number;
  failed: number;
}

interface StatusChange {
  userIds: readonly string[];
  status: SettableStatus;
  /** Told after each few. */
  onProgress?(result: BulkResult): void;
  /** Ends it after the few that are on their way. */
  signal?: AbortSignal;
}

/** Sets the status of one or several people, a few at a time; one that fails does not stop the others. */
export function useSetStatus() {
  const { api } = useShell();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ userIds, status, onProgress, signal }: StatusChange) => {
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
      for (let first = 0; first < userIds.length && !signal?.aborted; first += AT_ONCE) {
        await Promise.all(userIds.slice(first, first + AT_ONCE).map(set));
        onProgress?.({ ...result });
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
