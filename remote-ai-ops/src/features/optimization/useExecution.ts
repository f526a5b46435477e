/** Carries suggestions out: some by the service in one go, others through a dialog of their own, one after the other. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { archiveBlock, restoreBlocks } from '../../api/blocks';
import { executeOptimization } from '../../api/optimization';
import { memories } from '../../model/block';
import { LLM_OFF, reasonOf } from '../../model/failure';
import type { Optimization, OptimizationResults } from '../../model/optimization';
import { isUndone } from '../../model/run';
import { useForgetLists, useRuns } from '../jobs/useRuns';

export const NO_BLOCKS = 'No memory blocks found to process';
export const executeFailed = (title: string): string => `Failed to execute: ${title}`;

/** Types whose work a person steers in a dialog. */
const STEERED = ['compaction', 'keywords'];
/** What the service did alone is taken back by restoring the memories; a compaction and keywords have their own way back. */
export const canBeUndone = ({ type, isCompleted }: Pick<Optimization, 'type' | 'isCompleted'>): boolean =>
  isCompleted && (type === 'merge' || type === 'archive');
export const needsModel = ({ type }: Pick<Optimization, 'type'>): boolean => STEERED.includes(type);

/** What was carried out on this page; `runId` where a run did it. */
type Completed = Optimization & { runId?: string | undefined };

interface Options {
  /** The analysis is older than what was done: load it anew. */
  onExecuted(): void;
}

/** `completed` holds what was carried out on this page, with its results; `reasons` why something was not, `undone` what was taken back. */
export function useExecution({ onExecuted }: Options) {
  const { api, flags, guardWrite, toasts } = useShell();
  const forgetLists = useForgetLists();
  const [carriedOut, setCompleted] = useState<readonly Completed[]>([]);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [steered, setSteered] = useState<Optimization | null>(null);
  const waiting = useRef<Optimization[]>([]);

  // What a run did and somebody took back, here or in its own details, is for the next analysis.
  const runs = useRuns();
  const takenBack = new Set(runs.filter(isUndone).map(({ id }) => id));
  const completed = carriedOut.filter(({ runId = '' }) => !takenBack.has(runId));
  const undoneBlocks = runs.reduce((sum, run) => sum + run.undone.size, 0);
  const seen = useRef(undoneBlocks);
  const analyse = useEffectEvent(onExecuted);
  useEffect(() => {
    if (seen.current !== undoneBlocks) analyse();
    seen.current = undoneBlocks;
  }, [undoneBlocks]);

  const complete = (one: Optimization, results: OptimizationResults, runId?: string) => {
    const done = { ...one, isCompleted: true, results, runId };
    setCompleted((now) => [...now.filter(({ id }) => id !== one.id), done]);
    onExecuted();
    void forgetLists();
  };
  const fail = (one: Optimization, reason: string) => {
    setReasons((now) => ({ ...now, [one.id]: reason }));
    toasts.show('error', executeFailed(one.title));
  };

  async function undo(one: Optimization, results: OptimizationResults) {
    const lost = await restoreBlocks(api, one.blocks);
    try {
      if (results.mergedId && lost.length === 0) await archiveBlock(api, results.mergedId);
    } catch (error) {
      toasts.show('error', `The merged memory could not be archived: ${reasonOf(error)}`);
    }
    if (lost[0])
      toasts.show('error', `${memories(lost.length)} could not be restored: ${reasonOf(lost[0].error)}`);
    else {
      setUndone((now) => new Set([...now, one.id]));
      toasts.show('success', `${memories(one.blocks.length)} restored.`);
    }
    onExecuted();
    await forgetLists();
  }

  async function byService(one: Optimization) {
    setRunning((now) => new Set([...now, one.id]));
    try {
      const results = await executeOptimization(api, one.id);
      complete(one, results);
      const action = { label: 'Undo', run: () => void undo(one, results) };
      toasts.show('success', results.summary || `${one.title}: done.`, { action });
    } catch (error) {
      fail(one, reasonOf(error));
    } finally {
      setRunning((now) => new Set([...now].filter((id) => id !== one.id)));
    }
  }

  /** Takes the next one that needs a dialog. */
  const goOn = () => setSteered(waiting.current.shift() ?? null);

  return {
    completed,
    reasons,
    running,
    undone,
    steered,
    /** Starts with what the service does alone; then one dialog after the other. */
    async execute(list: readonly Optimization[]) {
      const open = list.filter(({ isCompleted }) => !isCompleted);
      if (open.length === 0 || !guardWrite('Sign in to execute optimizations.')) return;
      setReasons({});
      const doable = open.filter((one) => {
        if (one.blocks.length === 0) {
          fail(one, NO_BLOCKS);
          toasts.show('warning', NO_BLOCKS);
        } else if (needsModel(one) && !flags.llmEnabled) {
          fail(one, LLM_OFF);
        } else {
          return true;
        }
        return false;
      });
      for (const one of doable.filter((each) => !needsModel(each))) await byService(one);
      waiting.current = doable.filter(needsModel);
      goOn();
    },
    /** The dialog was closed: on to the next one. */
    closeSteered: goOn,
    /** What a dialog came to. */
    finishSteered(summary: string, metrics: [string, string][], runId?: string) {
      if (steered) complete(steered, { summary, metrics, mergedId: '' }, runId);
    },
    failSteered(reason: string) {
      if (steered) fail(steered, reason);
    },
    /** A dialog was cancelled: what it did is done, the rest is for the next analysis. */
    analyseAnew: onExecuted,
    undo: (one: Optimization) => void (one.results && undo(one, one.results)),
  };
}
