/** Edits many memories: form, preview, execution and undo. */
import { useEffect, useRef, useState } from 'react';
import type { BlockChange, BlockEdit } from '@hindsight/shared-contracts/api';
import { isAbort } from '@hindsight/shared-contracts/api/client';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { readMatching } from '../../api/readAllMatching';
import { editMemories, toEdits, deleteEdit, loadUndo, loadLatestEdit } from '../../api/editMemories';
import type { EditOutcome } from '../../api/editMemories';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext } from '../../api/memoryWrites';
import type { BatchProgress } from '../../model/batch';
import { toChange, doneText, EMPTY_DRAFT, toScope } from '../../model/bulkEdit';
import type { EditDraft } from '../../model/bulkEdit';
import { memoryTitle } from '../../model/cardText';
import type { Memory } from '../../model/memory';
import { SIGN_IN_TO } from '../blockActions/texts';
import { useFailureToast } from '../blockActions/useFailureToast';
import { EDIT_TEXTS } from './texts';
import type { BulkTarget } from './useBulk';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { useQueryClient, useScopedQuery } from '@hindsight/shared-contracts/query';

interface LastEdit {
  id: string;
  /** Summary of the edit, e.g. `800 memories moved`. */
  text: string;
  /** Null if the service holds the undo. */
  undo: readonly BlockEdit[] | null;
}

/** The last edit, kept in the query cache so that signing out clears it. Null if there is none. */
function useLastEdit(scope: ActiveScope) {
  const client = useQueryClient();
  const { session } = useShell();
  const { data: lastEdit = null } = useScopedQuery<LastEdit | null>({
    key: ['last-bulk-edit'],
    load: async (api, signal) => {
      const kept = await loadLatestEdit(api, signal);
      if (!kept) return null;
      const text = kept.undone ? EDIT_TEXTS.notUndone(kept.memories) : doneText(kept.change, kept.memories);
      return { id: kept.edit_id, text, undo: null };
    },
    enabled: session.user !== null,
  });
  const keepEdit = (edit: LastEdit | null) =>
    void client.setQueryData([scopeKey(scope), 'last-bulk-edit'], edit);
  return { lastEdit, keepEdit };
}

/** Preview data of a memory. Texts are dropped, because an edit of all matches may cover very many. */
export type Named = Pick<Memory, 'id' | 'problem'> & { title: string };

const toNamed = (row: Memory): Named => ({ id: row.id, problem: row.problem, title: memoryTitle(row) });

export type EditState =
  | { phase: 'choosing'; error: unknown }
  | { phase: 'busy'; label: string; progress: BatchProgress | null }
  | { phase: 'preview'; change: BlockChange; rows: readonly Named[]; outcome: EditOutcome }
  | { phase: 'ended'; text: string; outcome: EditOutcome; again(): void };

export interface BulkEdit {
  /** Null when idle. */
  state: EditState | null;
  draft: EditDraft;
  lastEdit: LastEdit | null;
  /** @param rows the memories on the page, including the selected ones. */
  begin(target: BulkTarget, rows: readonly Memory[]): void;
  change(draft: Partial<EditDraft>): void;
  preview(): void;
  back(): void;
  apply(): void;
  /** Lets in-flight requests finish and starts no more. */
  cancel(): void;
  undo(): void;
  forget(): void;
  close(): void;
}

/** @param onDone called after a success, e.g. to clear the selection. */
export function useBulkEdit(onDone: () => void): BulkEdit {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const fail = useFailureToast();
  const { lastEdit, keepEdit } = useLastEdit(context.scope);
  const [state, setState] = useState<EditState | null>(null);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [chosen, setChosen] = useState<{ target: BulkTarget; rows: readonly Memory[] } | null>(null);
  const running = useRef<AbortController | null>(null);
  const where = scopeKey(context.scope);
  useUnsavedChanges(state?.phase === 'busy', EDIT_TEXTS.running);
  // Leaving the page or workspace stops the edit; both confirm first.
  useEffect(() => () => running.current?.abort(), [where]);

  const start = () => (running.current = new AbortController()).signal;
  const showProgress = (label: string) => (progress: BatchProgress | null) =>
    setState({ phase: 'busy', label, progress });

  async function loadRows({ target, rows }: NonNullable<typeof chosen>, signal: AbortSignal) {
    if ('ids' in target) {
      const ids = new Set(target.ids);
      return rows.filter(({ id }) => ids.has(id)).map(toNamed);
    }
    const report = showProgress(EDIT_TEXTS.finding);
    const found: Named[] = [];
    report(null);
    for await (const page of readMatching(context, target.view, { signal })) {
      found.push(...page.rows.map(toNamed));
      const total = page.progress.total ?? target.total;
      report(total === null ? null : { done: found.length, failed: 0, total });
    }
    return found;
  }

  async function preview(change: BlockChange, from: NonNullable<typeof chosen>): Promise<void> {
    const signal = start();
    try {
      const rows = await loadRows(from, signal);
      const edits = toEdits(
        rows.map(({ id }) => id),
        change,
      );
      const onProgress = showProgress(EDIT_TEXTS.checking);
      const outcome = await editMemories(context, edits, { dryRun: true, signal, onProgress });
      const { stopped, failed } = outcome;
      if (stopped === null) setState({ phase: 'preview', change, rows, outcome });
      else setState({ phase: 'choosing', error: stopped === 'interrupted' ? failed.at(-1)?.error : null });
    } catch (error) {
      setState({ phase: 'choosing', error: isAbort(error) || signal.aborted ? null : error });
    }
  }

  /** Applies edits. `undone` is the edit that they revert; `before` is the undo of an earlier attempt with the same `id`. */
  async function run(
    edits: readonly BlockEdit[],
    undone: LastEdit | null,
    before: readonly BlockEdit[] = [],
    id: string = crypto.randomUUID(),
  ): Promise<void> {
    const signal = start();
    const onProgress = showProgress(undone ? EDIT_TEXTS.undoing : EDIT_TEXTS.applying);
    onProgress({ done: 0, failed: 0, total: edits.length });
    const outcome = await editMemories(context, edits, {
      signal,
      onProgress,
      kept: undone ? { undo_of: undone.id } : { edit_id: id },
    });
    const { succeeded, failed, left } = outcome;
    const rest = [...failed.map(({ item }) => item), ...left];
    const change = edits[0]?.change;
    const undo = [...before, ...outcome.undo];
    const text = undone || !change ? EDIT_TEXTS.undone(succeeded.length) : doneText(change, undo.length);
    if (undone) {
      keepEdit(rest.length > 0 ? { ...undone, text: EDIT_TEXTS.notUndone(rest.length), undo: rest } : null);
      if (rest.length === 0) toasts.show('success', text);
    } else if (succeeded.length > 0) {
      keepEdit({ id, text, undo });
    }
    const retryRest = () => void run(rest, undone, undo, id);
    setState(rest.length === 0 ? null : { phase: 'ended', text, outcome, again: retryRest });
    if (succeeded.length > 0) onDone();
    void cacheFor(context.scope).reload();
    if (change?.kind === 'move')
      void cacheFor(toScope(change.organization_id ?? change.visibility_scope)).reload();
  }

  async function undoLast(edit: LastEdit): Promise<void> {
    if (edit.undo) return run(edit.undo, edit);
    showProgress(EDIT_TEXTS.undoing)(null);
    try {
      const edits = await loadUndo(context, edit.id);
      if (edits.length > 0) return await run(edits, edit);
      keepEdit(null);
      toasts.show('info', EDIT_TEXTS.tooLate);
    } catch (error) {
      fail(error, EDIT_TEXTS.undoFailed(describeError(error)));
    }
    setState(null);
  }

  /** Hides the notice immediately; if the service fails to forget the edit, it is offered again later. */
  async function forget({ id }: LastEdit): Promise<void> {
    keepEdit(null);
    await deleteEdit(context, id).catch((error: unknown) => fail(error, describeError(error)));
  }

  return {
    state,
    draft,
    lastEdit,
    begin(target, rows) {
      if (!guardWrite(SIGN_IN_TO.edit)) return;
      setChosen({ target, rows });
      setDraft(EMPTY_DRAFT);
      setState({ phase: 'choosing', error: null });
    },
    change: (part) => setDraft((now) => ({ ...now, ...part })),
    preview() {
      const change = toChange(draft);
      if (change && chosen) void preview(change, chosen);
    },
    back: () => setState({ phase: 'choosing', error: null }),
    apply() {
      if (state?.phase === 'preview') void run(state.outcome.succeeded, null);
    },
    cancel: () => running.current?.abort(),
    undo: () => lastEdit && void undoLast(lastEdit),
    forget: () => lastEdit && void forget(lastEdit),
    close: () => setState(null),
  };
}
