/** Where the pages of a list begin for someone who goes through them: behind what the page before showed, wherever that is by now. */
import { useState } from 'react';

interface Listed {
  /** What is listed and the page that is shown: another list has other places. */
  view: { page: number };
  show(change: { page: number }): void;
}

/**
 * @returns where the page begins, undefined where the page before was not seen; and how to go to another page, with the place behind the
 * rows of this one.
 */
export function usePlaces<Place>({ view: { page, ...view }, show }: Listed, whose = '') {
  const list = JSON.stringify([whose, view]);
  const [seen, setSeen] = useState({ list, places: new Map<number, Place>() });
  const places = seen.list === list ? seen.places : new Map<number, Place>();
  return {
    place: places.get(page),
    turn(next: number, behind: Place | undefined): void {
      if (next === page + 1 && behind !== undefined)
        setSeen({ list, places: new Map(places).set(next, behind) });
      show({ page: next });
    },
  };
}

/** The same for a list whose page is no part of the address. @param list names what is listed. */
export function usePlacedPage(list: string) {
  const [page, setPage] = useState(1);
  return { page, ...usePlaces<string>({ view: { page }, show: (next) => setPage(next.page) }, list) };
}

interface Reached {
  items: readonly unknown[];
  total: number;
  /** Whether rows follow a page that began behind a place. */
  hasMore?: boolean;
}

/**
 * How many rows the pages of a list have for someone who goes through them. What was archived or added meanwhile is in the total, but not
 * on the pages behind.
 */
export function reachableRows(
  { items, total, hasMore }: Reached,
  { page, size }: { page: number; size: number },
): number {
  if (hasMore === undefined) return total;
  return hasMore ? Math.max(total, page * size + 1) : (page - 1) * size + items.length;
}

/** Asks for the rows behind a place, where there is one, and for one more: the total does not tell whether there is a next page. */
export function placedQuery<Query extends { skip: number; limit: number }>(
  range: Query,
  place: string | undefined,
) {
  // Unchanged without a place: the address of a page's first request is known to the host.
  if (place === undefined) return range;
  const { skip: _, ...query } = range;
  return { ...query, after: place, limit: query.limit + 1 };
}

/** The page that `placedQuery` asked for. */
export function placedRows<T>({ items, total }: { items: T[]; total: number }, size: number, place: unknown) {
  return place === undefined
    ? { items, total }
    : { items: items.slice(0, size), total, hasMore: items.length > size };
}
