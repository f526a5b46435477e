/** Polls the server for the registry: within each minute, on return to the tab and on navigation; never in a hidden tab. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { browserStorage, type SafeStorage } from '../../session/storage';
import { LAST_GOOD_KEY, parseRegistry, type RegistryStore } from '../registry';

/** Plus the response time this stays below a minute, the limit within which a disabled remote must stop. */
export const POLL_INTERVAL_MS = 50_000;
/** Polling interval while the server does not respond: the notice about it should disappear soon after it recovers. */
export const RETRY_INTERVAL_MS = 5000;
/** Minimum pause between two polls caused by navigations or returns to the tab. */
const MIN_PAUSE_MS = 3000;
const POLL_TIMEOUT_MS = 4000;
const REGISTRY_URL = '/registry.json';
/** Maximum size of a stored registry, in characters. */
const MAX_KEPT_LENGTH = 200_000;

/** Calls `poll` when it is due, until `stop`. `retry` makes the next one due sooner after a failed poll. */
export function schedulePolls(
  poll: () => void,
  page: Document = document,
): { navigated(): void; retry(): void; stop(): void } {
  let last = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function pollNow(): void {
    last = performance.now();
    schedule();
    poll();
  }

  const schedule = (wait = POLL_INTERVAL_MS) => {
    clearTimeout(timer);
    if (page.visibilityState !== 'hidden') timer = setTimeout(pollNow, wait);
  };

  function pollAfterPause(): void {
    if (page.visibilityState !== 'hidden' && performance.now() - last >= MIN_PAUSE_MS) pollNow();
  }

  function onVisibility(): void {
    schedule();
    pollAfterPause();
  }

  onVisibility();
  page.addEventListener('visibilitychange', onVisibility);
  return {
    navigated: pollAfterPause,
    retry: () => schedule(RETRY_INTERVAL_MS),
    stop() {
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', onVisibility);
    },
  };
}

/** The registry as served, which may be newer than the one in use. */
interface ServedRegistry {
  get(): Registry;
  /** Polls with the ETag; true when the registry, or the problem with it, changed. */
  poll(): Promise<boolean>;
}

function sentence(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The server did not answer within ${POLL_TIMEOUT_MS / 1000} seconds.`;
  if (error instanceof TypeError) return 'Can’t reach the server.';
  return error instanceof Error ? error.message : String(error);
}

export function createServedRegistry(
  store: RegistryStore,
  storage: SafeStorage = browserStorage,
): ServedRegistry {
  const { registry, source, problem: problemOfPage } = store.get();
  let served = registry;
  let etag: string | null = null;
  /** Problem that the server reported about its last copy. */
  let reported = problemOfPage;

  const keep = (text: string) => {
    if (text.length <= MAX_KEPT_LENGTH) storage.write(LAST_GOOD_KEY, text);
  };
  if (source === 'page') keep(JSON.stringify(registry));

  /** Null when nothing changed. */
  async function fetchText(): Promise<string | null> {
    const response = await fetch(REGISTRY_URL, {
      cache: 'no-store',
      headers: etag ? { 'If-None-Match': etag } : {},
      signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
    });
    if (response.status === 304) return null;
    if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
    etag = response.headers.get('ETag');
    reported = response.headers.get('Registry-Problem');
    return response.text();
  }

  function accept(text: string): void {
    const next = parseRegistry(text);
    // An intermediate cache may still hold a registry that was replaced long ago.
    if ((next.serial ?? 0) < (served.serial ?? 0)) return;
    served = next;
    keep(text);
  }

  return {
    get: () => served,
    async poll() {
      const before = store.get().problem;
      try {
        const text = await fetchText();
        if (text !== null) accept(text);
        if (before !== reported)
          store.update({ problem: reported, ...(reported === null && { source: 'page' }) });
        return text !== null || before !== reported;
      } catch (error) {
        etag = null;
        const problem = sentence(error);
        // The offline banner already covers this, and the registry itself is fine.
        if (!navigator.onLine || problem === before) return false;
        store.update({ problem });
        return true;
      }
    },
  };
}
