/** Keeps a batch running when the service limits its rate. */
import { ApiError } from '@hindsight/shared-contracts/api/client';

const MAX_RETRIES = 5;
const DEFAULT_PAUSE_S = 1;
const TOO_MANY_REQUESTS = 429;

/** Retries a rate-limited request after the delay that the service asks for. */
export async function retryOnRateLimit<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await request();
    } catch (error) {
      const isLimited = error instanceof ApiError && error.status === TOO_MANY_REQUESTS;
      if (!isLimited || retries === MAX_RETRIES) throw error;
      const pause = (error.retryAfter ?? DEFAULT_PAUSE_S) * 1000;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      });
      signal.throwIfAborted();
    }
  }
}
