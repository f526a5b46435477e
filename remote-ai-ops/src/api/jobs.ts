/** Calls about the jobs of the signed-in person. */
import { readRows, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { readJob, type JobState } from '../model/job';

/** Jobs that the list asks for; older ones are not looked for. */
const RECENT = 200;

/** The person's newest jobs, also those that have ended: they count towards the progress of their run. */
export async function recentJobs(api: ApiClient, signal: AbortSignal): Promise<JobState[]> {
  const query = { limit: RECENT };
  return readRows(await api.call('GET /jobs/', { query, signal, scope: false }), readJob).items;
}

/** @throws Error when the answer cannot be read; the job may go on then. */
export async function lookAtJob(api: ApiClient, id: string, signal: AbortSignal): Promise<JobState> {
  const job = readJob(await api.call('GET /jobs/{id}', { params: { id }, signal, scope: false }));
  if (!job) throw new Error('The service sent a job that this dashboard cannot read.');
  return job;
}

export async function cancelJob(api: ApiClient, id: string): Promise<void> {
  await api.call('POST /jobs/{id}/cancel', { params: { id }, scope: false });
}
