/** Which memories were added since a list was loaded, of those that it would show. */
import type { Change } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useState } from 'react';
import { filterQuery, isFiltered, type MemoryView } from '../model/memoryFilters';
import { isRanked } from '../model/searchModes';

/** The most that are counted. */
export const MAX_NEW = 100;

interface Added {
  count: number;
  ids: readonly string[];
}

const NOTHING_ADDED: readonly Added[] = [];

const addedBy = (changes: readonly Change[]): Added[] =>
  changes
    .filter(({ kind, added }) => kind === 'memories' && added > 0)
    .map(({ added, ids }) => ({ count: added, ids }));

/** What was added since the list was loaded: each load begins again, whatever the clock says by then. */
function useAdded(loadedAt: number): readonly Added[] {
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
        const more = addedBy(changes);
        if (more.length > 0) setAdded((before) => [...before, ...more]);
      }),
    [live],
  );
  return added;
}

/**
 * The number of memories that the list of `view` lacks. A ranked list has none: where a new memory would stand is not known.
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
  // A bulk change names some of its rows only.
  return !isFiltered(view) && count > ids.size ? count : unseen.length;
}
