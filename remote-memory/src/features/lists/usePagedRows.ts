/** The pages of a list that is loaded whole and searched in the browser. */
import { useClampedPage, type ListView, type Parameter } from '@hindsight/shared-ui/data';
import { useMemo } from 'react';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';

/** Milliseconds from the last letter until rows and address follow: longer than most people need from one letter to the next. */
export const SEARCH_PAUSE_MS = 300;

/**
 * @param found the rows that match; undefined until they are loaded.
 * @returns the page that exists, its rows, how many rows the pages have, and how to go to another one. Rows that come and go meanwhile
 * move none from a page to the next.
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
    // The place of a page is the rows before it.
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
