/** Fetches the files of the pages that are not open yet, and asks for those that this person opens, while the page at work rests. */
import { GATEWAY_STATUSES } from '@hindsight/shared-contracts/api/client';
import type { QueryClient } from '@hindsight/shared-contracts/query';
import { remoteForPath } from '@hindsight/shared-contracts/registry';
import { mayPrepare, prefetchCommonParts, prefetchFiles, whenIdle } from '../federation/prefetch';
import { readFlags } from '../session/userInfo';
import { reportError } from '../telemetry/reportError';
import type { Host } from './hostContext';
import { sidebarEntries } from './navigation';
import { byUse } from './pageUses';

type Parts = Pick<Host, 'ahead' | 'federation' | 'session' | 'settings'> & { queries: QueryClient };

/** Name of the performance mark that says that everything was fetched. */
export const FETCHED_AT_REST = 'hindsight:fetched-at-rest';

/** So many pages are asked for, however many there are: most answers would be in vain. */
export const ASKED_AT_REST = 6;

/** The session is over, or the service is away. */
const SAID_BY_THE_PAGE: readonly unknown[] = [401, ...GATEWAY_STATUSES];

/** Milliseconds until a page that was busy is looked at again. */
export const LOOK_AGAIN_AFTER = 1000;

/** Whether the code of the page in the address is loading. Its queries are sent after that. */
function isLoading({ registry, remotes }: Parts['federation']): boolean {
  const page = remoteForPath(registry.get().registry, window.location.pathname);
  return page !== null && remotes.state(page.remote)?.status === 'loading';
}

/**
 * Settles when it is known who is here, the page at work is there, the tab is visible, waits for no answer, and the browser has nothing
 * to do. On a slow machine all that can take long.
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
 * The pages of the sidebar that this person may open, those first that are opened most, one after the other: the files of all, then
 * what the first ones ask. Ends when the person has gone; after a failed answer no more is asked.
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
    for (const { remote, path } of pages.slice(0, ASKED_AT_REST)) {
      await fetchWhenIdle(parts);
      if (!isHere()) return;
      if (mayPrepare(federation, remote)) await ahead.ask(remote, path);
    }
  } catch (error) {
    if (!SAID_BY_THE_PAGE.includes((error as Error).cause))
      reportError(error, { area: 'prefetch', expected: true });
  }
  performance.mark(FETCHED_AT_REST);
}
