/** Does the same to many things, a few at a time, and reports the outcome of each. */
import { isAbort } from '@hindsight/shared-contracts/api/client';

/** Requests that run at once: enough to be quick, few enough to leave capacity to others. */
export const AT_ONCE = 4;

export interface BatchProgress {
  done: number;
  failed: number;
  total: number;
}

interface BatchFailure<T> {
  item: T;
  error: unknown;
}

export interface BatchOutcome<T> {
  succeeded: T[];
  failed: BatchFailure<T>[];
  /** Not started, because the batch was cancelled or interrupted. */
  left: T[];
  /** Why it ended early. */
  stopped: 'cancelled' | 'interrupted' | null;
}

interface BatchOptions {
  signal: AbortSignal;
  onProgress(progress: BatchProgress): void;
  /** An error after which the next item would fail, too, e.g. no connection. */
  isFatal(error: unknown): boolean;
}

/**
 * Never rejects: every item ends in one of the three lists. A cancel lets running items end, so that their outcome is known;
 * `act` stops by itself only where nothing was changed yet, e.g. in the pause before a retry.
 */
export async function runBatch<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  { signal, onProgress, isFatal }: BatchOptions,
): Promise<BatchOutcome<T>> {
  const outcome: BatchOutcome<T> = { succeeded: [], failed: [], left: [], stopped: null };
  let next = 0;
  const unchanged: T[] = [];

  async function work(): Promise<void> {
    while (next < items.length) {
      if (signal.aborted) outcome.stopped = 'cancelled';
      if (outcome.stopped) return;
      const item = items[next++] as T;
      try {
        await act(item);
        outcome.succeeded.push(item);
      } catch (error) {
        if (isAbort(error)) unchanged.push(item);
        else outcome.failed.push({ item, error });
        if (signal.aborted) outcome.stopped = 'cancelled';
        else if (isFatal(error)) outcome.stopped = 'interrupted';
      }
      const { succeeded, failed } = outcome;
      onProgress({ done: succeeded.length + failed.length, failed: failed.length, total: items.length });
    }
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  outcome.left = [...unchanged, ...items.slice(next)];
  return outcome;
}
