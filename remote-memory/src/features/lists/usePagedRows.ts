/** Pagination of a list that is fully loaded and searched in the browser. */
import { useClampedPage, type ListView, type Parameter } from '@hindsight/shared-ui/data';
import { useMemo } from 'react';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';

/** Debounce in milliseconds before rows and address follow the search text: longer than most people need between two keystrokes. */
export const SEARCH_PAUSE_MS = 300;

/**
 * @param found the matching rows; undefined until loaded.
 * @returns the existing page, its rows, the total number of rows on all pages, and a function to turn the page. Rows
 * added or removed in between shift none from one page to the next.
 */
export function usePagedRows<Row extends { id: string }>(
  list: ListView<Record<never, Parameter<unknown>>>,
  found: readonly Row[] | undefined,
  size: number,
) {
  const { page: asked } = list.view;
  const { place, turn } = usePlaces<ReadonlySet<string>>(list);
  const rows = useMemo(() => {
    if (!found) return undefined;
    // Pages are positioned by the set of rows before them.
    const from = place ? found.findLastIndex(({ id }) => place.has(id)) + 1 : (asked - 1) * size;
    const items = found.slice(from, from + size);
    const before = () => new Set(found.slice(0, from + size).map(({ id }) => id));
    return { items, before, total: found.length, ...(place && { hasMore: from + size < found.length }) };
  }, [found, place, asked, size]);
  const total = rows && reachableRows(rows, { page: asked, size });
  const { page } = useClampedPage(asked, { total, size, show: list.show });
  return {
    page,
    shown: rows?.items ?? [],
    total: total ?? 0,
    turn: (next: number) => turn(next, rows?.before()),
  };
}
