/** Processes long texts in separate threads: the largest takes a tenth of a second, during which nothing else would be served. */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate as otherRequests } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';

/** A task for one thread. */
export interface TextTask {
  name: string;
  args: unknown[];
}

/** Shorter texts take less time than the transfer to a thread. */
const SHORT = 4_000;
const MAX_THREADS = 4;
const IDLE_MS = 60_000;
/** No text takes this long, including the wait. If one does, its thread ends, and the call fails instead of the service. */
const DEADLINE_MS = 30_000;

/** A text took too long, or too many were queued before it. */
export class TextTimeout extends Error {
  constructor() {
    super('Processing the text took too long. Try again in a moment.');
  }
}

let threads: ((task: TextTask) => Promise<unknown>) | undefined;

/**
 * Starts threads with the built worker. Without them, as in tests, texts are processed inline. At least one thread is always running: tasks
 * queued behind a text that ends its thread get the next one.
 * @param onFailure called when a thread fails at startup; its pending calls reject by themselves.
 */
export function openTextWorkers(
  file: string,
  onFailure: (error: unknown) => void,
  deadlineMs = DEADLINE_MS,
): { close: () => Promise<void> } {
  const pool = new Piscina<TextTask, unknown>({
    filename: file,
    minThreads: 1,
    maxThreads: Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
    idleTimeout: IDLE_MS,
  });
  pool.on('error', onFailure);
  threads = async (task) => {
    const signal = AbortSignal.timeout(deadlineMs);
    return pool.run(task, { signal }).catch((error: unknown) => {
      throw signal.aborted ? new TextTimeout() : error;
    });
  };
  return {
    close: async () => {
      threads = undefined;
      await pool.destroy();
    },
  };
}

function measureSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + measureSize(part), 0);
}

/** Time from the read-ahead call to its transaction, which may wait for others. */
const KEPT_MS = 60_000;

/** Keyed by a hash, because the text may contain secrets. */
const resultCache = new LRUCache<string, Promise<unknown>>({ max: 1_000, ttl: KEPT_MS, ttlAutopurge: true });

const definitions = new Map<string, (...args: never[]) => unknown>();

/** Work that runs in a thread when its texts are long. */
export interface TextWork<Args extends unknown[], Result> {
  (...args: Args): Promise<Awaited<Result>>;
  /** Same, but cached: started before a transaction, so the result is ready when the transaction needs it. */
  once: (...args: Args) => Promise<Awaited<Result>>;
}

/**
 * Defines work on texts. The thread's program (`textWorker`) must import the defining module as well, and finds the work by name.
 * @param work arguments and result are transferred between threads: plain values only.
 */
export function defineTextWork<Args extends unknown[], Result>(
  name: string,
  work: (...args: Args) => Result,
): TextWork<Args, Result> {
  definitions.set(name, work);
  const run = async (...args: Args): Promise<Awaited<Result>> => {
    if (threads && measureSize(args) >= SHORT) return (await threads({ name, args })) as Awaited<Result>;
    // Yields to other requests, because many short texts in a row take as long as a long one.
    await otherRequests();
    return await work(...args);
  };
  const once = (...args: Args): Promise<Awaited<Result>> => {
    if (measureSize(args) < SHORT) return run(...args);
    const key = createHash('sha256')
      .update(JSON.stringify([name, args]))
      .digest('base64');
    const known = resultCache.get(key) as Promise<Awaited<Result>> | undefined;
    if (known) return known;
    const result = run(...args);
    resultCache.set(key, result);
    result.catch(() => resultCache.delete(key));
    return result;
  };
  return Object.assign(run, { once });
}

/** Runs one task; called in a thread. */
export function runTextTask({ name, args }: TextTask): unknown {
  const work = definitions.get(name) as ((...given: unknown[]) => unknown) | undefined;
  if (!work) throw new Error(`The worker thread does not import the text work "${name}".`);
  return work(...args);
}
