/** What the query cache does when memories change. */
import { useMemo } from 'react';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import { useQueryClient, type Query, type QueryClient } from '@hindsight/shared-contracts/query';
import type { Rows } from '../model/memory';

const isRows = (data: unknown): data is Rows<{ id: string }> =>
  typeof data === 'object' && data !== null && Array.isArray((data as { items?: unknown }).items);

/** A list that has lost rows is as old as before: what was added since it was loaded is still to be shown. */
function replaceRows(client: QueryClient, list: Query, rows: Rows<{ id: string }>): void {
  const { dataUpdatedAt: updatedAt, isInvalidated } = list.state;
  client.setQueryData(list.queryKey, rows, { updatedAt });
  if (isInvalidated) list.invalidate();
}

interface MemoryCache {
  /**
   * Takes memories out of every list that is shown, before the service has answered.
   * @returns restores the lists after a write that failed: without the network, a reload would bring nothing.
   */
  hide(ids: readonly string[]): () => void;
  /**
   * Reloads everything about the memories of the workspace.
   * @param gone memories that are deleted: a page that still shows one must not ask for it.
   */
  reload(gone?: readonly string[]): Promise<void>;
}

/** Lists, counts and sums of a workspace; agents alone are not touched by what happens to memories. */
const KEPT = new Set(['agents']);

/** The cache of the workspace in which a change is made. */
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
