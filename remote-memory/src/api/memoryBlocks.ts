/** The calls that read memory blocks, as hooks of the active workspace. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { fields, numberOr, readRows } from '@hindsight/shared-contracts/api/client';
import { readMemoryRow } from '../model/memoryRow';

/** How many of the newest blocks the dashboard shows. */
export const RECENT_COUNT = 6;

/** The newest blocks, and with them the number of all blocks. */
export function useRecentMemories() {
  return useScopedQuery({
    key: ['memory-blocks', 'recent'],
    load: async (api, signal) => {
      const query = { limit: RECENT_COUNT, sort_by: 'created_at', sort_order: 'desc' } as const;
      return readRows(await api.call('GET /memory-blocks/', { query, signal }), readMemoryRow);
    },
  });
}

/**
 * The number of conversations.
 * @throws TypeError when the answer holds no number: an unknown count must not look like zero.
 */
export function useConversationCount() {
  return useScopedQuery({
    key: ['memory-blocks', 'conversation-count'],
    load: async (api, signal) => {
      const count = numberOr(fields(await api.call('GET /conversations/count', { signal }))['count'], null);
      if (count === null) throw new TypeError('The answer holds no count of conversations.');
      return count;
    },
  });
}
