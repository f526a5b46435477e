/** Invalidates stale lists after a change. */
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useCallback } from 'react';

/** Second segments of the query keys that a rewrite may affect, including those of other remotes. */
const LISTS = new Set([
  'memory-block',
  'memory-blocks',
  'agents',
  'archived-memory-blocks',
  'keywords',
  'dashboard',
  'analytics',
  'consolidation-suggestions',
  'secret-findings',
  'review',
  'navigation-count',
]);

/** Invalidates the lists of memories and suggestions. */
export function useInvalidateLists(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => LISTS.has(String(queryKey[1])) }),
    [queries],
  );
}
