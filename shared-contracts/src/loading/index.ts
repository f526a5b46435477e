/** Retry policy for page files that fail to load: growing delays, and a wait while the browser is offline. */

/** Milliseconds before each retry, without jitter. */
const RETRY_DELAYS_MS = [300, 1000, 2500, 5000];

/** Adds up to half of the delay, so that many pages do not hit a recovering server in step. */
const withJitter = (delay: number) => delay * (1 + Math.random() / 2);

function online(): Promise<void> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return Promise.resolve();
  return new Promise((resolve) => globalThis.addEventListener('online', () => resolve(), { once: true }));
}

/** Injectable parts of the policy, for tests. */
export interface RetryEnvironment {
  /** Resolves after the given milliseconds. */
  wait?(ms: number): Promise<void>;
}

/**
 * Calls `load` until it succeeds, at most five times.
 * @param isTransient whether an error may be a network failure; any other error is final.
 * @returns the result of `load`.
 * @throws the error of the last call.
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
 * URL for a retry. Until the document is closed, a browser answers requests for the URL of a failed preload with that failure, so each
 * retry needs a distinct URL.
 * @param failures number of failed attempts; 0 returns the plain URL.
 */
export function retryAddress(url: string, failures: number): string {
  return failures === 0 ? url : `${url}?retry=${failures}`;
}
