/** Watches the jobs of a run until the last one has ended. */
import { ApiError, isAbort, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { lookAtJob } from '../../api/jobs';
import { hasEnded, type JobState } from '../../model/job';

/** Milliseconds between two looks. */
export const LOOK_EVERY_MS = 1000;
/** Looks in a row that may fail, e.g. while the service restarts, before the watch gives up. */
export const FAILED_LOOKS = 30;

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('Aborted', 'AbortError'));
      },
      { once: true },
    );
  });
}

/**
 * Resolves with the ended jobs; calls `onLook` after each round.
 * @throws the last error when the service could not be asked for half a minute, or says that a job is not there.
 */
export async function watchJobs(
  api: ApiClient,
  jobs: readonly JobState[],
  onLook: (jobs: JobState[]) => void,
  signal: AbortSignal,
): Promise<JobState[]> {
  let current = [...jobs];
  let failed = 0;
  for (;;) {
    try {
      current = await Promise.all(
        current.map((job) => (hasEnded(job) && job.results ? job : lookAtJob(api, job.id, signal))),
      );
      failed = 0;
      onLook(current);
      if (current.every(hasEnded)) return current;
    } catch (error) {
      failed += 1;
      const isLasting = error instanceof ApiError && error.status < 500;
      if (isAbort(error) || isLasting || failed >= FAILED_LOOKS) throw error;
    }
    await pause(LOOK_EVERY_MS, signal);
  }
}
