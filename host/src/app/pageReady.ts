/** When the page in the address can be drawn whole, so that it is drawn once. */
import { remoteForPath } from '@hindsight/shared-contracts/registry';
import type { Host } from '../shell/hostContext';
import type { Readable } from '../state/store';

/** Settles when a store's value fits. */
function until<T>({ get, subscribe }: Readable<T>, fits: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (fits(get())) return resolve();
    const stop = subscribe(() => {
      if (!fits(get())) return;
      stop();
      resolve();
    });
  });
}

/** The remote of the page, where the document preloads its entry: the server saw a session, and it is sure which release runs. */
function preloadedPage({ registry }: Host['federation']) {
  const page = remoteForPath(registry.get().registry, window.location.pathname);
  const release = page && registry.releaseOf(page.remote);
  const links = [...document.querySelectorAll('link[rel="preload"]')];
  const isPreloaded = release && links.some((link) => link.getAttribute('href')?.startsWith(release.baseUrl));
  return isPreloaded ? page : null;
}

/**
 * Settles when it is known who is looking and the code of the page is here. Never rejects: a page that failed to load is drawn with its
 * failure.
 */
export async function pageReady({
  federation,
  session,
}: Pick<Host, 'federation' | 'session'>): Promise<void> {
  const known = until(session, ({ status }) => status !== 'loading');
  const page = preloadedPage(federation);
  if (page) {
    const { remotes } = federation;
    const stateNow = () => remotes.state(page.remote);
    remotes.ensure(page.remote);
    await until({ get: stateNow, subscribe: remotes.subscribe }, (state) =>
      ['ready', 'failed'].includes(state?.status ?? ''),
    );
    const state = stateNow();
    if (state?.status === 'ready') await state.module.preload?.(page.route.path).catch(() => undefined);
  }
  await known;
}
