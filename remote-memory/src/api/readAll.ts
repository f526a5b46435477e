/** Reads a list to its end where a screen needs all of it, e.g. to search it while a person types. */
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';

/** Requests for what comes after the first thousand rows: how many follow is not known, and one after the other takes long on a slow line. */
const AT_ONCE = 4;

/** @param ask one request for the rows from `skip` on: one for up to a thousand rows. */
export async function readAll<T>(
  ask: (query: { skip?: number; limit: number }) => Promise<T[]>,
): Promise<T[]> {
  const limit = MAX_PAGE_SIZE;
  const rows = await ask({ limit });
  let last = rows;
  while (last.length === limit) {
    const from = rows.length;
    const next = Array.from({ length: AT_ONCE }, (_, n) => ask({ limit, skip: from + n * limit }));
    const pages = await Promise.all(next);
    rows.push(...pages.flat());
    last = pages.at(-1) ?? [];
  }
  return rows;
}
