/** Applies an operation to many items with limited concurrency and reports the outcome of each. */
import { isAbort } from '@hindsight/shared-contracts/api/client';

/** Number of concurrent requests: enough to be fast, few enough to leave capacity for others. */
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
  /** Why the batch ended early. */
  stopped: 'cancelled' | 'interrupted' | null;
}

interface BatchOptions {
  signal: AbortSignal;
  onProgress(progress: BatchProgress): void;
  /** Whether the next item would fail with the same error, e.g. without a connection. */
  isFatal(error: unknown): boolean;
}

/**
 * Never rejects: every item ends in one of the three lists. A cancel lets running items finish, so their outcome is
 * known; `act` aborts on its own only before any change, e.g. in the pause before a retry.
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
