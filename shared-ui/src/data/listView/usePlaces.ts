/** Cursors of a list's pages: each page starts after the last row of the previous one, wherever that row is now. */
import { useState } from 'react';

interface Listed {
  /** The list's filters and current page; cursors are valid for one list only. */
  view: { page: number };
  show(change: { page: number }): void;
}

/**
 * @returns the cursor of the page, undefined if the previous page was not visited; and a function that goes to another page, with the
 * cursor after this page's rows.
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

/** The same for a list whose page is not in the URL. @param list identifies the list. */
export function usePlacedPage(list: string) {
  const [page, setPage] = useState(1);
  return { page, ...usePlaces<string>({ view: { page }, show: (next) => setPage(next.page) }, list) };
}

interface Reached {
  items: readonly unknown[];
  total: number;
  /** Whether more rows follow a page that was loaded by cursor. */
  hasMore?: boolean;
}

/** Number of rows reachable by paging. Rows that were archived or added in between count in the total, but are not on later pages. */
export function reachableRows(
  { items, total, hasMore }: Reached,
  { page, size }: { page: number; size: number },
): number {
  if (hasMore === undefined) return total;
  return hasMore ? Math.max(total, page * size + 1) : (page - 1) * size + items.length;
}

/** Requests the rows after a cursor, if there is one, plus one more: the total does not tell whether there is a next page. */
export function placedQuery<Query extends { skip: number; limit: number }>(
  range: Query,
  place: string | undefined,
) {
  // Unchanged without a cursor: the host prefetches the first request of a page by its URL.
  if (place === undefined) return range;
  const { skip: _, ...query } = range;
  return { ...query, after: place, limit: query.limit + 1 };
}

/** Trims the response to `placedQuery` to one page. */
export function placedRows<T>({ items, total }: { items: T[]; total: number }, size: number, place: unknown) {
  return place === undefined
    ? { items, total }
    : { items: items.slice(0, size), total, hasMore: items.length > size };
}
