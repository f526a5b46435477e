/** Periodic work with exponential back-off while idle, reset by a possible write. */

/** Longest pause: work that is due by time alone, or left behind by a dead process, can wait this long. */
export const LONGEST_MS = 10 * 60_000;

export interface Periodic {
  /** Call after a possible write: the next round starts within the shortest pause. */
  wake: () => void;
  /** Waits for the running round. */
  close: () => Promise<void>;
}

/** @param round resolves to whether it found something to do; must not reject. */
export function startPeriodic(
  shortestMs: number,
  round: () => Promise<boolean>,
  longestMs: number = LONGEST_MS,
): Periodic {
  let pauseMs = shortestMs;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  function schedule(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => {
      running = round().then((found) => {
        running = undefined;
        pauseMs = found ? shortestMs : Math.min(longestMs, pauseMs * 2);
        schedule();
      });
    }, pauseMs);
    timer.unref();
  }
  schedule();

  return {
    wake: () => {
      if (pauseMs === shortestMs) return;
      pauseMs = shortestMs;
      if (!running) schedule();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
