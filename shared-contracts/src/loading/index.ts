/** The one policy for files of the page that do not arrive: ask again, with growing pauses, and wait while the browser is offline. */

/** Milliseconds before each further request, before jitter. */
const RETRY_DELAYS_MS = [300, 1000, 2500, 5000];

/** Up to half of the delay more, so that many pages do not return to a recovering server in step. */
const withJitter = (delay: number) => delay * (1 + Math.random() / 2);

function online(): Promise<void> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return Promise.resolve();
  return new Promise((resolve) => globalThis.addEventListener('online', () => resolve(), { once: true }));
}

/** Replaceable parts of the policy, for tests. */
export interface RetryEnvironment {
  /** Resolves after so many milliseconds. */
  wait?(ms: number): Promise<void>;
}

/**
 * Calls `load` until it succeeds, five times at most.
 * @param isTransient whether a failure can be the network's; any other one is final.
 * @returns what `load` resolves to.
 * @throws the failure of the last call.
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  isTransient: (error: unknown) => boolean = () => true,
  { wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: RetryEnvironment = {},
): Promise<T> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await load();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await wait(withJitter(delay));
      await online();
    }
  }
  return load();
}

/**
 * The address under which a file is requested again. A browser answers every request for the address of a failed preload with that
 * failure until the document is closed, so each further request needs an address of its own.
 * @param failures how often the file failed; 0 gives the plain address.
 */
export function retryAddress(url: string, failures: number): string {
  return failures === 0 ? url : `${url}?retry=${failures}`;
}
