/** Requests for the person's unseen changes in the workspace. */
import type { LastVisit } from '@hindsight/shared-contracts/api';
import { useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useNow } from '@hindsight/shared-ui/core';

/** Time since which changes are new to the person. The request itself counts as a visit; guests have none. */
export function useLastVisit() {
  const { session } = useShell();
  return useScopedQuery({
    key: ['last-visit'],
    enabled: session.user !== null,
    load: (api, signal) => api.call('POST /visits/', { body: {}, signal }),
  });
}

/** Marks everything up to now as seen. */
export function useMarkAsSeen(): () => Promise<void> {
  const { api, scope } = useShell();
  const client = useQueryClient();
  const key = useScopedKey()('last-visit');
  return async () => {
    const visit = await api.call('POST /visits/', { body: { seen: true }, scope });
    client.setQueryData<LastVisit>(key, visit);
  };
}

/** Memories per agent since a given time. */
export function useNewMemoriesByAgent(since: string | undefined) {
  return useScopedQuery({
    key: ['analytics', 'new-memories', since],
    follows: ['memories'],
    enabled: since !== undefined,
    load: (api, signal) => api.call('GET /analytics/new-memories', { query: { since: since ?? '' }, signal }),
  });
}

/** Pending reviews shown. */
export const PENDING_SHOWN = 4;

/** The newest pending proposals and their total. */
export function usePendingReviews() {
  return useScopedQuery({
    key: ['review', 'pending'],
    // A change of a memory resolves the proposals about it.
    follows: ['suggestions', 'memories'],
    load: async (api, signal) => {
      const page = await api.call('GET /review-items/', { query: { limit: PENDING_SHOWN }, signal });
      return { items: page.items, total: page.total_items };
    },
  });
}

/** Refetches every query on the page that failed. */
export function useRetryFailed(): () => void {
  const client = useQueryClient();
  return () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** Local midnight at the start of the last seven days. Constant within a day, so its queries keep their cache keys. */
export function useDayAWeekAgo(): string {
  const midnight = new Date(useNow()).setHours(0, 0, 0, 0);
  return new Date(midnight - (WEEK_DAYS - 1) * DAY_MS).toISOString();
}

/** Memories per agent in the last seven days. */
export const useWeek = () => useNewMemoriesByAgent(useDayAWeekAgo());

/** Agents' reads and denied requests in the last seven days and in the seven days before. Days are in UTC. */
export function useRequestsOfWeek() {
  const { session } = useShell();
  const first = useDayAWeekAgo();
  return useScopedQuery({
    key: ['agent-activity', 'week', first],
    follows: ['retrievals'],
    enabled: session.user !== null,
    load: async (api, signal) => {
      const day = (iso: string) => iso.slice(0, 10);
      const before = day(new Date(Date.parse(first) - WEEK_DAYS * DAY_MS).toISOString());
      const since = `${before}T00:00:00Z`;
      const { days } = await api.call('GET /agent-activity/summary', { query: { since }, signal });
      const week = days.filter(({ date }) => date >= day(first));
      const sum = (of: typeof days, key: 'read' | 'refused') =>
        of.reduce((total, one) => total + one[key], 0);
      return {
        read: sum(week, 'read'),
        readBefore: sum(days, 'read') - sum(week, 'read'),
        refused: sum(week, 'refused'),
      };
    },
  });
}

/** Whether any program of the person has used an active token or sign-in. */
export function useIsConnected() {
  return useScopedQuery({
    key: ['tokens', 'connected'],
    load: async (api, signal) => {
      const tokens = await api.call('GET /users/me/tokens', { scope: false, signal });
      return tokens.some(({ status, last_used_at: used }) => status === 'active' && used !== null);
    },
  });
}
