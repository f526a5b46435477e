/** The calls that change one memory block, and how every list hears of it. */
import { useMemo } from 'react';
import { ApiError, fields, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Where and with what a block is changed. The workspace is pinned, because a person may switch while a change is under way. */
export interface WriteContext {
  api: ApiClient;
  scope: ActiveScope;
}

export function archiveBlock({ api, scope }: WriteContext, id: string, signal?: AbortSignal) {
  return api.call('POST /memory-blocks/{id}/archive', { params: { id }, scope, signal });
}

/**
 * Brings an archived block back.
 * @throws Error when the service answers that it is still archived: the public service accepts this call and does nothing.
 */
export async function restoreBlock(
  { api, scope }: WriteContext,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const answer = await api.call('PUT /memory-blocks/{id}', {
    params: { id },
    body: { archived: false },
    scope,
    signal,
  });
  if (fields(answer)['archived'] === true) throw new Error('The service kept it archived.');
}

/** Deletes for good. A block that is already gone counts as deleted. */
export async function deleteBlock({ api, scope }: WriteContext, id: string, signal?: AbortSignal) {
  try {
    await api.call('DELETE /memory-blocks/{id}/hard-delete', { params: { id }, scope, signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

const PATIENCE = 5;
const DEFAULT_PAUSE_S = 1;

/** Tries again after the pause that a busy service asks for, a few times; for batches. */
export async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429) || tries > PATIENCE) throw error;
      const pause = (error.retryAfter ?? DEFAULT_PAUSE_S) * 1000;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      });
      signal.throwIfAborted();
    }
  }
}

/** The write context of the active workspace. */
export function useWriteContext(): WriteContext {
  const { api, scope } = useShell();
  return useMemo(() => ({ api, scope }), [api, scope]);
}

interface AnyRows {
  items: { id: string }[];
  total: number | null;
}

const holdsRows = (data: unknown): data is AnyRows =>
  typeof data === 'object' && data !== null && Array.isArray((data as { items?: unknown }).items);

export interface MemoryChanges {
  /**
   * Takes blocks out of every list that is shown, before the service has answered.
   * @returns the way back for a write that failed: without the network, asking again would bring nothing.
   */
  hide(ids: readonly string[]): () => void;
  /**
   * Asks again for everything about memory blocks of that workspace.
   * @param gone blocks that are deleted: a page that still shows one must not ask for it.
   */
  reload(gone?: readonly string[]): Promise<void>;
}

/** Lists, counts and sums of a workspace; agents alone are not touched by what happens to blocks. */
const KEPT = new Set(['agents']);

/** What the cache does when blocks change; for the workspace that the change was made in. */
export function useMemoryChanges(): (scope: ActiveScope) => MemoryChanges {
  const client = useQueryClient();
  return useMemo(
    () => (scope) => {
      const lead = scopeKey(scope);
      return {
        hide(ids) {
          const gone = new Set(ids);
          const lists = { queryKey: [lead, 'memory-blocks'] };
          const before = client.getQueriesData(lists);
          client.setQueriesData(lists, (data: unknown) => {
            if (!holdsRows(data)) return data;
            const items = data.items.filter(({ id }) => !gone.has(id));
            const total = data.total === null ? null : data.total - (data.items.length - items.length);
            return { ...data, items, total };
          });
          return () => before.forEach(([key, data]) => client.setQueryData(key, data));
        },
        reload: (gone = []) =>
          client.invalidateQueries({
            predicate: ({ queryKey: [workspace, what, id] }) =>
              workspace === lead &&
              !KEPT.has(String(what)) &&
              !(what === 'memory-block' && gone.includes(String(id))),
          }),
      };
    },
    [client],
  );
}
