/** Removes rows from a list that does not refetch by itself after others archive, delete or move them. */
import type { Change } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent } from 'react';
import { useMemoryCache } from './memoryCache';
import { useWriteContext, type WriteContext } from './memoryWrites';

const NOT_FOUND = 404;

/** Rows that the changes report as removed from the workspace. They can no longer be fetched, so no check is needed. */
function removedRows(changes: readonly Change[], workspace: ActiveScope, shown: readonly string[]): string[] {
  const isOfWorkspace = ({ scope, organization_id: organizationId }: Change) =>
    scope !== null && scopeKey({ scope, organizationId } as ActiveScope) === scopeKey(workspace);
  const gone = changes
    .filter(
      (change) => change.kind === 'memories' && change.added + change.changed === 0 && isOfWorkspace(change),
    )
    .flatMap(({ ids }) => ids);
  return shown.filter((id) => gone.includes(id));
}

/** Rows that the changes may affect; all of them after a bulk change that names only some of its memories. */
function affectedRows(changes: readonly Change[], shown: readonly string[]): string[] {
  const left = changes.filter(({ kind, changed, removed }) => kind === 'memories' && changed + removed > 0);
  const isAny = left.some(({ ids, added, changed, removed }) => ids.length < added + changed + removed);
  const named = new Set(left.flatMap(({ ids }) => ids));
  return isAny ? [...shown] : shown.filter((id) => named.has(id));
}

/** Whether a memory is archived or no longer in the workspace. If the check fails, it counts as present. */
async function isGone({ api, scope }: WriteContext, id: string): Promise<boolean> {
  try {
    return (await api.call('GET /memory-blocks/{id}', { params: { id }, scope })).archived;
  } catch (error) {
    return error instanceof ApiError && error.status === NOT_FOUND;
  }
}

/**
 * Removes a row as soon as someone else archives it, so nobody selects and changes a memory that is no longer listed.
 * @param shown ids of the rows. @param enabled false if the list includes archived memories.
 */
export function useGoneMemories(shown: readonly string[], enabled: boolean): void {
  const { live } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const check = useEffectEvent(async (changes: readonly Change[]) => {
    if (!enabled) return;
    const known = removedRows(changes, context.scope, shown);
    const ids = affectedRows(changes, shown).filter((id) => !known.includes(id));
    const gone = await Promise.all(ids.map((id) => isGone(context, id)));
    const left = [...known, ...ids.filter((_, index) => gone[index])];
    if (left.length > 0) cacheFor(context.scope).hide(left);
  });
  useEffect(() => live?.subscribe((changes) => void check(changes)), [live]);
}
