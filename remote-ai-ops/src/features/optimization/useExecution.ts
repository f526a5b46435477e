/** Executes suggestions: some by one call, others in a dialog of their own, one after the other. */
import type { OptimizationResults, OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { LLM_OFF, reasonOf } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { archiveBlock, restoreBlocks } from '../../api/blocks';
import { executeOptimization } from '../../api/optimization';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { isCompleted, mergedIdOf } from '../../model/optimization';
import { isUndone } from '../../model/run';
import { useRuns } from '../jobs/useRuns';
import { optimizationTexts as texts } from './texts';

/** Types that a person controls in a dialog; they need the language features. */
export const isInteractive = ({ type }: Pick<OptimizationSuggestion, 'type'>): boolean =>
  type === 'compaction' || type === 'keywords';

/** Restoring the memories undoes a merge or an archive; a compaction and keywords have their own undo. */
export const canBeUndone = (row: OptimizationSuggestion): boolean => isCompleted(row) && !isInteractive(row);

interface Options {
  /** Loads the analysis again. */
  refreshAnalysis(): void;
}

/** A suggestion that was executed on this page; `runId` when a run did it. */
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

  // A run that was undone, here or in its details, is not completed; the next analysis suggests it again.
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
  const fail = (row: OptimizationSuggestion, reason: string) => {
    setReasons((now) => ({ ...now, [row.id]: reason }));
    toasts.show('error', texts.executeFailed(row.title));
  };

  async function undo(row: OptimizationSuggestion) {
    const ids = row.all_affected_blocks;
    const failures = await restoreBlocks(api, ids);
    const mergedId = mergedIdOf(row);
    try {
      if (mergedId && failures.length === 0) await archiveBlock(api, mergedId);
    } catch (error) {
      toasts.show('error', texts.archiveMergedFailed(reasonOf(error)));
    }
    if (failures[0]) {
      toasts.show('error', texts.restoreFailed(failures.length, reasonOf(failures[0].error)));
    } else {
      setUndone((now) => new Set([...now, row.id]));
      toasts.show('success', texts.restored(ids.length));
    }
    refreshAnalysis();
    await invalidateLists();
  }

  async function executeByService(row: OptimizationSuggestion) {
    setRunning((now) => new Set([...now, row.id]));
    try {
      const done = complete(row, await executeOptimization(api, row.id));
      const action = { label: 'Undo', run: () => void undo(done) };
      toasts.show('success', done.results?.summary || texts.done(row.title), { action });
    } catch (error) {
      fail(row, reasonOf(error));
    } finally {
      setRunning((now) => new Set([...now].filter((id) => id !== row.id)));
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

  /** Opens the next dialog. */
  const openNext = () => setInDialog(waiting.current.shift() ?? null);

  return {
    /** Executed on this page, with results. */
    completed,
    /** Why suggestions could not be executed, by id. */
    reasons,
    running,
    undone,
    /** The suggestion whose dialog is open. */
    inDialog,
    /** First those that need no dialog; then one dialog after the other. */
    async execute(rows: readonly OptimizationSuggestion[]) {
      const open = rows.filter((row) => !isCompleted(row));
      if (open.length === 0 || !guardWrite(texts.signIn)) return;
      setReasons({});
      const executable = open.filter(canBeExecuted);
      for (const row of executable.filter((each) => !isInteractive(each))) await executeByService(row);
      waiting.current = executable.filter(isInteractive);
      openNext();
    },
    closeDialog: openNext,
    /** The work of the dialog is done. */
    completeDialog(summary: string, metrics: OptimizationResults['metrics'], runId?: string) {
      if (inDialog) complete(inDialog, { summary, metrics }, runId);
    },
    failDialog(reason: string) {
      if (inDialog) fail(inDialog, reason);
    },
    refreshAnalysis,
    undo: (row: OptimizationSuggestion) => void undo(row),
  };
}
