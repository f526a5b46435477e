/** The requests behind analytics. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import type { ANALYTICS_RANGE } from '@hindsight/shared-contracts/rules';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { toUnusedMemory, UNUSED_PAGE_SIZE, type UnusedView } from '../model/staleMemories';

/** The figures of a workspace, as the service sums them up. */
export type Analytics = CallAnswer<'GET /analytics/summary'>;

/** What happened in a range of days, and in as many before. */
export type AnalyticsDays = CallAnswer<'GET /analytics/days'>;

/** The days up to today that a person looks at. */
export type AnalyticsRange = (typeof ANALYTICS_RANGE.choices)[number];

/** The figures of a workspace. @param enabled false asks nothing. */
export function useAnalytics(enabled = true) {
  return useScopedQuery({
    key: ['analytics', 'summary'],
    enabled,
    follows: ['memories', 'retrievals', 'agents'],
    load: (api, signal) => api.call('GET /analytics/summary', { signal }),
  });
}

/** What happened on each day of a range. @param days the range; figures of another one stay until its own are there. */
export function useAnalyticsDays(days: AnalyticsRange) {
  return useScopedQuery({
    key: ['analytics', 'days', days],
    keepPrevious: true,
    follows: ['memories', 'retrievals', 'agents'],
    load: (api, signal) => api.call('GET /analytics/days', { query: { days }, signal }),
  });
}

/** One page of the memories that agents never or no longer retrieve. @param place the row that it begins behind, where known. */
export function useUnusedMemories({ kind, days, page }: UnusedView, place: string | undefined) {
  const range = { skip: (page - 1) * UNUSED_PAGE_SIZE, limit: UNUSED_PAGE_SIZE };
  const query = { kind, days, ...placedQuery(range, place) };
  return useScopedQuery({
    key: ['memory-blocks', 'unused', query],
    keepPrevious: true,
    load: async (api, signal) => {
      const { items, total_items: total } = await api.call('GET /analytics/unused', { query, signal });
      return placedRows({ items: items.map(toUnusedMemory), total }, UNUSED_PAGE_SIZE, place);
    },
  });
}
