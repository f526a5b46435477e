/** Fetches the files of pages that are not open yet, and data of the most used ones, while the current page is idle. */
import { GATEWAY_STATUSES } from '@hindsight/shared-contracts/api/client';
import type { QueryClient } from '@hindsight/shared-contracts/query';
import { remoteForPath } from '@hindsight/shared-contracts/registry';
import { mayPrefetch, prefetchCommonParts, prefetchFiles, whenIdle } from '../federation/prefetch';
import { readFlags } from '../session/userInfo';
import { reportError } from '../telemetry/reportError';
import type { Host } from './hostContext';
import { sidebarEntries } from './navigation';
import { byUse } from './pageUses';

type Parts = Pick<Host, 'ahead' | 'federation' | 'session' | 'settings'> & { queries: QueryClient };

/** Performance mark that is set when everything was fetched. */
export const FETCHED_AT_REST = 'hindsight:fetched-at-rest';

/** Maximum number of pages whose data is prefetched, because most responses would go unused. */
export const MAX_IDLE_PAGES = 6;

/** The session has ended, or the service is away. */
const STATUSES_SHOWN_BY_PAGE: readonly unknown[] = [401, ...GATEWAY_STATUSES];

/** Delay in milliseconds before a busy page is checked again. */
export const LOOK_AGAIN_AFTER = 1000;

/** Whether the code of the current page is loading. Its queries are sent only after that. */
function isLoading({ registry, remotes }: Parts['federation']): boolean {
  const page = remoteForPath(registry.get().registry, window.location.pathname);
  return page !== null && remotes.state(page.remote)?.status === 'loading';
}

/**
 * Resolves when the session is known, the current page has loaded without requests in flight, the tab is visible, and the browser is idle.
 * This may take long on a slow machine.
 */
async function fetchWhenIdle({ federation, queries, session }: Parts): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => whenIdle(resolve, null));
    const isThere = session.get().status !== 'loading' && !isLoading(federation);
    if (isThere && !document.hidden && queries.isFetching() === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER));
  }
}

/**
 * Goes through the sidebar pages that the user may open, most used first, one at a time: first the files of all, then the data of the first
 * ones. Stops when the user has signed out; a failed response ends the prefetching of data.
 */
export async function fetchAtRest(parts: Parts): Promise<void> {
  const { ahead, federation, session, settings } = parts;
  await fetchWhenIdle(parts);
  await prefetchCommonParts();
  const isHere = () => ['signed-in', 'guest'].includes(session.get().status);
  const { registry } = federation.registry.get();
  const flags = readFlags(session.get().user, settings.get().flags);
  const open = sidebarEntries(registry, flags, session.get()).filter(({ disabled }) => !disabled);
  const pages = byUse(open);
  for (const { remote, path } of pages) {
    await fetchWhenIdle(parts);
    if (!isHere()) return;
    await prefetchFiles(federation, remote, path);
  }
  try {
    for (const { remote, path } of pages.slice(0, MAX_IDLE_PAGES)) {
      await fetchWhenIdle(parts);
      if (!isHere()) return;
      if (mayPrefetch(federation, remote)) await ahead.ask(remote, path);
    }
  } catch (error) {
    if (!STATUSES_SHOWN_BY_PAGE.includes((error as Error).cause))
      reportError(error, { area: 'prefetch', expected: true });
  }
  performance.mark(FETCHED_AT_REST);
}
