/** Imports memories: reads a file, compares it with the workspace (dry run), stores the selection, and offers to undo it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readImport } from '@hindsight/import-formats';
import type { Choices, Question, Reading } from '@hindsight/import-formats';
import { isUncertain, NetworkError } from '@hindsight/shared-contracts/api/client';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { randomUuid, describeError } from '@hindsight/shared-contracts/rules';
import { readMatching } from '../../api/readAllMatching';
import { createNames, emptyReport, importPart, splitParts, undoImport } from '../../api/importMemories';
import type { ImportedIds, ImportPart, ImportReport } from '../../api/importMemories';
import { useMemoryCache } from '../../api/memoryCache';
import { isFatal, useWriteContext } from '../../api/memoryWrites';
import { retryOnRateLimit } from '../../api/retryOnRateLimit';
import { runBatch } from '../../model/batch';
import type { BatchOutcome } from '../../model/batch';
import { blocksText } from '../../model/countTexts';
import { memoryTitle } from '../../model/cardText';
import { duplicateFinder } from '../../model/duplicates';
import type { Match } from '../../model/duplicates';
import type { PlannedImport } from '../../model/importPlan';
import { knownIds, successorIn } from '../../model/importSuccessors';
import type { NewIds } from '../../model/importSuccessors';
import { NO_FILTERS } from '../../model/memoryFilters';
import { NOT_UNDONE, UNDONE } from './texts';

/** Long work is sliced on the main thread, because the page's CSP keeps a remote of another origin from starting a worker. */

/** Time slice in milliseconds: too short to notice. */
const VISIBLE_MS = 12;
/** Longer slice for a hidden page, whose timers run only once a second. */
const HIDDEN_MS = 500;

/** @returns a function to call between small pieces of work: it yields to rendering when a time slice ends, and rejects after an abort. */
function createPacer(signal: AbortSignal): () => Promise<void> | void {
  const end = () => performance.now() + (document.hidden ? HIDDEN_MS : VISIBLE_MS);
  let until = end();
  return () => {
    if (performance.now() < until) return;
    return new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        until = end();
        if (signal.aborted) reject(signal.reason as Error);
        else resolve();
      });
    });
  };
}

/** Result of the dry run; nothing is stored yet. */
export interface Plan {
  reading: Reading;
  /** The match of each item, or null. */
  matches: readonly (Match | null)[];
  /** IDs of existing memories that rows may refer to. */
  ids: NewIds;
}

/** Outcome of an import that did not finish, with the remaining parts. */
interface Unfinished {
  report: ImportReport;
  /** Parts that failed or were not sent; `reason` is that of the first failure. */
  parts: readonly ImportPart[];
  /** Number of their rows that may be stored despite a lost response. */
  uncertain: number;
  reason: string;
  /** The connection was lost; the import continues when it returns. */
  isOffline: boolean;
  planned: PlannedImport;
}

export type ImportState =
  | { phase: 'choosing' }
  | { phase: 'reading' }
  | { phase: 'comparing'; read: number; total: number | null }
  | { phase: 'planned'; plan: Plan }
  | { phase: 'importing'; done: number; total: number }
  /** Cancelled; waiting for the responses of in-flight requests. */
  | { phase: 'stopping' }
  | { phase: 'ended'; unfinished: Unfinished }
  | { phase: 'failed'; reason: string };

/** Content of a file as bytes, or pasted text. */
export interface ImportFile {
  content: Uint8Array | string;
  name: string;
}

export interface Import {
  state: ImportState;
  /** Starts the dry run. */
  read(file: ImportFile): Promise<void>;
  /** Rereads the file with the selected interpretation of an ambiguous value. */
  choose(aspect: Question['aspect'], value: string): Promise<void>;
  store(planned: PlannedImport): Promise<void>;
  /** Retries failed and unsent parts. */
  again(): Promise<void>;
  cancel(): void;
  /** Returns to the file selection. */
  reset(): void;
}

const countRows = (parts: readonly ImportPart[]) => parts.reduce((sum, { rows }) => sum + rows.length, 0);

export function useImport(onDone: () => void): Import {
  const { toasts } = useShell();
  const client = useQueryClient();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const [state, setState] = useState<ImportState>({ phase: 'choosing' });
  const running = useRef<AbortController | null>(null);
  const opened = useRef<{ file: ImportFile; choices: Choices }>(null);
  const where = scopeKey(context.scope);
  useUnsavedChanges(state.phase === 'importing' || state.phase === 'stopping', 'the import in progress');
  // Leaving the page or workspace stops the import; both confirm first.
  useEffect(() => () => running.current?.abort(), [where]);

  function start(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  const reload = () =>
    Promise.all([
      cacheFor(context.scope).reload(),
      client.invalidateQueries({ queryKey: [where, 'agents'] }),
    ]);

  async function undo(ids: ImportedIds): Promise<void> {
    try {
      const kept = await undoImport(context, ids);
      if (kept === 0) toasts.show('success', UNDONE);
      else toasts.show('error', `${NOT_UNDONE} Couldn’t delete ${blocksText(kept)}.`);
    } catch (error) {
      toasts.show('error', `${NOT_UNDONE} ${describeError(error)}`);
    }
    await reload();
  }

  async function compare(file: ImportFile, choices: Choices): Promise<void> {
    opened.current = { file, choices };
    const signal = start();
    const pause = createPacer(signal);
    setState({ phase: 'reading' });
    try {
      const reading = await readImport(file.content, file.name, { choices, pause });
      const finder = await duplicateFinder(reading.items, pause);
      const successors = new Set(reading.items.map(({ row }) => successorIn(row)));
      const here: string[] = [];
      setState({ phase: 'comparing', read: 0, total: null });
      if (reading.items.length > 0) {
        const pages = readMatching(context, NO_FILTERS, { signal, withArchived: true });
        for await (const { rows, progress } of pages) {
          for (const { id, content, lesson, errors } of rows) {
            await pause();
            finder.learn({ id, title: memoryTitle({ content, lesson }), content, lesson, errors });
            if (successors.has(id)) here.push(id);
          }
          setState({ phase: 'comparing', ...progress });
        }
      }
      await finder.learnFile();
      const matches = finder.matches();
      setState({ phase: 'planned', plan: { reading, matches, ids: knownIds(reading.items, matches, here) } });
    } catch (error) {
      // Another read of the file may have started since.
      if (running.current?.signal !== signal) return;
      setState(signal.aborted ? { phase: 'choosing' } : { phase: 'failed', reason: describeError(error) });
    }
  }

  async function send(
    parts: readonly ImportPart[],
    planned: PlannedImport,
    report: ImportReport,
  ): Promise<void> {
    const signal = start();
    const total = countRows(parts);
    const countDone = () => report.memories.length + report.present + report.refused.length;
    const before = countDone();
    setState({ phase: 'importing', done: 0, total });
    const rest: ImportPart[] = [];
    const failed: BatchOutcome<ImportPart>['failed'] = [];
    for (const turn of new Set(parts.map((part) => part.turn))) {
      const now = parts.filter((part) => part.turn === turn);
      // Later turns refer to rows that are still missing.
      if (rest.length > 0) rest.push(...now);
      else {
        const outcome = await runBatch(
          now,
          (part) => retryOnRateLimit(() => importPart(context, part, planned, report), signal),
          {
            signal,
            isFatal,
            onProgress: () => {
              if (!signal.aborted) setState({ phase: 'importing', done: countDone() - before, total });
            },
          },
        );
        failed.push(...outcome.failed);
        rest.push(...outcome.failed.map(({ item }) => item), ...outcome.left);
      }
    }
    const isOffline = failed.some(({ error }) => error instanceof NetworkError);
    // The lost request may have failed after the connection returned.
    if (isOffline && countDone() > before && navigator.onLine) return send(rest, planned, report);
    const uncertain = countRows(failed.filter(({ error }) => isUncertain(error)).map(({ item }) => item));
    let reason = failed[0] ? describeError(failed[0].error) : '';
    if (rest.length === 0) {
      await createNames(context, planned.unused, report, signal).catch((error: unknown) => {
        reason = describeError(error);
      });
    }
    void reload();
    const { memories, agents, keywords } = report;
    if (memories.length > 0) {
      const action = { label: 'Undo', run: () => void undo({ memories, agents, keywords }) };
      toasts.show('success', `${blocksText(memories.length)} imported`, { action });
    }
    if (rest.length === 0 && report.refused.length === 0 && reason === '') onDone();
    else {
      setState({
        phase: 'ended',
        unfinished: { report, parts: rest, uncertain, reason, isOffline, planned },
      });
    }
  }

  async function retryFailed(): Promise<void> {
    if (state.phase !== 'ended') return;
    const { parts, planned, report } = state.unfinished;
    await send(parts, planned, { ...report, refused: [] });
  }
  const goOn = useEffectEvent(() => void retryFailed());
  const isOffline = state.phase === 'ended' && state.unfinished.isOffline;
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [isOffline]);

  return {
    state,
    cancel() {
      running.current?.abort();
      if (state.phase === 'importing') setState({ phase: 'stopping' });
    },
    reset: () => setState({ phase: 'choosing' }),

    read: (file) => compare(file, {}),

    async choose(aspect, value) {
      if (!opened.current) return;
      const { file, choices } = opened.current;
      await compare(file, { ...choices, [aspect]: value });
    },

    async store(planned) {
      if (state.phase !== 'planned') return;
      const name = randomUuid();
      const parts = [...splitParts(planned.rows, false, name), ...splitParts(planned.equalRows, true, name)];
      await send(
        parts.sort((a, b) => a.turn - b.turn),
        planned,
        emptyReport(state.plan.ids),
      );
    },

    again: retryFailed,
  };
}
