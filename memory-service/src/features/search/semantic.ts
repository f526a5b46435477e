/** Semantic search as a whole: is it available, the vector of a query, and vectors for blocks in the background. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import type { QueryVector } from './queries/nearestBlocks';
import { enableVectors, ensureVectorIndex } from './queries/vectorIndex';
import type { VectorSupport } from './queries/vectorIndex';
import { createEmbeddingQueue } from './embeddingQueue';
import { createEmbedder, RefusedTexts } from './embeddings';
import type { EmbeddingsConfig } from './embeddings';

declare module '../../platform/http/services' {
  interface Operations {
    semantic: Semantic;
  }
}

export interface Semantic {
  /** Are vectors found by an index? Undefined where no model is configured, and until the database has said. */
  isIndexed: () => boolean | undefined;
  /** The vector of a query, or why there is none. Never throws: search goes on without meaning. */
  vectorOf: (text: string) => Promise<QueryVector | { unavailable: string }>;
  /** Makes the vectors that are missing now; resolves with their number. */
  catchUp: () => Promise<number>;
  close: () => Promise<void>;
}

const NOT_CONFIGURED = 'Semantic search is not configured.';
const FAILED = 'The embeddings server did not answer.';
/** A person waits for the vector of a query. */
const QUERY_TIMEOUT_MS = 5_000;
const WORK_EVERY_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Somebody who asks waits in vain once in so long at the most. */
const LONGEST_QUERY_PAUSE_MS = 30_000;
const QUEUE_MISSING_EVERY_MS = 10 * 60_000;

const unavailable = (reason: string): Semantic => ({
  isIndexed: () => undefined,
  vectorOf: () => Promise.resolve({ unavailable: reason }),
  catchUp: () => Promise.resolve(0),
  close: () => Promise.resolve(),
});

/** When to ask a server again that failed: later each time, until it has answered. */
function createPause(longestMs: number) {
  let until = 0;
  let failures = 0;
  return {
    left: () => Math.max(0, until - Date.now()),
    failed: () => {
      failures += 1;
      until = Date.now() + Math.min(longestMs, WORK_EVERY_MS * 2 ** failures);
    },
    answered: () => {
      failures = 0;
      until = 0;
    },
  };
}

/** Semantic search by the configured server, or one that says why it is unavailable. */
export function createSemantic(
  config: EmbeddingsConfig | undefined,
  { database, isEmbedded }: { database: Database; isEmbedded: boolean },
  log: FastifyBaseLogger | undefined,
): Semantic {
  if (!config) return unavailable(NOT_CONFIGURED);
  const embedder = createEmbedder(config);
  const closing = new AbortController();
  let support: VectorSupport | undefined;
  let indexedSize: number | undefined;
  let indexing: Promise<void> = Promise.resolve();
  /** Apart: a question that took too long, because the server was busy with memories, must not hold these up. */
  const workPause = createPause(LONGEST_PAUSE_MS);
  const queryPause = createPause(LONGEST_QUERY_PAUSE_MS);

  const index = (size: number) => {
    indexing = indexing
      .then(async () => {
        if (closing.signal.aborted || indexedSize === size || !support || support.noIndex !== undefined)
          return;
        if (await ensureVectorIndex(database, isEmbedded, size)) indexedSize = size;
        else
          log?.warn(
            { size },
            'vectors are compared without an index: they are too long, or it is being built',
          );
      })
      .catch((error: unknown) => log?.warn({ err: error }, 'the index of vectors could not be made'));
  };
  const queue = createEmbeddingQueue(database, embedder, index, log);

  /** Asks the database once what it offers; a failure is tried again with the next call. */
  let preparing: Promise<VectorSupport> | undefined;
  const prepare = async (): Promise<VectorSupport> => {
    support = await enableVectors(database);
    if (support.noIndex !== undefined) log?.warn(`Vectors are compared without an index. ${support.noIndex}`);
    const size = await queue.adopt();
    if (size !== undefined) index(size);
    return support;
  };
  const prepared = () =>
    (preparing ??= prepare().catch((error: unknown) => {
      preparing = undefined;
      throw error;
    }));

  let missingQueuedAt = 0;
  const work = async (): Promise<number> => {
    await prepared();
    if (Date.now() - missingQueuedAt > QUEUE_MISSING_EVERY_MS) {
      await queue.queueMissing();
      missingQueuedAt = Date.now();
    }
    const made = await queue.work(closing.signal);
    if (made > 0) {
      workPause.answered();
      queryPause.answered();
    }
    return made;
  };

  /** One after the other in this process; other processes share the queue. */
  let running: Promise<unknown> = Promise.resolve();
  const catchUp = (): Promise<number> => {
    const next = running.then(work);
    running = next.catch(() => undefined);
    return next;
  };

  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    const pauseMs = Math.max(WORK_EVERY_MS, workPause.left());
    timer = setTimeout(() => {
      void catchUp()
        .catch((error: unknown) => {
          if (closing.signal.aborted) return;
          workPause.failed();
          queryPause.failed();
          log?.warn({ err: error }, 'embeddings could not be made');
        })
        .finally(() => {
          if (!closing.signal.aborted) schedule();
        });
    }, pauseMs);
    timer.unref();
  };
  schedule();

  return {
    isIndexed: () => support && indexedSize !== undefined,
    vectorOf: async (text) => {
      if (queryPause.left() > 0) return { unavailable: FAILED };
      try {
        const { hasExtension } = await prepared();
        const [vector] = await embedder.embed([text], QUERY_TIMEOUT_MS, closing.signal);
        if (!vector) return { unavailable: FAILED };
        const isIndexed = vector.length === indexedSize;
        if (!isIndexed) index(vector.length);
        queryPause.answered();
        return { vector, model: embedder.model, hasExtension, isIndexed };
      } catch (error) {
        if (!closing.signal.aborted && !(error instanceof RefusedTexts)) queryPause.failed();
        log?.warn({ err: error }, 'a query could not be embedded');
        return { unavailable: FAILED };
      }
    },
    catchUp,
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      await running;
      await indexing;
    },
  };
}
