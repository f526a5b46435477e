/** Counts memories added since a list was loaded that match its filters. */
import type { Change } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useState } from 'react';
import { filterQuery, isFiltered, type MemoryView } from '../model/memoryFilters';
import { isRanked } from '../model/searchModes';

/** Maximum that is counted. */
export const MAX_NEW = 100;

interface AddedMemories {
  count: number;
  ids: readonly string[];
}

const NOTHING_ADDED: readonly AddedMemories[] = [];

const addedMemories = (changes: readonly Change[]): AddedMemories[] =>
  changes
    .filter(({ kind, added }) => kind === 'memories' && added > 0)
    .map(({ added, ids }) => ({ count: added, ids }));

/** Memories added since the list was loaded; reset by each load, independent of clock differences. */
function useAdded(loadedAt: number): readonly AddedMemories[] {
  const { live, scope } = useShell();
  const [added, setAdded] = useState(NOTHING_ADDED);
  const [list, setList] = useState({ scope, loadedAt });
  if (scope !== list.scope || loadedAt !== list.loadedAt) {
    setList({ scope, loadedAt });
    setAdded(NOTHING_ADDED);
  }
  useEffect(
    () =>
      live?.subscribe((changes) => {
        const more = addedMemories(changes);
        if (more.length > 0) setAdded((before) => [...before, ...more]);
      }),
    [live],
  );
  return added;
}

/**
 * Number of new memories missing from the list of `view`; 0 for ranked lists, where their position is unknown.
 * @param loadedAt when the list was loaded. @param shown ids of its rows.
 */
export function useNewMemories(view: MemoryView, loadedAt: number, shown: readonly string[]): number {
  const added = useAdded(loadedAt);
  const ids = new Set(added.flatMap((one) => one.ids));
  const count = added.reduce((sum, one) => sum + one.count, 0);
  const isCounted = count > 0 && loadedAt > 0 && !isRanked(view);
  const { data } = useScopedQuery({
    key: ['memory-blocks', 'new', filterQuery(view), loadedAt, count],
    load: async (api, signal) => {
      const newest = { sort_by: 'created_at', sort_order: 'desc', limit: Math.min(count, MAX_NEW) } as const;
      const page = await api.call('GET /memory-blocks/', {
        query: { ...newest, ...filterQuery(view) },
        signal,
      });
      return page.items.map(({ id }) => id);
    },
    enabled: isCounted && isFiltered(view),
  });
  if (!isCounted) return 0;
  const matching = isFiltered(view) ? (data ?? []).filter((id) => ids.has(id)) : [...ids];
  const unseen = matching.filter((id) => !shown.includes(id));
  // Bulk changes name only some of their memories.
  return !isFiltered(view) && count > ids.size ? count : unseen.length;
}
