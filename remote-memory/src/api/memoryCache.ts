/** Updates of the query cache when memories change. */
import { useMemo } from 'react';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import { useQueryClient, type Query, type QueryClient } from '@hindsight/shared-contracts/query';
import type { Rows } from '../model/memory';

const isRows = (data: unknown): data is Rows<{ id: string }> =>
  typeof data === 'object' && data !== null && Array.isArray((data as { items?: unknown }).items);

/** Keeps the list's timestamp when rows are removed, so memories added since it was loaded are still announced. */
function replaceRows(client: QueryClient, list: Query, rows: Rows<{ id: string }>): void {
  const { dataUpdatedAt: updatedAt, isInvalidated } = list.state;
  client.setQueryData(list.queryKey, rows, { updatedAt });
  if (isInvalidated) list.invalidate();
}

interface MemoryCache {
  /**
   * Removes memories from all loaded lists before the service responds.
   * @returns restores the lists after a failed write; offline, a refetch would not.
   */
  hide(ids: readonly string[]): () => void;
  /**
   * Invalidates everything about the workspace's memories.
   * @param gone deleted memories, which a page that still shows one must not refetch.
   */
  reload(gone?: readonly string[]): Promise<void>;
}

/** Exempt from a reload: unlike lists, counts and sums, agents do not depend on memories. */
const KEPT = new Set(['agents']);

/** Cache of the workspace in which a change is made. */
export function useMemoryCache(): (scope: ActiveScope) => MemoryCache {
  const client = useQueryClient();
  return useMemo(
    () => (scope) => {
      const prefix = scopeKey(scope);
      return {
        hide(ids) {
          const gone = new Set(ids);
          const lists = client.getQueryCache().findAll({ queryKey: [prefix, 'memory-blocks'] });
          const restores = lists.flatMap((list) => {
            const { data } = list.state;
            if (!isRows(data)) return [];
            const items = data.items.filter(({ id }) => !gone.has(id));
            const removed = data.items.length - items.length;
            if (removed === 0) return [];
            replaceRows(client, list, { ...data, items, total: data.total - removed });
            return [() => replaceRows(client, list, data)];
          });
          return () => restores.forEach((restore) => restore());
        },
        reload: (gone = []) =>
          client.invalidateQueries({
            predicate: ({ queryKey: [workspace, what, id] }) =>
              workspace === prefix &&
              !KEPT.has(String(what)) &&
              !(what === 'memory-block' && gone.includes(String(id))),
          }),
      };
    },
    [client],
  );
}
