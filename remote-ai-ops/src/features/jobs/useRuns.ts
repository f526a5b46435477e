/** The runs of the page for components, and the search for runs that an earlier page started. */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useQueryClient, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { recentJobs } from '../../api/jobs';
import { groupByRun, worthShowing, type RunKind } from '../../model/job';
import type { Run } from '../../model/run';
import { runKeeper, type StartRequest } from './runKeeper';

/** All runs that this page knows. */
export function useRuns(): readonly Run[] {
  return useSyncExternalStore(runKeeper.subscribe, runKeeper.runs);
}

/** One of them; undefined after it was dismissed. */
export function useRun(id: string | null): Run | undefined {
  return useRuns().find((run) => run.id === id);
}

/** Starts a run in the active workspace and answers its id. */
export function useStartRun(): (kind: RunKind, request: Omit<StartRequest, 'kind' | 'scope'>) => string {
  const { api, scope, offers } = useShell();
  return useCallback(
    (kind, request) => runKeeper.start(api, { ...request, kind, scope }, offers('jobs')),
    [api, scope, offers],
  );
}

/** Stops a run; where the service cannot be reached the person is told, and the run goes on. */
export function useCancelRun(): (id: string) => void {
  const { toasts } = useShell();
  return (id) =>
    void runKeeper.cancel(id).catch((error: unknown) => toasts.apiError(error, 'cancel the run'));
}

/** Finds runs that were started before this page was loaded, or in another tab, and watches them; once seen and dismissed they stay away. */
export function useFoundRuns(): void {
  const { api, offers, session } = useShell();
  const found = useScopedQuery({
    key: ['ai-ops', 'active-jobs'],
    load: async (client, signal) => {
      const runs = groupByRun(await recentJobs(client, signal));
      return runs.filter((jobs) => worthShowing(jobs, Date.now()));
    },
    enabled: offers('jobs') && session.status === 'signed-in',
  });
  useEffect(() => {
    for (const jobs of found.data ?? []) runKeeper.adopt(api, jobs);
  }, [api, found.data]);
}

/** Forgets what lists of memories and suggestions said, after something was changed. Other remotes' lists count too. */
export function useForgetLists(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => LISTS.has(String(queryKey[1])) }),
    [queries],
  );
}

/** Second parts of the keys of what a rewrite may change. */
const LISTS = new Set([
  'memory-block',
  'memory-blocks',
  'agents',
  'archived-memory-blocks',
  'keywords',
  'dashboard',
  'analytics',
  'consolidation-suggestions',
]);
