/**
 * Notices that a newer build of the host is served, so that a person can reload before a part of the old one is missed. Newer remotes
 * need no reload: the release manager activates them.
 */
import { createStore, type Readable } from '../state/store';
import { BUILD } from './build';

/** The server is asked at most so often (milliseconds), on a return to the tab. */
export const ASK_EVERY = 5 * 60_000;

export interface NewVersion extends Readable<boolean> {
  /** Asks the server now, e.g. after a file of this build could not be fetched. */
  check(): Promise<void>;
  /** Starts checking on each return to the tab; returns how to stop. */
  start(page?: Document): () => void;
}

/** The page's own files are in a folder of their version. */
async function hostIsNew(): Promise<boolean> {
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
      if (await hostIsNew()) state.set(true);
    } catch {
      // A server that cannot be reached has nothing new to offer.
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
