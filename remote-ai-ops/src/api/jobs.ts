/** Calls about jobs: starting, tracking and cancelling bulk work. */
import type { Job } from '@hindsight/shared-contracts/api';
import { ApiError, UnexpectedAnswerError, type ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { isFinished, type RunKind, type RunSettings } from '../model/run';

export interface JobRequest {
  kind: RunKind;
  ids: readonly string[];
  /** Identifies the run to the service, so that it is found again after a reload. */
  runId: string;
  settings: RunSettings | undefined;
  /** Workspace in which the run was started; the active one may change before the last batch is sent. */
  scope: ActiveScope;
}

function request(api: ApiClient, { kind, ids, runId, settings, scope }: JobRequest): Promise<unknown> {
  const options = { scope, respondAsync: true };
  const chosen = { memory_block_ids: [...ids], run_id: runId };
  if (kind === 'consolidation') return api.call('POST /consolidation/trigger/', options);
  if (kind === 'bulk_keywords') {
    return api.call('POST /memory-blocks/bulk-generate-keywords', { ...options, body: chosen });
  }
  const { instructions = '', concurrency = 1 } = settings ?? {};
  const body = { ...chosen, user_instructions: instructions, max_concurrent: concurrency };
  return api.call('POST /memory-blocks/bulk-compact', { ...options, body });
}

/** Starts bulk work for up to 200 memories. @throws UnexpectedAnswerError for a response that is not a job. */
export async function startJob(api: ApiClient, input: JobRequest): Promise<Job> {
  const answer = await request(api, input);
  if (typeof answer === 'object' && answer !== null && 'job_id' in answer) return answer as Job;
  throw new UnexpectedAnswerError(200, JSON.stringify(answer));
}

export async function cancelJob(api: ApiClient, id: string): Promise<void> {
  await api.call('POST /jobs/{id}/cancel', { params: { id }, scope: false });
}

/** Jobs belong to the user, regardless of the workspace. */
export const jobKey = (id: string) => ['person', 'jobs', id];

const RECENT_JOBS = 200;

/** The user's newest jobs, including ended ones, which count toward the progress of their run. */
export const recentJobsQuery = (api: ApiClient) => ({
  queryKey: ['person', 'recent-jobs'],
  meta: { follows: ['jobs'] as const },
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Job[]> => {
    const query = { limit: RECENT_JOBS };
    return (await api.call('GET /jobs/', { query, signal, scope: false })).items;
  },
});

const POLL_INTERVAL_MS = 1000;
/** Poll interval with live updates; catches jobs that hang and send no update. */
const SLOW_POLL_INTERVAL_MS = 15_000;
/** How long to keep polling an unreachable job, e.g. during a restart of the service. */
const POLL_TIMEOUT_MS = 30_000;

interface PollState {
  data: Job | undefined;
  error: unknown;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
}

/** Error that ends the polling of an unfinished job, or null. */
export function pollError({ error, dataUpdatedAt, errorUpdatedAt }: PollState): unknown {
  const isLasting = error instanceof ApiError && error.status < 500;
  return isLasting || (error && errorUpdatedAt - dataUpdatedAt >= POLL_TIMEOUT_MS) ? error : null;
}

/** One job, tracked to its end by live updates with slow polling, else by polling. Secondary readers pass `isPolled: false`. */
export const jobQuery = ({ api, live }: Pick<Shell, 'api' | 'live'>, id: string, isPolled: boolean) => ({
  queryKey: jobKey(id),
  meta: { follows: ['jobs'] as const, ids: [id] },
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Job> =>
    api.call('GET /jobs/{id}', { params: { id }, signal, scope: false }),
  enabled: isPolled,
  // The next poll is the retry.
  retry: false,
  staleTime: ({ state }: { state: PollState }) => (state.data && isFinished(state.data) ? Infinity : 0),
  refetchInterval: ({ state }: { state: PollState }) =>
    (state.data && isFinished(state.data)) || pollError(state) !== null
      ? (false as const)
      : live?.isOpen
        ? SLOW_POLL_INTERVAL_MS
        : POLL_INTERVAL_MS,
});
