/** Reads all memories that a view matches, page by page, for what is done with all of them. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import type { Memory } from '../model/memory';
import { toMemory } from '../model/memory';
import { filterQuery, type MemoryFilters, type MemoryView } from '../model/memoryFilters';
import { isRanked } from '../model/searchModes';
import { loadRanked } from './memoryPage';
import type { WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

/** Rows of one request: few requests, and none of them long. */
const READ_AT_ONCE = 500;
/** The status of an answer that would be too large: fewer rows fit. */
const TOO_LARGE = 413;

interface ReadProgress {
  read: number;
  /** Null until it is known. */
  total: number | null;
}

type Pages = AsyncGenerator<{ rows: Memory[]; progress: ReadProgress }>;

interface ReadOptions {
  signal: AbortSignal;
  /** Reads archived memories too. */
  withArchived?: boolean;
}

/**
 * The oldest first, each page behind the last row of the one before, so that what is added or archived meanwhile moves nothing. Where the
 * answer would be too large, smaller pages are read.
 */
export async function* readMatching(
  { api, scope }: WriteContext,
  filters: MemoryFilters,
  { signal, withArchived = false }: ReadOptions,
): Pages {
  let limit = READ_AT_ONCE;
  let read = 0;
  let last: Memory | undefined;
  const ask = () => {
    const order = { sort_by: 'created_at', sort_order: 'asc' } as const;
    const archived = withArchived ? ({ include_archived: 'true' } as const) : {};
    const after = last && { after: `${last.createdAt}_${last.id}` };
    const query = { limit, ...order, ...after, ...archived, ...filterQuery(filters) };
    return api.call('GET /memory-blocks/', { query, scope, signal });
  };
  for (;;) {
    try {
      const { items, total_items: total } = await retryOnRateLimit(ask, signal);
      signal.throwIfAborted();
      const rows = items.map(toMemory);
      // An earlier release of the service begins with the first row each time.
      if (rows.some(({ id }) => id === last?.id)) throw new Error('The service is older than this page.');
      read += rows.length;
      last = rows.at(-1) ?? last;
      yield { rows, progress: { read, total } };
      if (rows.length < limit) return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === TOO_LARGE) || limit === 1) throw error;
      limit = Math.ceil(limit / 2);
    }
  }
}

/** The same of a view as it is shown: of a ranked search its best hits. */
export async function* readView(context: WriteContext, view: MemoryView, options: ReadOptions): Pages {
  const { signal } = options;
  if (!isRanked(view)) {
    yield* readMatching(context, view, options);
    return;
  }
  const limit = MAX_PAGE_SIZE;
  const how = { signal, scope: context.scope, isApart: true };
  const { items } = await loadRanked(context.api, view, { skip: 0, limit }, how);
  yield { rows: items, progress: { read: items.length, total: items.length } };
}
