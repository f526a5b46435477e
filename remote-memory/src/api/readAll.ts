/** Reads a list to its end for screens that need all of it, e.g. to search as a person types. */
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';

/**
 * Keyset pagination: each request starts after the last row of the previous one, so concurrent changes neither skip nor
 * repeat rows.
 * @param ask one request for up to a thousand rows. A service that ignores the starting row repeats itself, which ends
 * the loop.
 */
export async function readAll<Row extends { id: string }>(
  ask: (behind: Row | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let part: Row[];
  let known: number;
  do {
    known = rows.size;
    part = await ask([...rows.values()].at(-1));
    for (const row of part) rows.set(row.id, row);
  } while (part.length === MAX_PAGE_SIZE && rows.size > known);
  return [...rows.values()];
}
