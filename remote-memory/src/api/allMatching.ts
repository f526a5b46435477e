/** Reads all memories that a view matches, page by page, for what is done with all of them. */
import type { Memory } from '../model/memory';
import { toMemory } from '../model/memory';
import { filterQuery, type MemoryFilters, type MemoryView } from '../model/memoryFilters';
import { isRanked } from '../model/searchModes';
import { loadRanked } from './memoryPage';
import type { WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

/** Rows of one request: few requests, and none of them long. */
const READ_AT_ONCE = 500;

interface ReadProgress {
  read: number;
  /** Null until it is known. */
  total: number | null;
}

type Pages = AsyncGenerator<{ rows: Memory[]; progress: ReadProgress }>;

/** The oldest first, so that what is added meanwhile moves nothing; a row that comes twice is left out. */
export async function* readMatching(
  { api, scope }: WriteContext,
  filters: MemoryFilters,
  signal: AbortSignal,
): Pages {
  const seen = new Set<string>();
  for (let skip = 0; ; skip += READ_AT_ONCE) {
    const query = {
      skip,
      limit: READ_AT_ONCE,
      sort_by: 'created_at',
      sort_order: 'asc',
      ...filterQuery(filters),
    } as const;
    const request = () => api.call('GET /memory-blocks/', { query, scope, signal });
    const { items, total_items: total } = await retryOnRateLimit(request, signal);
    signal.throwIfAborted();
    const rows = items.map(toMemory).filter(({ id }) => !seen.has(id) && seen.add(id));
    yield { rows, progress: { read: seen.size, total } };
    if (items.length < READ_AT_ONCE) return;
  }
}

/** The same of a view as it is shown: of a ranked search its hits, which are all that is shown of it. */
export async function* readView(context: WriteContext, view: MemoryView, signal: AbortSignal): Pages {
  if (!isRanked(view)) {
    yield* readMatching(context, view, signal);
    return;
  }
  const { items, total } = await loadRanked(context.api, view, signal, context.scope);
  yield { rows: items, progress: { read: total, total } };
}
