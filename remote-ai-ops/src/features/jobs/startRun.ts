/** Starts and stops runs. Sending continues after the dialog that started a run closes. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { QueryClient } from '@hindsight/shared-contracts/query';
import { randomUuid, describeError } from '@hindsight/shared-contracts/rules';
import type { Job } from '@hindsight/shared-contracts/api';
import { cancelJob, jobKey, startJob, type JobRequest } from '../../api/jobs';
import { splitIntoBatches } from '../../model/batches';
import { hasEnded, newRun } from '../../model/run';
import { trackedRun, trackRuns, updateRun } from './trackedRuns';

/**
 * Sends all batches upfront: the service processes them one by one, and a reload loses none.
 * A rejected batch counts as failed and the others continue; the run fails when all of them are rejected.
 */
async function sendBatches(
  client: QueryClient,
  api: ApiClient,
  { onCancelFailed, ...request }: JobRequest & StartOptions,
): Promise<void> {
  const { runId, ids } = request;
  const isCancelling = () => trackedRun(client, runId)?.isCancelling ?? true;
  const batches = request.kind === 'consolidation' ? [[]] : splitIntoBatches(ids);
  let isStarted = false;
  let refusal = '';
  for (const batch of batches) {
    if (isCancelling()) break;
    try {
      const job = await startJob(api, { ...request, ids: batch });
      client.setQueryData(jobKey(job.job_id), job);
      updateRun(client, runId, ({ jobIds }) => ({ jobIds: [...jobIds, job.job_id] }));
      isStarted = true;
    } catch (error) {
      const reason = describeError(error);
      refusal = reason;
      const failures = batch.map((id) => ({ id, reason }));
      updateRun(client, runId, ({ refused }) => ({ refused: [...refused, ...failures] }));
    }
  }
  // A batch that was in flight during the cancel has a job that is not cancelled yet.
  if (isStarted && isCancelling()) await cancelRun(client, api, runId).catch(onCancelFailed);
  updateRun(client, runId, () => ({ isSending: false, error: isStarted ? '' : refusal }));
}

interface StartOptions {
  /** Called when a batch that was in flight during a cancel cannot be cancelled and continues. */
  onCancelFailed(error: unknown): void;
}

export type StartRequest = Omit<JobRequest, 'runId'> & StartOptions;

/** Starts a run. @returns its id. */
export function startRun(client: QueryClient, api: ApiClient, request: StartRequest): string {
  const runId = randomUuid();
  const { kind, settings, scope } = request;
  const ids = [...new Set(request.ids)];
  trackRuns(client, [newRun({ id: runId, kind, settings, scope, ids, isSending: true })]);
  void sendBatches(client, api, { ...request, runId });
  return runId;
}

/** Stops a run; finished work is kept. @throws the service's error, in which case the run continues. */
export async function cancelRun(client: QueryClient, api: ApiClient, id: string): Promise<void> {
  updateRun(client, id, () => ({ isCancelling: true }));
  const jobs = trackedRun(client, id)?.jobIds.filter((jobId) => {
    const job = client.getQueryData<Job>(jobKey(jobId));
    return !job || !hasEnded(job);
  });
  const requests = await Promise.allSettled((jobs ?? []).map((jobId) => cancelJob(api, jobId)));
  const refused = requests.find((request) => request.status === 'rejected');
  if (!refused) return;
  // Part of the run continues, so allow another cancel.
  updateRun(client, id, () => ({ isCancelling: false }));
  throw refused.reason as Error;
}
