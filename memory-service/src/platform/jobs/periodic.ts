/** Periodic work that costs nothing while there is nothing to do: its pauses double, until something may have been written. */

/** What the clock alone brings about, or a process left behind that is gone, may wait so long. */
export const LONGEST_MS = 10 * 60_000;

export interface Periodic {
  /** Something may have been written: the next round comes within the shortest pause. */
  wake: () => void;
  /** Waits for the round under way. */
  close: () => Promise<void>;
}

/** @param round resolves to whether it found something to do; it does not reject. */
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
