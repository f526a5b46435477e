/** Jobs for a service that has none: bulk work that this page carries out, a few memory blocks at a time. A reload ends it. */
import { ApiError } from '../api/client/errors';
import type { CallAnswer } from '../api/client/types';
import { randomUuid } from '../rules/ids';
import { reasonOf } from '../rules/reasonOf';

export type Job = CallAnswer<'GET /jobs/{id}'>;
type ResultRow = Record<string, unknown>;

const SILENT = 'The service did not say why.';

/** What a job does: parts of so many ids, one part after the other. */
interface Work {
  kind: Job['kind'];
  runId: string | null | undefined;
  settings?: Pick<Job, 'user_instructions' | 'max_concurrent'>;
  parts: readonly (readonly string[])[];
  /** Carries a part out. @returns a row for each of its ids, or for whatever came of a part without ids. */
  run(ids: readonly string[]): Promise<readonly ResultRow[]>;
}

const failedRow = (memory_block_id: string, error: string): ResultRow => ({
  memory_block_id,
  success: false,
  error,
});

/** Ids without a row of their own count as failed. */
function withEveryId(rows: readonly ResultRow[], ids: readonly string[]): ResultRow[] {
  const named = new Set(rows.map((row) => String(row['memory_block_id']).toLowerCase()));
  return [...rows, ...ids.filter((id) => !named.has(id.toLowerCase())).map((id) => failedRow(id, SILENT))];
}

const now = () => new Date().toISOString();
/** A part without ids is one step. */
const stepsOf = (ids: readonly string[]) => Math.max(ids.length, 1);

async function carryOut(job: Job, work: Work): Promise<void> {
  const results: ResultRow[] = [];
  const refusals: string[] = [];
  for (const ids of work.parts) {
    if (job.cancel_requested) break;
    const rows = await work.run(ids).then(
      (answered) => withEveryId(answered, ids),
      (error: unknown) => {
        refusals.push(reasonOf(error));
        return ids.map((id) => failedRow(id, reasonOf(error)));
      },
    );
    const failed = rows.filter((row) => row['success'] === false).length;
    job.done += stepsOf(ids);
    job.failed += failed;
    job.succeeded += rows.length - failed;
    results.push(...rows);
  }
  const isRefused = refusals.length > 0 && refusals.length === work.parts.length;
  job.status = isRefused ? 'failed' : job.cancel_requested ? 'cancelled' : 'completed';
  job.error = isRefused ? (refusals[0] ?? null) : null;
  job.results = results;
  job.finished_at = now();
}

/** Makes the jobs of one page. */
export function createLocalJobs() {
  const jobs = new Map<string, Job>();

  /** @throws ApiError 404 for a job of another page. */
  function find(id: string): Job {
    const job = jobs.get(id);
    if (!job) throw new ApiError(404, 'Job not found', '', null);
    return job;
  }

  return {
    start(work: Work): Job {
      const job: Job = {
        job_id: randomUuid(),
        kind: work.kind,
        status: 'running',
        run_id: work.runId ?? null,
        user_instructions: null,
        max_concurrent: null,
        ...work.settings,
        total: work.parts.reduce((sum, ids) => sum + stepsOf(ids), 0),
        done: 0,
        succeeded: 0,
        failed: 0,
        cancel_requested: false,
        error: null,
        results: null,
        created_at: now(),
        started_at: now(),
        finished_at: null,
      };
      jobs.set(job.job_id, job);
      void carryOut(job, work);
      return { ...job };
    },
    get: (id: string): Job => ({ ...find(id) }),
    /** Newest first, without their outcomes. */
    list: (isActive: boolean): Job[] =>
      [...jobs.values()]
        .reverse()
        .filter(({ status }) => !isActive || status === 'running')
        .map((job) => ({ ...job, results: null })),
    /** Stops a job after the part that is under way. */
    cancel(id: string): Job {
      const job = find(id);
      job.cancel_requested ||= job.status === 'running';
      return { ...job };
    },
  };
}
