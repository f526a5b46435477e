/** Reads a list to its end where a screen needs all of it, e.g. to search it while a person types. */
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';

/**
 * Each part begins behind the last row of the one before, so that nothing is missed or comes twice when rows come and go meanwhile.
 * @param ask one request for up to a thousand rows. A service that does not know where to begin repeats itself, which ends the reading.
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
