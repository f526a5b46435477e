/** Queries for analytics. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import type { ANALYTICS_RANGE } from '@hindsight/shared-contracts/rules';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { toUnusedMemory, UNUSED_PAGE_SIZE, type UnusedView } from '../model/staleMemories';

/** Summary figures of a workspace, computed by the service. */
export type Analytics = CallAnswer<'GET /analytics/summary'>;

/** Figures per day for a range of days and totals for the same number of days before it. */
export type AnalyticsDays = CallAnswer<'GET /analytics/days'>;

/** Length of the selected range in days, ending today. */
export type AnalyticsRange = (typeof ANALYTICS_RANGE.choices)[number];

/** Summary figures of the workspace. @param enabled sends no request when false. */
export function useAnalytics(enabled = true) {
  return useScopedQuery({
    key: ['analytics', 'summary'],
    enabled,
    follows: ['memories', 'retrievals', 'agents'],
    load: (api, signal) => api.call('GET /analytics/summary', { signal }),
  });
}

/** Figures per day of a range. @param days length of the range; the previous range's figures stay until the new ones load. */
export function useAnalyticsDays(days: AnalyticsRange) {
  return useScopedQuery({
    key: ['analytics', 'days', days],
    keepPrevious: true,
    follows: ['memories', 'retrievals', 'agents'],
    load: (api, signal) => api.call('GET /analytics/days', { query: { days }, signal }),
  });
}

/** One page of memories that agents never or no longer retrieve. @param place the row before the page, if known. */
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
