/**
 * Shares what requests wait for between callers: each has a few at work at once, the rest wait in line, and the lines are served in
 * turn. Hundreds of searches of one agent then delay another person's list by a few searches, not by hundreds.
 */

export interface FairShareLimits {
  /** Pieces of work that run at once, of all callers and of one. */
  total: number;
  perCaller: number;
  /** Longest line of one caller. */
  waiting: number;
}

export interface FairShare {
  /** Runs `work` when it is the caller's turn. Rejects with `LineTooLong` at once when too much of the caller waits. */
  run: <T>(caller: string, work: () => Promise<T>) => Promise<T>;
}

export class LineTooLong extends Error {}

interface Line {
  active: number;
  waiting: (() => void)[];
}

export function createFairShare({ total, perCaller, waiting }: FairShareLimits): FairShare {
  /** Callers with work, in the order of their turns. */
  const lines = new Map<string, Line>();
  let active = 0;

  /** Lets the next one in, from the line that waited longest for its turn. */
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

  const leave = (caller: string, line: Line): void => {
    line.active -= 1;
    active -= 1;
    if (line.active === 0 && line.waiting.length === 0) lines.delete(caller);
    next();
  };

  return {
    run: async (caller, work) => {
      const line = lines.get(caller) ?? { active: 0, waiting: [] };
      if (line.waiting.length >= waiting) throw new LineTooLong();
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
