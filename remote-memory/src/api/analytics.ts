/** The requests behind analytics. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { ANALYTICS_RANGE } from '@hindsight/shared-contracts/rules';
import { toUnusedMemory, UNUSED_PAGE_SIZE, type UnusedView } from '../model/staleMemories';

/** The figures of a workspace, as the service sums them up. */
export type Analytics = CallAnswer<'GET /analytics/summary'>;

/** The days up to today that a person looks at. */
export type AnalyticsRange = (typeof ANALYTICS_RANGE.choices)[number];

/** @param days the range; figures of another one stay until its own are there. @param enabled false asks nothing. */
export function useAnalytics(days: AnalyticsRange = ANALYTICS_RANGE.default, enabled = true) {
  return useScopedQuery({
    key: ['analytics', 'summary', days],
    keepPrevious: true,
    enabled,
    follows: ['memories', 'retrievals', 'agents'],
    load: (api, signal) =>
      api.call('GET /analytics/summary', {
        ...(days !== ANALYTICS_RANGE.default && { query: { days } }),
        signal,
      }),
  });
}

/** One page of the memories that agents never or no longer retrieve. */
export function useUnusedMemories({ kind, days, page }: UnusedView) {
  return useScopedQuery({
    key: ['memory-blocks', 'unused', kind, days, page],
    keepPrevious: true,
    load: async (api, signal) => {
      const query = { kind, days, skip: (page - 1) * UNUSED_PAGE_SIZE, limit: UNUSED_PAGE_SIZE };
      const { items, total_items } = await api.call('GET /analytics/unused', { query, signal });
      return { items: items.map(toUnusedMemory), total: total_items };
    },
  });
}
