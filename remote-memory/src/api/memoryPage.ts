/** One page of the memory list, in the chosen order or ranked by a search. */
import { readRows, type ApiClient, type Rows } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { narrowingOf, PAGE_SIZE, queryOf, type MemoryView } from '../model/memoryFilters';
import { readMemoryRow, type MemoryRow } from '../model/memoryRow';
import { readRankedRow } from '../model/rankedRow';
import { isRanked, RANKED_LIMIT } from '../model/searchModes';

/** A hit counts however weak it is: the ranking says how good it is, and only the best are shown. */
const NO_THRESHOLD = { min_score: 0 } as const;

/** The best hits of a search, ranked: a bare array. Without a scope the active workspace is searched. */
export function askRanked(
  api: ApiClient,
  view: MemoryView,
  signal: AbortSignal,
  scope?: ActiveScope,
): Promise<unknown> {
  const query = { query: view.search, limit: RANKED_LIMIT, ...narrowingOf(view) };
  if (view.mode === 'full-text') {
    const all = { ...query, ...NO_THRESHOLD };
    return api.call('GET /memory-blocks/search/fulltext', { query: all, signal, scope });
  }
  if (view.mode === 'semantic')
    return api.call('GET /memory-blocks/search/semantic', { query, signal, scope });
  return api.call('GET /memory-blocks/search/hybrid', { query, signal, scope });
}

async function loadRanked(api: ApiClient, view: MemoryView, signal: AbortSignal): Promise<Rows<MemoryRow>> {
  const { items } = readRows(await askRanked(api, view, signal), readRankedRow);
  return { items, total: items.length };
}

async function loadListed(api: ApiClient, view: MemoryView, signal: AbortSignal): Promise<Rows<MemoryRow>> {
  return readRows(await api.call('GET /memory-blocks/', { query: queryOf(view), signal }), readMemoryRow);
}

/**
 * One page of the list; of a ranked search all its hits (see `rowsOfPage`). Earlier rows of the same workspace stay while
 * the next ones load.
 */
export function useMemoryPage(view: MemoryView, enabled: boolean) {
  const ranked = isRanked(view);
  const { mode, search } = view;
  return useScopedQuery({
    key: ranked
      ? ['memory-blocks', 'ranked', mode, search, narrowingOf(view)]
      : ['memory-blocks', 'page', queryOf(view)],
    load: (api, signal) => (ranked ? loadRanked : loadListed)(api, view, signal),
    enabled,
    keepPrevious: true,
  });
}

/** The rows of one page: the answer itself, or the page's part of all hits. */
export function rowsOfPage(rows: Rows<MemoryRow>, page: number): MemoryRow[] {
  if (rows.items.length <= PAGE_SIZE) return rows.items;
  return rows.items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}
