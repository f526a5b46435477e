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
export function usePlaces<Place>({ view: { page, ...view }, show }: Listed, workspace = '') {
  const list = JSON.stringify([workspace, view]);
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

/**
 * How many rows the pages of a list have for someone who goes through them. What was archived or added meanwhile is in the total, but not
 * on the pages behind.
 */
export function reachableRows(
  { items, total, hasMore }: { items: readonly unknown[]; total: number; hasMore?: boolean },
  { page, size }: { page: number; size: number },
): number {
  if (hasMore === undefined) return total;
  return hasMore ? Math.max(total, page * size + 1) : (page - 1) * size + items.length;
}
