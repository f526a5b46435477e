/** Client-side state of runs, kept in the query cache so that it is cleared on sign-out. */
import { useQuery, type QueryClient } from '@hindsight/shared-contracts/query';
import type { TrackedRun } from '../../model/run';

const KEY = ['person', 'tracked-runs'];
const NONE: readonly TrackedRun[] = [];

/** All runs of this page, including dismissed ones. */
const trackedRuns = (client: QueryClient): readonly TrackedRun[] => client.getQueryData(KEY) ?? NONE;

export const trackedRun = (client: QueryClient, id: string): TrackedRun | undefined =>
  trackedRuns(client).find((run) => run.id === id);

/** The same as a hook that re-renders on changes. */
export function useTrackedRuns(): readonly TrackedRun[] {
  const options = { queryKey: KEY, queryFn: () => NONE, initialData: NONE };
  return useQuery({ ...options, enabled: false, staleTime: Infinity, gcTime: Infinity }).data;
}

/** Adds runs; known ones stay unchanged, including dismissed ones. */
export function trackRuns(client: QueryClient, runs: readonly TrackedRun[]): void {
  const known = trackedRuns(client);
  const knownJobs = new Set(known.flatMap(({ jobIds }) => jobIds));
  const added = runs.filter(
    ({ id, jobIds }) => !known.some((run) => run.id === id) && !jobIds.some((job) => knownJobs.has(job)),
  );
  if (added.length > 0) client.setQueryData(KEY, [...known, ...added]);
}

/** Updates one run. */
export function updateRun(
  client: QueryClient,
  id: string,
  change: (run: TrackedRun) => Partial<TrackedRun>,
): void {
  client.setQueryData(
    KEY,
    trackedRuns(client).map((run) => (run.id === id ? { ...run, ...change(run) } : run)),
  );
}
