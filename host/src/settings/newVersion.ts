/**
 * Detects that a newer build of the host is served, so that users can reload before a file of the old build is missing. Newer remotes need
 * no reload: the release manager activates them.
 */
import { createStore, type Readable } from '../state/store';
import { BUILD } from './build';

/** Minimum time between checks on return to the tab, in milliseconds. */
export const ASK_EVERY = 5 * 60_000;

export interface NewVersion extends Readable<boolean> {
  /** Checks the server now, e.g. after a file of this build failed to load. */
  check(): Promise<void>;
  /** Starts checking on each return to the tab; returns a stop function. */
  start(page?: Document): () => void;
}

/** Compares versions by the folder of the page's own files. */
async function isHostOutdated(): Promise<boolean> {
  const response = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-cache' });
  const page = response.ok ? await response.text() : '';
  const served = /\/assets\/([^/"]+)\/main\./.exec(page)?.[1];
  return served !== undefined && served !== BUILD.version;
}

export function createNewVersion(): NewVersion {
  const state = createStore(false);
  let lastCheck = performance.now();

  async function check(): Promise<void> {
    lastCheck = performance.now();
    try {
      if (await isHostOutdated()) state.set(true);
    } catch {
      // An unreachable server does not offer a new version.
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    check,
    start(page = document) {
      const onVisible = () => {
        if (page.visibilityState === 'visible' && !state.get() && performance.now() - lastCheck >= ASK_EVERY)
          void check();
      };
      page.addEventListener('visibilitychange', onVisible);
      return () => page.removeEventListener('visibilitychange', onVisible);
    },
  };
}
