/** Reads a list to its end where a screen needs all of it, e.g. to search it as one types. */
import { readRows } from '@hindsight/shared-contracts/api/client';

/** Rows of one call: the most that the service hands out at once. */
export const MOST_ROWS = 1000;

/** More calls than this no list takes: a service that ignores `skip` must not be asked for ever. */
const MOST_CALLS = 50;

/**
 * All rows of a list, by as few calls as it takes: one for up to a thousand rows.
 * @param ask one call for the rows from `skip` on.
 */
export async function everyRow<T extends { id: string }>(
  ask: (skip: number, limit: number) => Promise<unknown>,
  readItem: (item: unknown) => T | null,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let call = 0; call < MOST_CALLS; call++) {
    const { items, total } = readRows(await ask(call * MOST_ROWS, MOST_ROWS), readItem);
    const before = found.size;
    for (const item of items) found.set(item.id, item);
    const isLast = total === null ? items.length < MOST_ROWS : found.size >= total;
    if (isLast || found.size === before) break;
  }
  return [...found.values()];
}
