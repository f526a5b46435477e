/** Hooks for the runs of the page: started here or found at the service. */
import { useQueries, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useCallback, useEffect } from 'react';
import { jobQuery, pollError, recentJobsQuery } from '../../api/jobs';
import { restoreRuns, toRun, type Run, type RunKind, type TrackedRun } from '../../model/run';
import { cancelRun, startRun, type StartRequest } from './startRun';
import { trackRuns, updateRun, useTrackedRuns } from './trackedRuns';

function useRunsFor(tracked: readonly TrackedRun[], isPolled: boolean): Run[] {
  const shell = useShell();
  const ids = tracked.flatMap(({ jobIds }) => jobIds);
  const queries = useQueries({ queries: ids.map((id) => jobQuery(shell, id, isPolled)) });
  return tracked.map((run) => {
    const own = run.jobIds.map((id) => queries[ids.indexOf(id)]).filter((query) => query !== undefined);
    const jobs = own.map(({ data }) => data).filter((job) => job !== undefined);
    return toRun(run, jobs, own.map(pollError).find((error) => error !== null) ?? null);
  });
}

/** All runs that are not dismissed. `isPolled` polls their progress; set it only in the one component that shows them. */
export function useRuns({ isPolled = false } = {}): readonly Run[] {
  return useRunsFor(
    useTrackedRuns().filter(({ isDismissed }) => !isDismissed),
    isPolled,
  );
}

/** One run, polled; undefined without an id. */
export function useRun(id: string | null): Run | undefined {
  return useRunsFor(
    useTrackedRuns().filter((run) => run.id === id),
    true,
  )[0];
}

/** Finds runs that were started before this page loaded, or in another tab. */
export function useFoundRuns(): void {
  const { api, session } = useShell();
  const client = useQueryClient();
  const { data: jobs } = useQuery({ ...recentJobsQuery(api), enabled: session.status === 'signed-in' });
  useEffect(() => {
    if (jobs) trackRuns(client, restoreRuns(jobs, Date.now()));
  }, [client, jobs]);
}

/** Reports that a run could not be stopped and continues. */
function useCancelFailed(): (error: unknown) => void {
  const { toasts } = useShell();
  return useCallback((error) => toasts.apiError(error, 'cancel the run'), [toasts]);
}

/** Starts a run in the active workspace and returns its id. */
export function useStartRun(): (
  kind: RunKind,
  request: Pick<StartRequest, 'ids'> & Partial<Pick<StartRequest, 'settings'>>,
) => string {
  const { api, scope } = useShell();
  const client = useQueryClient();
  const onCancelFailed = useCancelFailed();
  return useCallback(
    (kind, { ids, settings }) => startRun(client, api, { kind, ids, settings, scope, onCancelFailed }),
    [client, api, scope, onCancelFailed],
  );
}

/** Stops a run; a toast reports a failure. */
export function useCancelRun(): (id: string) => void {
  const { api } = useShell();
  const client = useQueryClient();
  const onCancelFailed = useCancelFailed();
  return (id) => void cancelRun(client, api, id).catch(onCancelFailed);
}

/** Hides ended runs. */
export function useDismissRuns(): (runs: readonly Pick<Run, 'id'>[]) => void {
  const client = useQueryClient();
  return (runs) => runs.forEach(({ id }) => updateRun(client, id, () => ({ isDismissed: true })));
}

/** Records memories whose earlier texts were restored. */
export function useMarkUndone(): (runId: string, memoryIds: readonly string[]) => void {
  const client = useQueryClient();
  return (runId, memoryIds) =>
    updateRun(client, runId, ({ undone }) => ({ undone: new Set([...undone, ...memoryIds]) }));
}
