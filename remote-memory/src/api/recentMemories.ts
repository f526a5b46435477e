/** Memories on the dashboard, newest first. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { toRows } from '../model/memory';
import { toMoments } from '../model/timeFilter';

/** Number of newest memories on the dashboard: one screenful. */
const RECENT_COUNT = 15;
/** Number of memories for a selected time span. */
const SPAN_COUNT = 50;

const NEWEST_FIRST = { sort_by: 'created_at', sort_order: 'desc' } as const;

/** The newest memories and the total count. @param isAwaited set by the dashboard, whose first paint waits for them. */
export function useRecentMemories(isAwaited = false) {
  return useScopedQuery({
    key: ['memory-blocks', 'recent'],
    follows: ['memories'],
    isAwaited,
    load: async (api, signal) => {
      const query = { limit: RECENT_COUNT, ...NEWEST_FIRST };
      return toRows(await api.call('GET /memory-blocks/', { query, signal }));
    },
  });
}

/** The newest memories of a time span (see `timeFilter.ts`) and their total. @param span null sends no request. */
export function useMemoriesSince(span: string | null) {
  return useScopedQuery({
    key: ['memory-blocks', 'span', span],
    follows: ['memories'],
    enabled: span !== null,
    keepPrevious: true,
    load: async (api, signal) => {
      const { after, before } = toMoments(span ?? '', Date.now());
      const query = {
        limit: SPAN_COUNT,
        ...NEWEST_FIRST,
        ...(after && { created_after: after }),
        ...(before && { created_before: before }),
      };
      return toRows(await api.call('GET /memory-blocks/', { query, signal }));
    },
  });
}

/** Number of conversations, including those whose memories are all archived. */
export function useConversationCount() {
  return useScopedQuery({
    key: ['memory-blocks', 'conversation-count'],
    follows: ['memories'],
    load: async (api, signal) => {
      const query = { include_archived: 'true' };
      return (await api.call('GET /conversations/count', { query, signal })).count;
    },
  });
}
