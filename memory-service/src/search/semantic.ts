/** Semantic search as a whole: is it available, the vector of a query, and vectors for blocks in the background. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../storage/database';
import { enableVectors, storeEmbeddings, blocksToEmbed } from '../storage/embeddings';
import { createEmbedder } from './embeddings';
import type { EmbeddingsConfig } from './embeddings';

type QueryVector = { vector: number[]; model: string } | { unavailable: string };

export interface Semantic {
  /** The vector of a query, or why there is none. Never throws: search goes on without meaning. */
  vectorOf: (text: string) => Promise<QueryVector>;
  /** Makes the vectors that are missing now; resolves with their number. */
  catchUp: () => Promise<number>;
  close: () => Promise<void>;
}

const NOT_CONFIGURED = 'Semantic search is not configured.';
const NO_EXTENSION = 'The database has no vector extension.';
const FAILED = 'The embeddings server did not answer.';
const BATCH = 64;
const CATCH_UP_EVERY_MS = 5_000;

const SYSTEM = { kind: 'system' } as const;

const unavailable = (reason: string): Semantic => ({
  vectorOf: () => Promise.resolve({ unavailable: reason }),
  catchUp: () => Promise.resolve(0),
  close: () => Promise.resolve(),
});

/** Semantic search by the configured server, or one that says why it is unavailable. */
export function createSemantic(
  config: EmbeddingsConfig | undefined,
  database: Database,
  log: FastifyBaseLogger | undefined,
): Semantic {
  if (!config) return unavailable(NOT_CONFIGURED);
  const embedder = createEmbedder(config);
  const closing = new AbortController();
  const ready = database
    .write(SYSTEM, enableVectors)
    .then(() => true)
    .catch((error: unknown) => {
      log?.warn({ err: error }, 'semantic search is unavailable: the database has no vector extension');
      return false;
    });

  const catchUp = async (): Promise<number> => {
    if (!(await ready)) return 0;
    let made = 0;
    while (!closing.signal.aborted) {
      const blocks = await database.read(SYSTEM, (handle) => blocksToEmbed(handle, embedder.model, BATCH));
      if (blocks.length === 0) break;
      const vectors = await embedder.embed(
        blocks.map(({ text }) => text),
        closing.signal,
      );
      const rows = blocks.map((block, n) => ({ ...block, vector: vectors[n] ?? [] }));
      await database.write(SYSTEM, (handle) => storeEmbeddings(handle, embedder.model, rows));
      made += rows.length;
    }
    return made;
  };

  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(() => {
      running = catchUp()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log?.warn({ err: error }, 'embeddings could not be made');
        })
        .finally(() => {
          if (!closing.signal.aborted) schedule();
        });
    }, CATCH_UP_EVERY_MS);
    timer.unref();
  };
  schedule();

  return {
    vectorOf: async (text) => {
      if (!(await ready)) return { unavailable: NO_EXTENSION };
      try {
        const [vector] = await embedder.embed([text], closing.signal);
        return vector ? { vector, model: embedder.model } : { unavailable: FAILED };
      } catch (error) {
        log?.warn({ err: error }, 'a query could not be embedded');
        return { unavailable: FAILED };
      }
    },
    catchUp,
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
