/** Fetches the code of the pages that are not open yet, while the page at work rests. */
import type { QueryClient } from '@hindsight/shared-contracts/query';
import { fetchPage, whenIdle } from '../federation/prefetch';
import { flagsOf } from '../session/userInfo';
import type { Host } from './hostContext';
import { sidebarEntries } from './navigation';

type Parts = Pick<Host, 'federation' | 'session' | 'settings'> & { queries: QueryClient };

/** Name of the performance mark that says that everything was fetched. */
export const FETCHED_AT_REST = 'hindsight:fetched-at-rest';

/** Milliseconds until a page that was busy is looked at again. */
export const LOOK_AGAIN_AFTER = 1000;

/** Settles when it is known who is here, the tab is visible, waits for no answer, and the browser has nothing to do. */
async function rest({ queries, session }: Parts): Promise<void> {
  for (;;) {
    await new Promise<void>(whenIdle);
    const isKnown = session.get().status !== 'loading';
    if (isKnown && !document.hidden && queries.isFetching() === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER));
  }
}

/** The pages of the sidebar that this person may open, in its order and one after the other; ends when the person has gone. */
export async function fetchAtRest(parts: Parts): Promise<void> {
  const { federation, session, settings } = parts;
  await rest(parts);
  const isHere = () => ['signed-in', 'guest'].includes(session.get().status);
  const { registry } = federation.registry.get();
  const flags = flagsOf(session.get().user, settings.get().flags);
  for (const { remote, path, disabled } of sidebarEntries(registry, flags, session.get())) {
    await rest(parts);
    if (!isHere()) return;
    if (!disabled) await fetchPage(federation, remote, path);
  }
  performance.mark(FETCHED_AT_REST);
}
