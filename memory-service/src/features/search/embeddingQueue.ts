/** Embeds queued blocks in batches. Several processes share the queue; a block stays in it until its vector is stored. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import {
  adoptModel,
  claimBlocks,
  countAllWaiting,
  postponeBlock,
  queueMissing,
  releaseBlocks,
  storeEmbeddings,
} from './queries/embeddings';
import type { KeptModel, WaitingBlock } from './queries/embeddings';
import { NoVectors, RefusedTexts } from './embeddings';
import type { Embedder } from './embeddings';

export interface EmbeddingQueue {
  /** Makes the configured model the current one; returns the size of its vectors if known. */
  adopt: () => Promise<number | undefined>;
  /** Queues blocks that were not queued when they were written. */
  queueMissing: () => Promise<void>;
  /** Works until nothing is due; returns the number of vectors made. Throws when the server or the database fails. */
  work: (signal: AbortSignal) => Promise<number>;
}

const SYSTEM = { kind: 'system' } as const;
const FIRST_BATCH = 8;
/** Maximum batch size; a local model shares its processors with page requests. */
const LARGEST_BATCH = { server: 64, local: 8 } as const;
/** Target duration of a batch: a local server handles one request at a time, so a search query waits behind the batch. */
const BATCH_AIM_MS = 1_000;
const PASSED_OVER_S = 5;
const BATCH_TIMEOUT_MS = 60_000;
/** Minimum number of vectors for a run to be logged. */
const WORTH_A_LINE = 100;
/** A probe text that any server can embed; a server that fails on it is broken. */
const HARMLESS = 'memory';

/** `onSize` is called with the size of the model's vectors before the first ones are stored. */
export function createEmbeddingQueue(
  database: Database,
  embedder: Embedder,
  kept: KeptModel,
  onSize: (size: number) => void,
  log: FastifyBaseLogger | undefined,
): EmbeddingQueue {
  const { model } = embedder;
  /** Halved when a batch fails, so that one rejected text does not block others, or is slow; doubled when it is fast. */
  let batch = FIRST_BATCH;
  let knownSize: number | undefined;

  const adopt = (size?: number) => database.write(SYSTEM, (handle) => adoptModel(handle, kept, size));

  const embed = (texts: readonly string[], signal: AbortSignal) =>
    embedder.embed(texts, { purpose: 'text', timeoutMs: BATCH_TIMEOUT_MS, signal });

  const storeVectors = async (
    blocks: readonly WaitingBlock[],
    vectors: readonly number[][],
    signal: AbortSignal,
  ) => {
    const size = vectors[0]?.length ?? 0;
    if (size !== knownSize) {
      // A new size means embedding everything again, so confirm it with a second request.
      const [again] = knownSize === undefined ? [] : await embed([HARMLESS], signal);
      if (again && again.length !== size) throw new NoVectors();
      await adopt(size);
      knownSize = size;
      onSize(size);
    }
    const rows = blocks.map((block, n) => ({ ...block, vector: vectors[n] ?? [] }));
    await database.write(SYSTEM, async (handle) => {
      await storeEmbeddings(handle, model, rows);
      // Retry rows that were locked by a concurrent edit soon, instead of after the lease.
      await releaseBlocks(handle, rows, PASSED_OVER_S);
    });
  };

  /** Postpones a single rejected text, unless the server rejects the probe text as well. */
  const postpone = async (block: WaitingBlock, error: RefusedTexts, signal: AbortSignal) => {
    await embed([HARMLESS], signal);
    log?.warn({ err: error, block: block.id }, 'the embeddings server rejected a memory');
    await database.write(SYSTEM, (handle) => postponeBlock(handle, block));
  };

  const oneBatch = async (signal: AbortSignal): Promise<{ isEmpty: boolean; made: number }> => {
    const { blocks, isEmpty } = await database.write(SYSTEM, (handle) => claimBlocks(handle, model, batch));
    const [only] = blocks;
    if (!only) return { isEmpty, made: 0 };
    const startedAt = performance.now();
    try {
      const vectors = await embed(
        blocks.map(({ text }) => text),
        signal,
      );
      const tookMs = performance.now() - startedAt;
      await storeVectors(blocks, vectors, signal);
      if (tookMs > BATCH_AIM_MS) batch = Math.max(1, Math.floor(blocks.length / 2));
      else if (tookMs < BATCH_AIM_MS / 2) batch = Math.min(LARGEST_BATCH[embedder.place], batch * 2);
      return { isEmpty: false, made: blocks.length };
    } catch (error) {
      const isRefusal = error instanceof RefusedTexts;
      if (isRefusal && blocks.length === 1) {
        await postpone(only, error, signal).catch(async (failure: unknown) => {
          await database.write(SYSTEM, (handle) => releaseBlocks(handle, blocks));
          throw failure;
        });
        return { isEmpty: false, made: 0 };
      }
      batch = Math.max(1, Math.floor(blocks.length / 2));
      await database.write(SYSTEM, (handle) => releaseBlocks(handle, blocks));
      if (isRefusal) return { isEmpty: false, made: 0 };
      throw error;
    }
  };

  return {
    adopt: async () => {
      knownSize = await adopt();
      return knownSize;
    },
    queueMissing: () => database.write(SYSTEM, (handle) => queueMissing(handle, model)),
    work: async (signal) => {
      let total = 0;
      let reported = 0;
      while (!signal.aborted) {
        const { isEmpty, made } = await oneBatch(signal);
        if (isEmpty) break;
        total += made;
        if (total - reported < 1_000) continue;
        reported = total;
        const left = await database.read(SYSTEM, countAllWaiting);
        log?.info({ made: total, left, model }, 'indexing memories for semantic search');
      }
      if (total >= WORTH_A_LINE) log?.info({ made: total, model }, 'indexed memories for semantic search');
      return total;
    },
  };
}
