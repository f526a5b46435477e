/** Background jobs, whose progress can be polled. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { AfterRow, IdParams, Page, SkipLimit, Timestamp, Uuid } from './common';

export const JobStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);

export const Job = z.object({
  job_id: Uuid,
  kind: z.enum([
    'bulk_compaction',
    'bulk_keywords',
    'consolidation',
    'bulk_apply_keywords',
    'pruning',
    'organization_move',
    'organization_delete',
    'secret_scan',
  ]),
  status: JobStatus,
  /** The caller's id of the run that this job belongs to; null for a job without one. */
  run_id: Uuid.nullable(),
  /** Compaction settings; null for other jobs. */
  user_instructions: z.string().nullable(),
  max_concurrent: z.number().int().nullable(),
  /** Step counts: total, finished, and the succeeded and failed ones among those. */
  total: z.number().int(),
  done: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  cancel_requested: z.boolean(),
  error: z.string().nullable(),
  /** Results of the finished steps, in order; undone compactions have `undone`. Null until the job has ended. */
  results: z.array(z.record(z.string(), z.unknown())).nullable(),
  /** Memories that the job had not reached when it ended, and so left unchanged. Null until then. */
  not_reached: z.array(z.string()).nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
});

export const jobEndpoints = {
  'GET /jobs/': endpoint({
    summary: 'The caller’s own jobs, newest first, without their outcomes.',
    query: z.object({ ...SkipLimit(50).shape, after: AfterRow, active: z.stringbool().default(false) }),
    response: Page(Job),
  }),
  'GET /jobs/{id}': endpoint({
    summary: 'Progress of one of the caller’s own jobs and, once it has ended, the outcome.',
    params: IdParams,
    response: Job,
  }),
  'POST /jobs/{id}/cancel': endpoint({
    summary: 'Stops a job after its current steps; no effect once it has ended.',
    params: IdParams,
    response: Job,
  }),
};

export type Job = z.infer<typeof Job>;
export type JobStatus = z.infer<typeof JobStatus>;
