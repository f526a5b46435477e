/** What only this page knows of its runs, as an entry of the query cache: it goes with the rest when the person signs out. */
import { useQuery, type QueryClient } from '@hindsight/shared-contracts/query';
import type { TrackedRun } from '../../model/run';

const KEY = ['person', 'tracked-runs'];
const NONE: readonly TrackedRun[] = [];

/** All runs of this page, dismissed ones too. */
const trackedRuns = (client: QueryClient): readonly TrackedRun[] => client.getQueryData(KEY) ?? NONE;

export const trackedRun = (client: QueryClient, id: string): TrackedRun | undefined =>
  trackedRuns(client).find((run) => run.id === id);

/** The same for components, which follow its changes. */
export function useTrackedRuns(): readonly TrackedRun[] {
  const options = { queryKey: KEY, queryFn: () => NONE, initialData: NONE };
  return useQuery({ ...options, enabled: false, staleTime: Infinity, gcTime: Infinity }).data;
}

/** Adds runs; one that is known already stays as it is, also when it was dismissed. */
export function trackRuns(client: QueryClient, runs: readonly TrackedRun[]): void {
  const known = trackedRuns(client);
  const knownJobs = new Set(known.flatMap(({ jobIds }) => jobIds));
  const added = runs.filter(
    ({ id, jobIds }) => !known.some((run) => run.id === id) && !jobIds.some((job) => knownJobs.has(job)),
  );
  if (added.length > 0) client.setQueryData(KEY, [...known, ...added]);
}

/** Changes one run. */
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
