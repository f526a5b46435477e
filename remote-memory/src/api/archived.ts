/** Queries for the archive. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { archivedQuery, type ArchivedView } from '../model/archivedView';
import { toRows } from '../model/memory';

/**
 * One page of the archive. Previous rows of the same workspace stay while the next ones load.
 * @param place the row before the page, if known.
 */
export function useArchivedPage(view: ArchivedView, enabled: boolean, place: string | undefined) {
  const query = placedQuery(archivedQuery(view), place);
  return useScopedQuery({
    key: ['memory-blocks', 'archived', query],
    load: async (api, signal) =>
      placedRows(toRows(await api.call('GET /memory-blocks/archived/', { query, signal })), view.size, place),
    enabled,
    isAwaited: true,
    keepPrevious: true,
  });
}

/** The size of the whole archive and the time of its latest entry, regardless of filters. */
export function useArchiveSummary() {
  return useScopedQuery({
    key: ['memory-blocks', 'archive-summary'],
    load: async (api, signal) => {
      const query = { limit: 1, sort_by: 'archived_at', sort_order: 'desc' } as const;
      const { items, total_items } = await api.call('GET /memory-blocks/archived/', { query, signal });
      return { total: total_items, latest: items[0]?.archived_at ?? null };
    },
  });
}
