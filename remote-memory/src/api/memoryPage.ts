/** One page of the memory list, sorted or ranked by a search. */
import type { SearchMetadata } from '@hindsight/shared-contracts/api';
import { readSearchMetadata, type ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { MAX_SEARCH_SKIP, MAX_SEEN_HITS } from '@hindsight/shared-contracts/rules';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { toRows } from '../model/memory';
import { toNarrowing, toQuery, type MemoryView } from '../model/memoryFilters';
import { collectNotes, toRankedMemory, type RankedMemory, type RankedRows } from '../model/rankedMemory';
import { isRanked } from '../model/searchModes';

interface Range {
  skip: number;
  seen?: string;
  limit: number;
}

interface RankedOptions {
  signal: AbortSignal;
  /** Defaults to the active workspace. */
  scope?: ActiveScope;
  isApart?: boolean;
}

/**
 * Hits of a search, best first. Best match folds hits that say the same into one row unless `isApart` is set.
 * If the service sends no total, a full page implies that another one follows.
 */
export async function loadRanked(
  api: ApiClient,
  view: Omit<MemoryView, 'page' | 'size' | 'sort'>,
  { skip, limit, seen }: Range,
  { signal, scope, isApart = false }: RankedOptions,
): Promise<RankedRows> {
  const query = { query: view.search, skip, limit, ...(seen && { seen }), ...toNarrowing(view) };
  const heard: { metadata?: SearchMetadata | null } = {};
  const options = {
    signal,
    ...(scope && { scope }),
    onHeaders: (headers: Headers) => void (heard.metadata = readSearchMetadata(headers)),
  };
  const ask = () => {
    switch (view.mode) {
      case 'full-text': {
        const words = { ...query, min_score: 0, match: 'all' } as const;
        return api.call('GET /memory-blocks/search/fulltext', {
          query: words,
          ...options,
        });
      }
      case 'semantic':
        return api.call('GET /memory-blocks/search/semantic', {
          query,
          ...options,
        });
      default: {
        const least = view.weaker === 'shown' ? 'weak' : 'likely';
        const both = {
          ...query,
          min_combined_score: 0,
          least_match: least,
          fold: String(!isApart),
        } as const;
        return api.call('GET /memory-blocks/search/hybrid', {
          query: both,
          ...options,
        });
      }
    }
  };
  const items = (await ask()).map(toRankedMemory);
  const { metadata } = heard;
  const guessed = skip + items.length + (items.length === limit ? 1 : 0);
  return {
    items,
    total: metadata?.total_matches ?? guessed,
    ...(metadata && { notes: collectNotes(metadata) }),
  };
}

/** Hits of all pages so far, as sent when requesting the next page; the end of each ID is enough. */
export const seenHitIds = (rows: readonly { id: string }[], before = ''): string =>
  [...before.split(',').filter(Boolean), ...rows.map(({ id }) => id.slice(-8))]
    .slice(-MAX_SEEN_HITS)
    .join(',');

interface PageOptions {
  /** Set by the page whose main content this is: its first paint waits for the rows. */
  isAwaited?: boolean;
  /** Position before the page, if known: the last row, or the hits of a search. */
  place?: string | undefined;
}

/** One page of the list. Previous rows of the same workspace stay while the next ones load. */
export function useMemoryPage(
  view: MemoryView,
  enabled: boolean,
  { isAwaited = false, place }: PageOptions = {},
) {
  const ranked = isRanked(view);
  const { mode, search, page, size, weaker } = view;
  const query = placedQuery(toQuery(view), place);
  const range = {
    skip: Math.min((page - 1) * size, MAX_SEARCH_SKIP),
    limit: size,
    ...(place !== undefined && { seen: place }),
  };
  return useScopedQuery<RankedRows>({
    key: ranked
      ? ['memory-blocks', 'ranked', mode, search, toNarrowing(view), weaker, range]
      : ['memory-blocks', 'page', query],
    load: async (api, signal) =>
      ranked
        ? loadRanked(api, view, range, { signal })
        : placedRows(toRows(await api.call('GET /memory-blocks/', { query, signal })), size, place),
    enabled,
    isAwaited,
    keepPrevious: true,
    follows: ['memories'],
    // New memories are announced instead (`useNewMemories`).
    isSteady: true,
  });
}

/** Best-match results for an exact-text search without hits; fetched only then. */
export function useExactAlternatives(view: MemoryView, enabled: boolean) {
  return useScopedQuery({
    key: ['memory-blocks', 'alternatives', view.search, toNarrowing(view)],
    load: (api, signal) => loadRanked(api, { ...view, mode: 'hybrid' }, { skip: 0, limit: 1 }, { signal }),
    enabled,
  });
}

/** Number of rows of a ranking that its pages can reach. */
export const lastRankedRow = (total: number): number => Math.min(total, MAX_SEARCH_SKIP);

/** Whether a ranked search fell back to plain word matches: no model, no semantic matches, or only very common words. */
export function isFallback(mode: string, rows: readonly RankedMemory[]): boolean {
  if (mode !== 'semantic' && mode !== 'hybrid') return false;
  return rows.length > 0 && rows.every(({ foundBy }) => foundBy === 'basic');
}
