/** Archives, deletes or restores many memories: confirms, collects their IDs, runs the batch and keeps the failures. */
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '@hindsight/shared-contracts/api/client';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { findLostQuestions, notCheckedText } from '@hindsight/shared-ui/data';
import { readMatching } from '../../api/readAllMatching';
import { useMemoryCache } from '../../api/memoryCache';
import { changeMemories } from '../../api/changeMemories';
import { useWriteContext } from '../../api/memoryWrites';
import type { BatchOutcome, BatchProgress } from '../../model/batch';
import { BULK, toPlannedChanges, QUIETLY, type BulkKind } from '../../model/bulk';
import { blocksText } from '../../model/countTexts';
import type { MemoryView } from '../../model/memoryFilters';
import { SIGN_IN_TO } from '../blockActions/texts';

/** Memories by ID, or all that match a view. */
export type BulkTarget = { ids: readonly string[] } | { view: MemoryView; total: number | null };

export type BulkState =
  | { phase: 'asking'; kind: BulkKind; target: BulkTarget }
  | { phase: 'finding'; kind: BulkKind; found: number; total: number | null }
  | { phase: 'running'; kind: BulkKind; progress: BatchProgress; quiet: boolean }
  | { phase: 'unfound'; kind: BulkKind; target: BulkTarget; error: unknown }
  | { phase: 'ended'; kind: BulkKind; outcome: BatchOutcome<string> };

export interface Bulk {
  /** Null when idle. */
  state: BulkState | null;
  /**
   * Archiving selected memories starts immediately, because it can be undone, unless a pinned question would lose one;
   * everything else confirms first.
   */
  begin(kind: BulkKind, target: BulkTarget): void;
  confirm(): void;
  /** Lets in-flight requests finish and starts no more; completed changes stay. */
  cancel(): void;
  /** Retries failed and unstarted memories. */
  again(): void;
  close(): void;
}

/** @param onDone called after a success, e.g. to clear the selection. */
export function useBulk(onDone: () => void): Bulk {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const [state, setState] = useState<BulkState | null>(null);
  const running = useRef<AbortController | null>(null);
  const where = scopeKey(context.scope);
  const isBusy = state?.phase === 'finding' || state?.phase === 'running';
  useUnsavedChanges(isBusy, 'the bulk action in progress');
  // Leaving the page or workspace stops the batch; both confirm first.
  useEffect(() => () => running.current?.abort(), [where]);

  function start(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function run(kind: BulkKind, ids: readonly string[], signal: AbortSignal): Promise<void> {
    const cache = cacheFor(context.scope);
    const quiet = ids.length <= QUIETLY;
    setState({ phase: 'running', kind, progress: { done: 0, failed: 0, total: ids.length }, quiet });
    const restoreLists = cache.hide(kind === 'restore' ? [] : ids);
    const outcome = await changeMemories(context, kind, ids, {
      signal,
      onProgress: (progress) => setState({ phase: 'running', kind, progress, quiet }),
    });
    const { succeeded, failed, left } = outcome;
    if (succeeded.length === 0) restoreLists();
    void cache.reload();
    if (succeeded.length > 0) {
      const undo = { label: 'Undo', run: () => void run('restore', succeeded, start()) };
      const action = kind === 'archive' ? { action: undo } : {};
      toasts.show('success', `${blocksText(succeeded.length)} ${BULK[kind].done}`, action);
      onDone();
    }
    setState(failed.length + left.length === 0 ? null : { phase: 'ended', kind, outcome });
  }

  /** Confirms if pinned questions would lose a memory; otherwise starts immediately. */
  async function runUnlessLost(kind: BulkKind, ids: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      const { api, scope } = context;
      const lost = await findLostQuestions(api, toPlannedChanges(kind, ids), { scope, signal });
      if (lost.length > 0) return setState({ phase: 'asking', kind, target: { ids } });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return setState(null);
      toasts.show('warning', notCheckedText(error));
    }
    await run(kind, ids, signal);
  }

  async function find(kind: BulkKind, target: BulkTarget): Promise<void> {
    const signal = start();
    if ('ids' in target) return runUnlessLost(kind, target.ids, signal);
    const { view } = target;
    const ids: string[] = [];
    setState({ phase: 'finding', kind, found: 0, total: target.total });
    try {
      for await (const { rows, progress } of readMatching(context, view, { signal })) {
        ids.push(...rows.map(({ id }) => id));
        setState({ phase: 'finding', kind, found: ids.length, total: progress.total ?? target.total });
      }
    } catch (error) {
      setState(isAbort(error) || signal.aborted ? null : { phase: 'unfound', kind, target, error });
      return;
    }
    // Memories added since were not covered by the confirmation.
    if (kind === 'delete' && target.total !== null && ids.length > target.total)
      return setState({ phase: 'asking', kind, target: { ids } });
    await runUnlessLost(kind, ids, signal);
  }

  return {
    state,
    begin(kind, target) {
      if (!guardWrite(kind === 'delete' ? SIGN_IN_TO.delete : SIGN_IN_TO.archive)) return;
      const undoable = kind === 'archive' && 'ids' in target;
      if (undoable) void find(kind, target);
      else setState({ phase: 'asking', kind, target });
    },
    confirm() {
      if (state?.phase !== 'asking' && state?.phase !== 'unfound') return;
      const { kind, target } = state;
      // The dialog has already named the affected questions.
      if ('ids' in target) void run(kind, target.ids, start());
      else void find(kind, target);
    },
    cancel: () => running.current?.abort(),
    again() {
      if (state?.phase !== 'ended') return;
      const { failed, left } = state.outcome;
      void run(state.kind, [...failed.map(({ item }) => item), ...left], start());
    },
    close: () => setState(null),
  };
}
