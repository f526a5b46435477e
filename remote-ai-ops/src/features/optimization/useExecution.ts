/** Executes suggestions: some with a single call, others in one dialog at a time. */
import type { OptimizationResults, OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { LLM_OFF, describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { archiveBlock, restoreBlocks } from '../../api/blocks';
import { executeOptimization } from '../../api/optimization';
import { reopenSuggestion } from '../../api/suggestions';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { isCompleted, mergedMemoryId } from '../../model/optimization';
import { isUndone } from '../../model/run';
import { useRuns } from '../jobs/useRuns';
import { optimizationTexts as texts } from './texts';

/** Whether a suggestion is executed in a dialog; these types require language features. */
export const isInteractive = ({ type }: Pick<OptimizationSuggestion, 'type'>): boolean =>
  type === 'compaction' || type === 'keywords';

interface Options {
  refreshAnalysis(): void;
}

/** A suggestion executed on this page; `runId` if by a run. */
type Completed = OptimizationSuggestion & { runId?: string | undefined };

export function useExecution({ refreshAnalysis }: Options) {
  const { api, flags, guardWrite, toasts } = useShell();
  const invalidateLists = useInvalidateLists();
  const [executed, setExecuted] = useState<readonly Completed[]>([]);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [inDialog, setInDialog] = useState<OptimizationSuggestion | null>(null);
  const waiting = useRef<OptimizationSuggestion[]>([]);

  // An undone run, here or in its details, is not completed; the next analysis suggests it again.
  const runs = useRuns();
  const undoneRuns = new Set(runs.filter(isUndone).map(({ id }) => id));
  const completed = executed.filter(({ runId = '' }) => !undoneRuns.has(runId));
  const undoneBlocks = runs.reduce((sum, run) => sum + run.undone.size, 0);
  const seen = useRef(undoneBlocks);
  const refresh = useEffectEvent(refreshAnalysis);
  useEffect(() => {
    if (seen.current !== undoneBlocks) refresh();
    seen.current = undoneBlocks;
  }, [undoneBlocks]);

  const complete = (row: OptimizationSuggestion, results: OptimizationResults, runId?: string) => {
    const done = { ...row, status: 'completed' as const, results, runId };
    setExecuted((now) => [...now.filter(({ id }) => id !== row.id), done]);
    refreshAnalysis();
    void invalidateLists();
    return done;
  };
  const setReason = (row: OptimizationSuggestion, reason: string) =>
    setReasons((now) => ({ ...now, [row.id]: reason }));
  const fail = (row: OptimizationSuggestion, reason: string) => {
    setReason(row, reason);
    toasts.show('error', texts.executeFailed(row.title));
  };

  /** @returns whether the original state was restored. */
  async function restore(row: OptimizationSuggestion): Promise<boolean> {
    const mergeProposal = row.results?.metrics['suggestion_id'];
    if (typeof mergeProposal === 'string') return reopen(row, mergeProposal);
    const failures = await restoreBlocks(api, row.all_affected_blocks);
    if (failures[0]) {
      toasts.show('error', texts.restoreFailed(failures.length, describeError(failures[0].error)));
      return false;
    }
    const mergedId = mergedMemoryId(row);
    try {
      if (mergedId) await archiveBlock(api, mergedId);
    } catch (error) {
      toasts.show('error', texts.archiveMergedFailed(describeError(error)));
    }
    setUndone((now) => new Set([...now, row.id]));
    return true;
  }

  /** Undoes a merge by reopening its suggestion, so that every page shows it as pending. */
  async function reopen(row: OptimizationSuggestion, proposalId: string): Promise<boolean> {
    try {
      await reopenSuggestion(api, proposalId);
    } catch (error) {
      toasts.show('error', texts.restoreFailed(row.all_affected_blocks.length, describeError(error)));
      return false;
    }
    setUndone((now) => new Set([...now, row.id]));
    return true;
  }

  /** Undoes suggestions in reverse order. */
  async function undo(rows: readonly OptimizationSuggestion[]) {
    let restored = 0;
    for (const row of rows.toReversed()) {
      if (await restore(row)) restored += row.all_affected_blocks.length;
    }
    if (restored > 0) toasts.show('success', texts.restored(restored));
    refreshAnalysis();
    await invalidateLists();
  }

  /** @returns the suggestion with its results, or null on failure. */
  async function executeByService(row: OptimizationSuggestion) {
    setRunning((now) => new Set([...now, row.id]));
    try {
      return complete(row, await executeOptimization(api, row.id));
    } catch (error) {
      setReason(row, describeError(error));
      return null;
    } finally {
      setRunning((now) => new Set([...now].filter((id) => id !== row.id)));
    }
  }

  /** Shows one toast for any number of executions. */
  function announce(rows: readonly OptimizationSuggestion[], done: readonly OptimizationSuggestion[]) {
    const [row] = rows;
    const failed = rows.length - done.length;
    const label = done.length === 1 ? 'Undo' : texts.undoAll;
    const options = { action: { label, run: () => void undo(done) } };
    if (!row) return;
    if (done.length === 0) {
      toasts.show('error', texts.executeFailed(rows.length === 1 ? row.title : texts.count(rows.length)));
    } else if (failed > 0) {
      toasts.show('warning', texts.partlyExecuted(done.length, failed), options);
    } else if (rows.length === 1) {
      toasts.show('success', done[0]?.results?.summary || texts.done(row.title), options);
    } else {
      toasts.show('success', texts.executed(done.length), options);
    }
  }

  function canBeExecuted(row: OptimizationSuggestion): boolean {
    if (row.all_affected_blocks.length === 0) {
      fail(row, texts.noBlocks);
      toasts.show('warning', texts.noBlocks);
      return false;
    }
    if (isInteractive(row) && !flags.llmEnabled) {
      fail(row, LLM_OFF);
      return false;
    }
    return true;
  }

  const openNext = () => setInDialog(waiting.current.shift() ?? null);

  return {
    /** Executed on this page, with results. */
    completed,
    /** Reasons for failed executions, by id. */
    reasons,
    running,
    undone,
    /** The suggestion whose dialog is open. */
    inDialog,
    /** Executes suggestions without a dialog first, then opens one dialog at a time. */
    async execute(rows: readonly OptimizationSuggestion[]) {
      const open = rows.filter((row) => !isCompleted(row));
      if (open.length === 0 || !guardWrite(texts.signIn)) return;
      setReasons({});
      const executable = open.filter(canBeExecuted);
      const byService = executable.filter((row) => !isInteractive(row));
      const done: OptimizationSuggestion[] = [];
      for (const row of byService) {
        const one = await executeByService(row);
        if (one) done.push(one);
      }
      announce(byService, done);
      waiting.current = executable.filter(isInteractive);
      openNext();
    },
    closeDialog: openNext,
    completeDialog(summary: string, metrics: OptimizationResults['metrics'], runId?: string) {
      if (inDialog) complete(inDialog, { summary, metrics }, runId);
    },
    failDialog(reason: string) {
      if (inDialog) fail(inDialog, reason);
    },
    refreshAnalysis,
    /** Whether restoring the memories undoes it: merges and archives. Compactions and keywords have their own undo. */
    canBeUndone: (row: OptimizationSuggestion) =>
      isCompleted(row) && !isInteractive(row) && !undone.has(row.id),
    undo: (row: OptimizationSuggestion) => void undo([row]),
  };
}
