/**
 * Fair queue between callers: each has a few slots, the rest of its work is queued, and the queues are served in turn. Hundreds of searches
 * by one agent then delay another person's list by a few searches, not by hundreds.
 */

export interface FairShareLimits {
  /** Slots in total and per caller. */
  total: number;
  perCaller: number;
  /** Maximum queue length per caller. */
  waiting: number;
}

export interface FairShare {
  /** Runs `work` when it is the caller's turn. Rejects with `QueueTooLong` immediately if the caller's queue is full. */
  run: <T>(caller: string, work: () => Promise<T>) => Promise<T>;
}

export class QueueTooLong extends Error {}

interface CallerQueue {
  active: number;
  waiting: (() => void)[];
}

export function createFairShare({ total, perCaller, waiting }: FairShareLimits): FairShare {
  /** Callers with queued or running work, in order of turn. */
  const lines = new Map<string, CallerQueue>();
  let active = 0;

  /** Starts the next work, from the queue that waited longest for its turn. */
  const next = (): void => {
    if (active >= total) return;
    for (const [caller, line] of lines) {
      const start = line.active < perCaller ? line.waiting.shift() : undefined;
      if (!start) continue;
      lines.delete(caller);
      lines.set(caller, line);
      line.active += 1;
      active += 1;
      start();
      return next();
    }
  };

  const leave = (caller: string, line: CallerQueue): void => {
    line.active -= 1;
    active -= 1;
    if (line.active === 0 && line.waiting.length === 0) lines.delete(caller);
    next();
  };

  return {
    run: async (caller, work) => {
      const line = lines.get(caller) ?? { active: 0, waiting: [] };
      if (line.waiting.length >= waiting) throw new QueueTooLong();
      lines.set(caller, line);
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve);
        next();
      });
      try {
        return await work();
      } finally {
        leave(caller, line);
      }
    },
  };
}
