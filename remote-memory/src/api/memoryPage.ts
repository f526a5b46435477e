/** One page of the memory list, in the chosen order or ranked by a search. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { toMemory, toRows, type Memory, type Rows } from '../model/memory';
import { narrowingOf, PAGE_SIZE, queryOf, type MemoryView } from '../model/memoryFilters';
import { isRanked, RANKED_LIMIT } from '../model/searchModes';

/** A ranked hit counts however weak it is: the ranking shows how good it is, and only the best are shown. */
const NO_THRESHOLD = { min_score: 0 } as const;

/** A memory that a ranked search found, and by what method: a search by meaning may fall back to another. */
export interface RankedMemory extends Memory {
  foundBy?: string;
}

/** The best hits of a search, ranked. Without a scope the active workspace is searched. */
export async function loadRanked(
  api: ApiClient,
  view: MemoryView,
  signal: AbortSignal,
  scope?: ActiveScope,
): Promise<Rows<RankedMemory>> {
  const query = { query: view.search, limit: RANKED_LIMIT, ...narrowingOf(view) };
  const options = { signal, scope };
  const hits =
    view.mode === 'full-text'
      ? await api.call('GET /memory-blocks/search/fulltext', {
          query: { ...query, ...NO_THRESHOLD },
          ...options,
        })
      : view.mode === 'semantic'
        ? await api.call('GET /memory-blocks/search/semantic', { query, ...options })
        : await api.call('GET /memory-blocks/search/hybrid', { query, ...options });
  const items = hits.map((hit) => ({ ...toMemory(hit), foundBy: hit.search_type }));
  return { items, total: items.length };
}

/**
 * One page of the list; of a ranked search all its hits (see `rowsOfPage`). Earlier rows of the same workspace stay while
 * the next ones load.
 */
export function useMemoryPage(view: MemoryView, enabled: boolean) {
  const ranked = isRanked(view);
  const { mode, search } = view;
  const query = queryOf(view);
  return useScopedQuery<Rows<RankedMemory>>({
    key: ranked
      ? ['memory-blocks', 'ranked', mode, search, narrowingOf(view)]
      : ['memory-blocks', 'page', query],
    load: async (api, signal) =>
      ranked
        ? loadRanked(api, view, signal)
        : toRows(await api.call('GET /memory-blocks/', { query, signal })),
    enabled,
    keepPrevious: true,
  });
}

/** The rows of one page: the answer itself, or the page's part of all hits. */
export function rowsOfPage(rows: Rows<RankedMemory>, page: number): RankedMemory[] {
  if (rows.items.length <= PAGE_SIZE) return rows.items;
  return rows.items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}

/** Whether a search by meaning found nothing near and answered what contains the words. */
export function isFallback(mode: string, rows: readonly RankedMemory[]): boolean {
  if (mode !== 'semantic' && mode !== 'hybrid') return false;
  return rows.length > 0 && rows.every(({ foundBy }) => foundBy === 'basic');
}
