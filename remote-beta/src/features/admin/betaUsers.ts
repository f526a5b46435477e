/** Calls about beta users, for beta admins. They concern no workspace, so they carry no scope. */
import type { BetaAccessUser } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE, describeError } from '@hindsight/shared-contracts/rules';
import { useShell, type Shell } from '@hindsight/shared-contracts/shell';
import { mergeHistory } from '../../model/betaHistory';
import type { SettableStatus } from '../../model/betaStatus';
import { PAGE_SIZE, type UserView } from './useUserView';

const USERS = ['beta-access', 'users'] as const;
const PARALLEL_CALLS = 4;

interface Range {
  skip: number;
  limit: number;
}

function listUsers(
  api: Shell['api'],
  { search, status, sort, order }: UserView,
  range: Range,
  signal?: AbortSignal,
) {
  const query = {
    ...range,
    sort_by: sort,
    sort_order: order,
    ...(search !== '' && { search }),
    ...(status && { status }),
  };
  return api.call('GET /beta-access/admin/users', { query, signal, scope: false });
}

/** One page of users; keeps the previous page while loading. */
export function useBetaUsers(view: UserView) {
  const { api } = useShell();
  return useQuery({
    queryKey: [...USERS, view],
    queryFn: ({ signal }) =>
      listUsers(api, view, { skip: (view.page - 1) * PAGE_SIZE, limit: PAGE_SIZE }, signal),
    placeholderData: (before) => before,
  });
}

/** Fetches all users that match a view, across pages. */
export function useAllMatching() {
  const { api } = useShell();
  return useMutation({
    mutationFn: async (view: UserView): Promise<BetaAccessUser[]> => {
      const found: BetaAccessUser[] = [];
      for (;;) {
        const { users, total_count } = await listUsers(api, view, {
          skip: found.length,
          limit: MAX_PAGE_SIZE,
        });
        found.push(...users);
        if (users.length === 0 || found.length >= total_count) return found;
      }
    },
  });
}

/** Progress of a bulk update. */
export interface BulkResult {
  done: number;
  failed: number;
  /** Reason for the first failure; empty if none. */
  reason: string;
}

interface StatusChange {
  userIds: readonly string[];
  status: SettableStatus;
  /** Called after each batch. */
  onProgress?(result: BulkResult): void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

/** Sets the status of users in small batches; a failure does not stop the others. */
export function useSetStatus() {
  const { api } = useShell();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ userIds, status, onProgress, signal }: StatusChange) => {
      const result: BulkResult = { done: 0, failed: 0, reason: '' };
      const set = (user_id: string) =>
        api
          .call('PATCH /beta-access/admin/users/{user_id}', {
            params: { user_id },
            body: { status },
            scope: false,
          })
          .then(
            () => (result.done += 1),
            (error: unknown) => {
              result.failed += 1;
              result.reason ||= describeError(error);
            },
          );
      for (let first = 0; first < userIds.length && !signal?.aborted; first += PARALLEL_CALLS) {
        await Promise.all(userIds.slice(first, first + PARALLEL_CALLS).map(set));
        onProgress?.({ ...result });
      }
      return result;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['beta-access'] }),
  });
}

/** Audit entries about a user and their latest request. */
export function useBetaHistory({ user_id, last_request }: BetaAccessUser) {
  const { api } = useShell();
  const targets = [user_id, ...(last_request ? [last_request.id] : [])];
  return useQuery({
    queryKey: ['beta-access', 'history', ...targets],
    queryFn: async ({ signal }) => {
      const loadEntries = (target_id: string, index: number) =>
        api.call('GET /audits/', {
          query: {
            target_type: index === 0 ? 'beta_access_user' : 'beta_access_request',
            target_id,
            limit: 200,
          },
          signal,
          scope: false,
        });
      return mergeHistory(await Promise.all(targets.map(loadEntries)), targets);
    },
    staleTime: 0,
  });
}
