/** The calls that read the archive. */
import { readRows } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { archivedQuery, type ArchivedView } from '../model/archivedView';
import { readMemoryRow } from '../model/memoryRow';

/** One page of the archive. Earlier rows of the same workspace stay while the next ones load. */
export function useArchivedPage(view: ArchivedView, enabled: boolean) {
  const query = archivedQuery(view);
  return useScopedQuery({
    key: ['memory-blocks', 'archived', query],
    load: async (api, signal) =>
      readRows(await api.call('GET /memory-blocks/archived/', { query, signal }), readMemoryRow),
    enabled,
    keepPrevious: true,
  });
}

export interface ArchiveSummary {
  /** Null where the service does not say. */
  total: number | null;
  /** ISO time of the last archiving among the rows of the answer; empty when there is none. */
  latest: string;
}

/** The size of the whole archive and its latest entry, whatever the filters, by a call for one row. */
export function useArchiveSummary(enabled: boolean) {
  return useScopedQuery<ArchiveSummary>({
    key: ['memory-blocks', 'archive-summary'],
    enabled,
    load: async (api, signal) => {
      const query = { limit: 1, sort_by: 'archived_at', sort_order: 'desc' } as const;
      const answer = await api.call('GET /memory-blocks/archived/', { query, signal });
      const { items, total } = readRows(answer, readMemoryRow);
      return { total, latest: items[0]?.archivedAt ?? '' };
    },
  });
}
