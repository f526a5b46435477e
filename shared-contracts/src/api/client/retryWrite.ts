/** Repeats a write whose answer was lost. The service stores the answer by the idempotency key, so a repeat does nothing twice. */
import { ApiError, NetworkError } from './errors';

/** Milliseconds before each repeat. */
const REPEAT_PAUSES_MS: readonly number[] = [400, 1600];
const LONGEST_PAUSE_MS = 10_000;

/** No answer came, or a gateway answered in place of the service. A 503 with a code is the service's own decision. */
function isLost(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.status === 503) return error.code === null || error.code === 'database_unavailable';
  return error.status === 502 || error.status === 504;
}

/** The answer to a repeat while the first request is still being carried out. */
const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== null;

/** Waits, unless the signal fires first. */
async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/**
 * @param attempt sends the request, each time with the same key.
 * @throws the failure of the last attempt when every answer was lost.
 */
export async function repeatLost<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const [repeats, delay] of REPEAT_PAUSES_MS.entries()) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error) && !(repeats > 0 && isUnderWay(error))) throw error;
      const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await pause(Math.min(Math.max(delay, wanted), LONGEST_PAUSE_MS), signal);
    }
  }
  return attempt();
}
