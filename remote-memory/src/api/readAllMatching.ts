/** Reads all memories that match a view, page by page, for actions on all of them. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import type { Memory } from '../model/memory';
import { toMemory } from '../model/memory';
import { filterQuery, type MemoryFilters, type MemoryView } from '../model/memoryFilters';
import { isRanked } from '../model/searchModes';
import { loadRanked } from './memoryPage';
import type { WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

/** Rows per request: few requests, none of them slow. */
const READ_AT_ONCE = 500;
/** Status of a response that would be too large; the retry asks for fewer rows. */
const TOO_LARGE = 413;

interface ReadProgress {
  read: number;
  /** Null until known. */
  total: number | null;
}

type Pages = AsyncGenerator<{ rows: Memory[]; progress: ReadProgress }>;

interface ReadOptions {
  signal: AbortSignal;
  /** Includes archived memories. */
  withArchived?: boolean;
}

/**
 * Oldest first with keyset pagination, so memories added or archived during the read shift nothing. Halves the page
 * size when a response would be too large.
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
      // An earlier release of the service restarts at the first row each time.
      if (rows.some(({ id }) => id === last?.id))
        throw new Error('This page is newer than the service. Try again in a few minutes.');
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

/** Reads a view as it is displayed: for a ranked search, its best hits. */
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
