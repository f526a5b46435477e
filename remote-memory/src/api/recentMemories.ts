/** The memories that the dashboard shows, newest first. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { toRows } from '../model/memory';
import { toMoments } from '../model/timeFilter';

/** How many of the newest memories the dashboard shows: a screen of them. */
const RECENT_COUNT = 15;
/** How many of a span of time, which a person chose. */
const SPAN_COUNT = 50;

const NEWEST_FIRST = { sort_by: 'created_at', sort_order: 'desc' } as const;

/** The newest memories, and with them the number of all. @param isAwaited for the dashboard: it is first drawn with them. */
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

/** The newest memories of a span of time (see `timeFilter.ts`), and the number of all in it. @param span null asks nothing. */
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

/** The number of conversations, of which archiving what they left takes none away. */
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
