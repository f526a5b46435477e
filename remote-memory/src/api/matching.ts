/** Reads everything that a view of the list matches, page by page, for what is done with all of it. */
import { fields, numberOr, readRows } from '@hindsight/shared-contracts/api/client';
import { filterQuery, type MemoryView } from '../model/memoryFilters';
import { isRanked } from '../model/searchModes';
import { patiently, type WriteContext } from './blockWrites';
import { askRanked } from './memoryPage';

/** Rows of one call: few calls, and none of them long. */
export const READ_AT_ONCE = 500;

export interface ReadProgress {
  read: number;
  /** Null while nobody knows. */
  total: number | null;
}

/**
 * Pages of all rows, the oldest first, so that what is added meanwhile moves nothing; a row that comes twice is left out.
 * @param readItem the rows' own shape, e.g. only the id.
 */
export async function* readMatching<T extends { id: string }>(
  { api, scope }: WriteContext,
  view: Pick<MemoryView, 'search' | 'agent' | 'conversation'>,
  readItem: (item: unknown) => T | null,
  signal: AbortSignal,
): AsyncGenerator<{ rows: T[]; progress: ReadProgress }> {
  const seen = new Set<string>();
  for (let skip = 0; ; skip += READ_AT_ONCE) {
    const query = {
      skip,
      limit: READ_AT_ONCE,
      sort_by: 'created_at',
      sort_order: 'asc',
      ...filterQuery(view),
    } as const;
    const answer = await patiently(() => api.call('GET /memory-blocks/', { query, scope, signal }), signal);
    signal.throwIfAborted();
    const { items } = readRows(answer, readItem);
    const rows = items.filter(({ id }) => !seen.has(id) && seen.add(id));
    yield { rows, progress: { read: seen.size, total: numberOr(fields(answer)['total_items'], null) } };
    if (items.length < READ_AT_ONCE) return;
  }
}

/** The same of a view as it is shown: of a ranked search its hits, which are all that is shown of it. */
export async function* readView<T extends { id: string }>(
  context: WriteContext,
  view: MemoryView,
  readItem: (item: unknown) => T | null,
  signal: AbortSignal,
): AsyncGenerator<{ rows: T[]; progress: ReadProgress }> {
  if (!isRanked(view)) {
    yield* readMatching(context, view, readItem, signal);
    return;
  }
  const { items } = readRows(await askRanked(context.api, view, signal, context.scope), readItem);
  yield { rows: items, progress: { read: items.length, total: items.length } };
}
