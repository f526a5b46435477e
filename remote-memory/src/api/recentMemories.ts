/** The requests behind the dashboard. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { toRows } from '../model/memory';

/** How many of the newest memories the dashboard shows. */
export const RECENT_COUNT = 6;

/** The newest memories, and with them the number of all. @param isAwaited for the dashboard: it is first drawn with them. */
export function useRecentMemories(isAwaited = false) {
  return useScopedQuery({
    key: ['memory-blocks', 'recent'],
    follows: ['memories'],
    isAwaited,
    load: async (api, signal) => {
      const query = { limit: RECENT_COUNT, sort_by: 'created_at', sort_order: 'desc' } as const;
      return toRows(await api.call('GET /memory-blocks/', { query, signal }));
    },
  });
}

/** The number of conversations. */
export function useConversationCount() {
  return useScopedQuery({
    key: ['memory-blocks', 'conversation-count'],
    follows: ['memories'],
    load: async (api, signal) => (await api.call('GET /conversations/count', { signal })).count,
  });
}
