/** The requests about what is new to the person in the workspace. */
import type { LastVisit } from '@hindsight/shared-contracts/api';
import { useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Since when changes are new to the person. Asking is being here; guests have no visits. */
export function useLastVisit() {
  const { session } = useShell();
  return useScopedQuery({
    key: ['last-visit'],
    enabled: session.user !== null,
    load: (api, signal) => api.call('POST /visits/', { body: {}, signal }),
  });
}

/** Makes everything until now no longer new. */
export function useMarkAsSeen(): () => Promise<void> {
  const { api, scope } = useShell();
  const client = useQueryClient();
  const key = useScopedKey()('last-visit');
  return async () => {
    const visit = await api.call('POST /visits/', { body: { seen: true }, scope });
    client.setQueryData<LastVisit>(key, visit);
  };
}

/** The memories since a moment, by agent. */
export function useNewMemoriesByAgent(since: string | undefined) {
  return useScopedQuery({
    key: ['analytics', 'new-memories', since],
    follows: ['memories'],
    enabled: since !== undefined,
    load: (api, signal) => api.call('GET /analytics/new-memories', { query: { since: since ?? '' }, signal }),
  });
}

/** How many decisions wait in the review inbox. */
export function useReviewCount() {
  return useScopedQuery({
    key: ['review', 'count'],
    // What waits about a memory ends when it changes.
    follows: ['suggestions', 'memories'],
    load: async (api, signal) =>
      (await api.call('GET /review-items/', { query: { limit: 1 }, signal })).total_items,
  });
}

/** How many calls of agents were refused since a moment. */
export function useRefusedCount(since: string | undefined) {
  return useScopedQuery({
    key: ['agent-activity', 'refused', since],
    enabled: since !== undefined,
    load: async (api, signal) => {
      const { days } = await api.call('GET /agent-activity/summary', { query: { since }, signal });
      return days.reduce((sum, { refused }) => sum + refused, 0);
    },
  });
}
