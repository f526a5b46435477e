/**
 * A run: bulk work on many memories, which the service executes as one job per batch.
 * Server-side state comes from its jobs; `TrackedRun` holds the client-side state.
 */
import type { Job } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { describeError } from '@hindsight/shared-contracts/rules';
import { readId, countOutcome, type Failure, type Outcome } from './batches';

const RUN_KINDS = ['bulk_compaction', 'bulk_keywords', 'consolidation'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Settings of a bulk compaction. */
export interface RunSettings {
  instructions: string;
  concurrency: number;
}

/** Client-side state of a run. */
export interface TrackedRun {
  id: string;
  kind: RunKind;
  /** Memories that the run was started with; empty for a run from before a reload. */
  ids: readonly string[];
  settings: RunSettings | undefined;
  /** Workspace in which it was started; undefined for a run from before a reload. */
  scope: ActiveScope | undefined;
  jobIds: readonly string[];
  isSending: boolean;
  /** Memories of batches that the service rejected as a whole, which have no job. */
  refused: readonly Failure[];
  /** Why no batch could be started. */
  error: string;
  isCancelling: boolean;
  isAnnounced: boolean;
  isDismissed: boolean;
  /** Memories whose earlier texts were restored here; `Run` adds those reported by the service. */
  undone: ReadonlySet<string>;
}

type RunPhase = 'starting' | 'running' | 'cancelling' | 'done' | 'cancelled' | 'failed';

/** A run, ready for display. Its outcome is empty until it ends. */
export interface Run extends TrackedRun, Outcome {
  phase: RunPhase;
  /** Number of memories; `done` counts the finished ones. */
  total: number;
  done: number;
  succeeded: number;
  failed: number;
  percent: number;
  /** Tokens used by the language model. */
  tokens: number;
  /** Memories not reached before the end, if the service lists them. */
  notReached: readonly string[];
  /** Start of processing, in milliseconds since 1970; null before. */
  startedAt: number | null;
  /** Not started yet: the service is busy with other work. */
  isQueued: boolean;
}

export const isOver = ({ phase }: Pick<Run, 'phase'>): boolean =>
  phase === 'done' || phase === 'cancelled' || phase === 'failed';

/** Whether all of its changes were undone. */
export const isUndone = ({ succeeded, undone }: Pick<Run, 'succeeded' | 'undone'>): boolean =>
  succeeded > 0 && undone.size >= succeeded;

const NONE_UNDONE: ReadonlySet<string> = new Set();

/** A run before its first batch is sent. */
export const newRun = (run: Pick<TrackedRun, 'id' | 'kind' | 'ids'> & Partial<TrackedRun>): TrackedRun => ({
  settings: undefined,
  scope: undefined,
  jobIds: [],
  isSending: false,
  refused: [],
  error: '',
  isCancelling: false,
  isAnnounced: false,
  isDismissed: false,
  undone: NONE_UNDONE,
  ...run,
});

/** Whether a job has ended. */
export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** Whether a job has ended and its results are loaded; job lists omit them. */
export const isFinished = (job: Job): boolean => hasEnded(job) && job.results !== null;

function runPhase(run: TrackedRun, jobs: readonly Job[], hasFailed: boolean): RunPhase {
  const has = (status: Job['status']) => jobs.some((job) => job.status === status);
  if (hasFailed) return 'failed';
  if (!run.isSending && jobs.length === run.jobIds.length && jobs.every(isFinished)) {
    if (has('failed')) return 'failed';
    return has('cancelled') || (run.isCancelling && jobs.length === 0) ? 'cancelled' : 'done';
  }
  if (run.isCancelling || jobs.some((job) => job.cancel_requested)) return 'cancelling';
  return run.jobIds.length === 0 ? 'starting' : 'running';
}

function runSettings([job]: readonly Job[]): RunSettings | undefined {
  const { user_instructions: instructions = null, max_concurrent: concurrency = null } = job ?? {};
  return instructions === null || concurrency === null ? undefined : { instructions, concurrency };
}

/**
 * Derives the current state of a run from its jobs.
 * @param jobs the loaded jobs of the run. @param pollError the error that ended polling, or null.
 */
export function toRun(run: TrackedRun, jobs: readonly Job[], pollError: unknown): Run {
  const sum = (key: 'total' | 'done' | 'succeeded' | 'failed') =>
    jobs.reduce((all, job) => all + job[key], 0);
  const phase = runPhase(run, jobs, run.error !== '' || pollError !== null);
  const total = Math.max(sum('total'), run.ids.length);
  const done = sum('done') + run.refused.length;
  const starts = jobs.flatMap(({ started_at: at }) => (at === null ? [] : [Date.parse(at)]));
  const results = isOver({ phase }) ? jobs.flatMap((job) => job.results ?? []) : [];
  const { rows, failures } = countOutcome(results);
  const undone = rows.filter((row) => row['undone'] === true).map(readId);
  return {
    ...run,
    undone: undone.length > 0 ? new Set([...run.undone, ...undone]) : run.undone,
    phase,
    total,
    done,
    tokens: results.reduce((used, row) => used + (Number(row['model_tokens']) || 0), 0),
    succeeded: sum('succeeded'),
    failed: sum('failed') + run.refused.length,
    percent: phase === 'done' ? 100 : total === 0 ? 0 : Math.floor((done / total) * 100),
    notReached: jobs.flatMap(({ not_reached: ids }) => ids ?? []),
    startedAt: starts.length > 0 ? Math.min(...starts) : null,
    isQueued: jobs.length > 0 && jobs.every(({ status }) => status === 'queued'),
    settings: run.settings ?? runSettings(jobs),
    rows,
    failures: [...failures, ...run.refused],
    error:
      run.error ||
      (pollError !== null ? describeError(pollError) : (jobs.find(({ error }) => error)?.error ?? '')),
  };
}

/** How long to show a run that ended while no page was open. */
const SHOWN_AFTER_MS = 15 * 60_000;

/** Whether to show a run from before a reload: it is active, or it was started by a dashboard and ended recently. */
function shouldShowRun(jobs: readonly Job[], now: number): boolean {
  if (!jobs.every(hasEnded)) return true;
  const endedAt = Math.max(...jobs.map((job) => Date.parse(job.finished_at ?? '') || 0));
  return jobs.some((job) => job.run_id !== null) && now - endedAt < SHOWN_AFTER_MS;
}

/** The runs of the jobs, except those not worth showing. A job without a run id is its own run. */
export function restoreRuns(jobs: readonly Job[], now: number): TrackedRun[] {
  const byRun = new Map<string, Job[]>();
  for (const job of jobs) {
    if (!RUN_KINDS.some((kind) => kind === job.kind)) continue;
    const id = job.run_id ?? job.job_id;
    byRun.set(id, [...(byRun.get(id) ?? []), job]);
  }
  return [...byRun].flatMap(([id, own]) => {
    if (!shouldShowRun(own, now)) return [];
    const jobIds = own.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).map((job) => job.job_id);
    const kind = own[0]?.kind as RunKind;
    return [newRun({ id, kind, ids: [], jobIds, isAnnounced: own.every(hasEnded) })];
  });
}
