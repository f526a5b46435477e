/** Jobs of the service, and the runs that they are parts of, as the dashboard shows them. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';

export const JOB_KINDS = ['bulk_compaction', 'bulk_keywords', 'consolidation'] as const;
export type RunKind = (typeof JOB_KINDS)[number];

export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface JobState {
  id: string;
  kind: RunKind;
  /** Name of the run; the job's own id where it is a run by itself. */
  runId: string;
  status: JobStatus;
  total: number;
  done: number;
  succeeded: number;
  failed: number;
  cancelRequested: boolean;
  error: string;
  results: unknown[] | null;
  createdAt: string;
  /** ISO time; empty until it has ended. */
  finishedAt: string;
  /** Whether a dashboard named the run: others are somebody's own calls. */
  isNamed: boolean;
  /** How the person wanted it; undefined where the service does not say. */
  settings: RunSettings | undefined;
}

/** How a compaction is carried out. */
export interface RunSettings {
  instructions: string;
  concurrency: number;
}

const STATUSES: readonly string[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];

/** Null when the answer is no job: then the work was done before the answer came. */
export function readJob(answer: unknown): JobState | null {
  const job = fields(answer);
  const id = firstText(job['job_id']);
  const kind = JOB_KINDS.find((known) => known === job['kind']);
  const status = firstText(job['status']);
  if (id === '' || !kind || !STATUSES.includes(status)) return null;
  return {
    id,
    kind,
    runId: firstText(job['run_id'], id),
    status: status as JobStatus,
    total: numberOr(job['total'], 0),
    done: numberOr(job['done'], 0),
    succeeded: numberOr(job['succeeded'], 0),
    failed: numberOr(job['failed'], 0),
    cancelRequested: job['cancel_requested'] === true,
    error: firstText(job['error']),
    results: Array.isArray(job['results']) ? job['results'] : null,
    createdAt: firstText(job['created_at']),
    finishedAt: firstText(job['finished_at']),
    isNamed: firstText(job['run_id']) !== '',
    settings: readSettings(job['user_instructions'], numberOr(job['max_concurrent'], null)),
  };
}

const readSettings = (instructions: unknown, concurrency: number | null): RunSettings | undefined =>
  typeof instructions === 'string' && concurrency !== null ? { instructions, concurrency } : undefined;

export const hasEnded = ({ status }: Pick<JobState, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** How long a run that ended unseen is still shown. */
export const SHOWN_AFTER_MS = 15 * 60_000;

/** Runs that go on, and those of a dashboard that ended a moment ago: whoever closed the tab wants to know what became of them. */
export function worthShowing(jobs: readonly JobState[], now: number): boolean {
  if (!jobs.every(hasEnded)) return true;
  const last = Math.max(...jobs.map(({ finishedAt }) => Date.parse(finishedAt) || 0));
  return jobs.some(({ isNamed }) => isNamed) && now - last < SHOWN_AFTER_MS;
}

/** The jobs of each run, oldest job first, newest run first. */
export function groupByRun(jobs: readonly JobState[]): JobState[][] {
  const runs = new Map<string, JobState[]>();
  for (const job of jobs) runs.set(job.runId, [...(runs.get(job.runId) ?? []), job]);
  return [...runs.values()].map((run) =>
    [...run].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || (a.id < b.id ? -1 : 1)),
  );
}
