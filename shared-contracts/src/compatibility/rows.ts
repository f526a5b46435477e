/** Reads lists to their end, and cuts the page out of them that was asked for. */
import type { CallAnswer, CallInput } from '../api/client/types';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { unsupported, type Service } from './service';

/** More calls than this no list takes: a service that ignores `skip` must not be asked for ever. */
const MAX_CALLS = 20;

/**
 * Every row of a list.
 * @param ask one call for the rows from `skip` on.
 * @throws ApiError 501 for a list of more than 20,000 rows: figures of a part of it would be wrong.
 */
export async function everyRow<T>(ask: (skip: number, limit: number) => Promise<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const next = await ask(rows.length, MAX_PAGE_SIZE);
    rows.push(...next);
    if (next.length < MAX_PAGE_SIZE) return rows;
  }
  throw unsupported(`sum up more than ${(MAX_CALLS * MAX_PAGE_SIZE).toLocaleString('en')} rows`);
}

export type Block = CallAnswer<'GET /memory-blocks/'>['items'][number];
type Options = Pick<CallInput<'GET /analytics/summary'>, 'scope' | 'signal'>;

/** Every memory block of the scope, newest first. */
export function everyBlock(
  service: Service,
  { scope, signal }: Options,
  key: 'GET /memory-blocks/' | 'GET /memory-blocks/archived/' = 'GET /memory-blocks/',
): Promise<Block[]> {
  return everyRow(async (skip, limit) => {
    const query = { skip, limit, sort_by: 'created_at', sort_order: 'desc' } as const;
    return (await service.ask(key, { query, scope, signal })).items;
  });
}

interface Cut {
  skip?: unknown;
  limit?: unknown;
}

/** The asked-for part of all rows. */
export function cut<T>(rows: readonly T[], { skip, limit }: Cut = {}, standard = MAX_PAGE_SIZE): T[] {
  const first = Number(skip ?? 0);
  return rows.slice(first, first + Number(limit ?? standard));
}

/** The same as a page with its totals. */
export function pageOf<T>(rows: readonly T[], query: Cut = {}, standard = MAX_PAGE_SIZE) {
  const limit = Number(query.limit ?? standard);
  return {
    items: cut(rows, query, standard),
    total_items: rows.length,
    total_pages: limit > 0 ? Math.ceil(rows.length / limit) : 0,
  };
}

/** Rows in the order of a text; rows without one come last in both directions. */
export function sorted<T>(rows: readonly T[], textOf: (row: T) => string, order = 'asc'): T[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [first, second] = [textOf(a), textOf(b)];
    if (first === second) return 0;
    if (first === '' || second === '') return first === '' ? 1 : -1;
    return first < second ? -sign : sign;
  });
}

const AT_ONCE = 4;

/** Runs a task for each item, four at a time. */
export async function eachOf<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
