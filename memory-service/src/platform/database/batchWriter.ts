/** Buffers events recorded during requests in memory and writes them in batches, off the request path. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Handle } from './database';
import { isAboutData } from './errors';

export interface BatchWriter<T> {
  add: (events: readonly T[]) => void;
  /** Writes all buffered events. Resolves when they are stored. */
  flush: () => Promise<void>;
  /** Writes the remaining events, if the database still answers, and stops. */
  close: () => Promise<void>;
  dropped: () => number;
}

/** Keeps a summary of events that were dropped from the buffer before they could be written in full. */
export interface Overflow<T> {
  keep: (events: readonly T[]) => void;
  isEmpty: () => boolean;
  write: () => Promise<void>;
}

const FLUSH_EVERY_MS = 500;
const BATCH = 1000;
/** Buffer size during a database outage: the oldest events beyond it are dropped and logged. */
export const MAX_WAITING = 20_000;

const SYSTEM = { kind: 'system' } as const;

/** @param what names the events in the log, e.g. `retrievals`. */
export function createBatchWriter<T>(
  database: Database,
  store: (handle: Handle, batch: readonly T[]) => Promise<void>,
  what: string,
  log: FastifyBaseLogger | undefined,
  overflow?: Overflow<T>,
): BatchWriter<T> {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let dropped = 0;

  const drop = (count: number, reason: string, error?: unknown): void => {
    dropped += count;
    log?.warn({ dropped: count, ...(error !== undefined && { err: error }) }, `${what}: ${reason}`);
  };
  const writeAll = async (): Promise<void> => {
    /** Number of events still to be written one by one, so that a single bad event does not block the rest of its batch. */
    let singly = 0;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, singly > 0 ? 1 : BATCH);
      waiting = waiting.slice(batch.length);
      try {
        await database.write(SYSTEM, (handle) => store(handle, batch));
      } catch (error) {
        const isHopeless = isAboutData(error);
        if (isHopeless && batch.length === 1) drop(1, 'dropped one that the database rejected', error);
        else waiting = [...batch, ...waiting];
        if (!isHopeless) throw error;
        if (batch.length > 1) singly = batch.length + 1;
      }
      singly -= 1;
    }
    while (overflow?.isEmpty() === false) await overflow.write();
  };

  const flush = (): Promise<void> => {
    running = running.catch(() => undefined).then(writeAll);
    return running;
  };

  function schedule(): void {
    if (timer !== undefined || (waiting.length === 0 && overflow?.isEmpty() !== false)) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush()
        .catch((error: unknown) => log?.warn({ err: error }, `failed to write ${what}; retrying`))
        .finally(schedule);
    }, FLUSH_EVERY_MS);
    timer.unref();
  }

  return {
    add(events) {
      waiting.push(...events);
      const surplus = waiting.length - MAX_WAITING;
      if (surplus > 0) {
        overflow?.keep(waiting.slice(0, surplus));
        waiting = waiting.slice(surplus);
        drop(surplus, 'dropped because the database was unavailable for too long');
      }
      schedule();
    },
    flush,
    close: async () => {
      clearTimeout(timer);
      await flush().catch((error: unknown) => {
        overflow?.keep(waiting);
        drop(waiting.length, 'dropped because the last write before shutdown failed', error);
        waiting = [];
      });
    },
    dropped: () => dropped,
  };
}
