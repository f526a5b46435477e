/** Reads a list to its end where a screen needs all of it, e.g. to search it while a person types. */
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';

/** @param ask one request for the rows from `skip` on: one for up to a thousand rows. */
export async function readAll<T>(
  ask: (query: { skip?: number; limit: number }) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const skip = rows.length;
    const next = await ask({ limit: MAX_PAGE_SIZE, ...(skip > 0 ? { skip } : {}) });
    rows.push(...next);
    if (next.length < MAX_PAGE_SIZE) return rows;
  }
}
