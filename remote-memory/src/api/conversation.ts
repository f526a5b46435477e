/** Queries of the conversation page other than its memories: later changes and retrievals of them. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { toQuery, type MemoryView } from '../model/memoryFilters';

export type ConversationEvent = CallAnswer<'GET /conversations/{id}/events'>['items'][number];

/** Creation time of the first memory after a page of a conversation; null if there is none. */
export function useNextWritten(view: MemoryView, enabled: boolean) {
  const query = { ...toQuery(view), skip: view.page * view.size, limit: 1 };
  return useScopedQuery({
    key: ['memory-blocks', 'next-written', query],
    load: async (api, signal) =>
      (await api.call('GET /memory-blocks/', { query, signal })).items[0]?.created_at ?? null,
    enabled,
  });
}

/** Changes and retrievals of a conversation's memories within a time span, oldest first. */
export function useConversationEvents(
  id: string,
  span: { since?: string | undefined; until?: string | undefined },
  enabled: boolean,
) {
  const { since, until } = span;
  const query = { limit: MAX_PAGE_SIZE, ...(since && { since }), ...(until && { until }) };
  return useScopedQuery({
    key: ['conversation', id, 'events', query],
    load: (api, signal) => api.call('GET /conversations/{id}/events', { params: { id }, query, signal }),
    enabled,
    keepPrevious: true,
    follows: ['memories', 'retrievals'],
  });
}
