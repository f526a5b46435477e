/** Lets a few calls run at once and the others wait their turn. */

/**
 * A queue for work that each row of a list wants done.
 * @param most how many run at the same time.
 * @returns runs a piece of work in its turn; work whose signal is aborted while it waits is never started.
 */
export function createLimiter(most: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    running--;
    waiting.shift()?.();
  };
  return async (work, signal) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      next();
    }
  };
}
