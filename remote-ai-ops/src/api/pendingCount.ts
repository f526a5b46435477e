/** Count of pending review items, for pages without the inbox. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';

/** Number of pending items of one kind or all; undefined until loaded. */
export function useWaitingCount(kind?: ReviewKind): number | undefined {
  const query = { limit: 1, ...(kind && { kind }) };
  return useScopedQuery({
    key: ['review', 'waiting', query],
    load: async (api, signal) => (await api.call('GET /review-items/', { query, signal })).total_items,
    follows: ['suggestions', 'memories'],
  }).data;
}
