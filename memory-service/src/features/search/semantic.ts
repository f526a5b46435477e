/** Semantic search: its availability, query vectors, and background embedding of blocks. */
import type { FastifyBaseLogger } from 'fastify';
import type { MeaningState } from '@hindsight/shared-contracts/api';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { startPeriodic } from '../../platform/jobs/periodic';
import type { QueryVector } from './queries/nearestBlocks';
import { enableVectors, ensureVectorIndex } from './queries/vectorIndex';
import { olderModel, type KeptModel } from './queries/embeddings';
import type { VectorSupport } from './queries/vectorIndex';
import { createEmbeddingQueue } from './embeddingQueue';
import { createServerEmbedder, NotReady, NoVectors, RefusedTexts } from './embeddings';
import type { Embedder } from './embeddings';
import { createLocalEmbedder } from './local/localEmbedder';
import { DEFAULT_MODEL, findModel } from './local/models';

declare module '../../platform/http/services' {
  interface Operations {
    semantic: Semantic;
  }
}

export interface Semantic {
  /** Whether an index finds vectors. Undefined if no model is configured, and until the database has answered. */
  isIndexed: () => boolean | undefined;
  /** The current model and its failure, if any; undefined if semantic search is disabled. */
  state: () => MeaningState | undefined;
  /** The models whose vectors are searched. */
  answering: () => readonly string[];
  /** The vector of a query, or why there is none. Never throws: the search continues without semantic hits. */
  embedQuestion: (text: string) => Promise<QueryVector | { unavailable: string }>;
  /** Makes the missing vectors now; resolves with their number. */
  catchUp: () => Promise<number>;
  close: () => Promise<void>;
}

const NOT_CONFIGURED = 'Semantic search is not configured.';
const FAILED = {
  server: 'The embeddings server isn’t responding.',
  local: 'The local embedding model failed.',
};
/** The database failed, not the embedder. */
const UNPREPARED = 'Couldn’t read the memory vectors.';
const WORK_EVERY_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Upper bound of the back-off, so a failing server delays at most one query per period. */
const LONGEST_QUERY_PAUSE_MS = 30_000;
const QUEUE_MISSING_EVERY_MS = 10 * 60_000;

const unavailable = (reason: string): Semantic => ({
  isIndexed: () => undefined,
  state: () => undefined,
  answering: () => [],
  embedQuestion: () => Promise.resolve({ unavailable: reason }),
  catchUp: () => Promise.resolve(0),
  close: () => Promise.resolve(),
});

/** Exponential back-off after failures, until the next success. */
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

/** The configured embedder; undefined if there is none, or if the worker file of the local model is missing. */
function createEmbedder(
  config: Config['embeddings'],
  workerFile: string | undefined,
  log: FastifyBaseLogger | undefined,
): Embedder | undefined {
  if (config?.kind === 'server') return createServerEmbedder(config);
  if (!config || workerFile === undefined) return undefined;
  const logNotice = (sentence: string) => log?.info({ isNotice: true }, sentence);
  return createLocalEmbedder(findModel(config.model ?? DEFAULT_MODEL), config, workerFile, logNotice);
}

/** An address without user name and password. */
function withoutCredentials(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** The stored part of a configuration. */
const findKept = (config: NonNullable<Config['embeddings']>, name: string): KeptModel =>
  config.kind === 'server'
    ? { kind: 'server', name, model: config.model, baseUrl: withoutCredentials(config.baseUrl) }
    : { kind: 'local', name, model: config.model, folder: config.folder };

/** The configuration of a stored model. An API key is only sent to the server it was configured for. */
function readConfig(kept: KeptModel, config: NonNullable<Config['embeddings']>): Config['embeddings'] {
  if (kept.kind === 'local') return { ...kept, mirror: undefined };
  const isSame = config.kind === 'server' && withoutCredentials(config.baseUrl) === kept.baseUrl;
  return { ...kept, model: kept.model!, apiKey: isSame ? config.apiKey : undefined };
}

/** Semantic search by the configured server or the local model, or a stub that says why it is unavailable. */
export function createSemantic(
  config: Config['embeddings'],
  {
    database,
    isEmbedded,
    questionTimeoutMs,
    encoderFile,
  }: Pick<Config, 'questionTimeoutMs'> & {
    database: Database;
    isEmbedded: boolean;
    encoderFile?: string | undefined;
  },
  log: FastifyBaseLogger | undefined,
): Semantic {
  const configured = createEmbedder(config, encoderFile, log);
  if (!configured) return unavailable(NOT_CONFIGURED);
  const closing = new AbortController();
  let support: VectorSupport | undefined;
  let indexedSize: number | undefined;
  let indexing: Promise<void> = Promise.resolve();
  /** Separate, so that a query that timed out behind memories does not delay embedding them. */
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
            'comparing vectors without an index: they are too large, or the index is still being built',
          );
      })
      .catch((error: unknown) => log?.warn({ err: error }, 'failed to build the vector index'));
  };

  let failing: { since: Date; reason: string; logged: string } | undefined;
  /** Records a failure and returns its reason; logs one line per distinct reason. */
  const noteFailure = (error: unknown): string => {
    const isKnown = error instanceof NotReady || error instanceof NoVectors;
    const reason = isKnown ? error.message : FAILED[embedder.place];
    const logged = error instanceof NotReady && error.advice ? `${reason} ${error.advice}` : reason;
    if (failing?.logged !== logged)
      log?.warn(
        { err: error, isNotice: true },
        `${logged} In the meantime, searches match words only. Retrying automatically.`,
      );
    failing = { since: failing?.since ?? new Date(), reason, logged };
    return reason;
  };
  /** Any success, for a query or a memory, resumes both at once. */
  const noteSuccess = () => {
    if (failing) log?.info({ model: embedder.model }, 'embedding resumed');
    failing = undefined;
    queryPause.answered();
    const wasWaiting = workPause.left() > 0;
    workPause.answered();
    if (wasWaiting) periodic.wake();
  };
  const embedder: Embedder = {
    ...configured,
    prepare: (signal) =>
      configured.prepare(signal).catch((error: unknown) => {
        if (!signal.aborted) noteFailure(error);
        throw error;
      }),
    embed: async (texts, options) => {
      try {
        const vectors = await configured.embed(texts, options);
        noteSuccess();
        return vectors;
      } catch (error) {
        const isAboutTexts = error instanceof RefusedTexts && !(error instanceof NoVectors);
        if (!isAboutTexts && !closing.signal.aborted) noteFailure(error);
        throw error;
      }
    },
  };
  const queue = createEmbeddingQueue(database, embedder, findKept(config!, embedder.model), index, log);

  /** The previous model, until every memory has a vector of the current one. */
  let older: Embedder | undefined;
  const loadOlderModel = async (): Promise<void> => {
    const kept = await database.read({ kind: 'system' }, (handle) => olderModel(handle, embedder.model));
    if (kept?.name === older?.model) return;
    await older?.close();
    older = kept && createEmbedder(readConfig(kept, config!), encoderFile, log);
    if (older)
      log?.info(
        { model: older.model },
        'searching with the previous model until all memories are re-embedded',
      );
  };

  /** Asks the database once for its vector support; a failure is retried on the next call. */
  let preparing: Promise<VectorSupport> | undefined;
  const prepare = async (): Promise<VectorSupport> => {
    support = await enableVectors(database);
    if (support.noIndex !== undefined) log?.warn(`Comparing vectors without an index. ${support.noIndex}`);
    const size = await queue.adopt();
    if (size !== undefined) index(size);
    await loadOlderModel();
    return support;
  };
  const prepareOnce = () =>
    (preparing ??= prepare().catch((error: unknown) => {
      preparing = undefined;
      throw error;
    }));

  let missingQueuedAt = 0;
  const work = async (): Promise<number> => {
    await embedder.prepare(closing.signal);
    await prepareOnce();
    if (Date.now() - missingQueuedAt > QUEUE_MISSING_EVERY_MS) {
      await queue.queueMissing();
      missingQueuedAt = Date.now();
    }
    const made = await queue.work(closing.signal);
    if (older) await loadOlderModel();
    return made;
  };

  /** Runs sequentially in this process; other processes share the queue. */
  let running: Promise<unknown> = Promise.resolve();
  const catchUp = (): Promise<number> => {
    const next = running.then(work);
    running = next.catch(() => undefined);
    return next;
  };

  const round = async (): Promise<boolean> => {
    if (workPause.left() > 0) return false;
    try {
      return (await catchUp()) > 0;
    } catch (error) {
      if (closing.signal.aborted) return false;
      workPause.failed();
      if (failing) queryPause.failed();
      else log?.warn({ err: error }, 'embedding failed');
      return false;
    }
  };
  const periodic = startPeriodic(WORK_EVERY_MS, round, LONGEST_PAUSE_MS);
  database.onWrite(periodic.wake);

  const ask = async (one: Embedder, text: string): Promise<QueryVector> => {
    const { hasExtension } = await prepareOnce();
    const asked = { purpose: 'query', timeoutMs: questionTimeoutMs, signal: closing.signal } as const;
    const [vector = []] = await one.embed([text], asked);
    return { vector, model: one.model, hasExtension, isIndexed: vector.length === indexedSize, base: 0 };
  };
  /** The previous model's vector of a query; if that model is gone, only the current one answers. */
  const queryOlderModel = async (text: string): Promise<QueryVector | undefined> => {
    if (!older) return undefined;
    try {
      await older.prepare(closing.signal);
      return await ask(older, text);
    } catch (error) {
      log?.warn({ err: error, model: older?.model }, 'the previous embedding model stopped responding');
      older = undefined;
      return undefined;
    }
  };

  return {
    answering: () => [embedder.model, ...(older ? [older.model] : [])],
    isIndexed: () => support && indexedSize !== undefined,
    state: () => ({
      model: embedder.model,
      place: embedder.place,
      ...(failing && { failing: { since: failing.since.toISOString(), reason: failing.reason } }),
      ...(embedder.progress() !== undefined && { preparing: embedder.progress() }),
    }),
    embedQuestion: async (text) => {
      const preparing = embedder.progress();
      if (preparing !== undefined) return { unavailable: preparing };
      if (queryPause.left() > 0) return { unavailable: failing?.reason ?? FAILED[embedder.place] };
      try {
        await prepareOnce();
      } catch (error) {
        log?.warn({ err: error }, 'failed to prepare vector search');
        return { unavailable: UNPREPARED };
      }
      try {
        const asked = await ask(embedder, text);
        if (!asked.isIndexed) index(asked.vector.length);
        return { ...asked, older: await queryOlderModel(text) };
      } catch (error) {
        const isAboutText = error instanceof RefusedTexts && !(error instanceof NoVectors);
        if (isAboutText) return { unavailable: 'The embeddings server rejected this query.' };
        if (!closing.signal.aborted) queryPause.failed();
        return { unavailable: failing?.reason ?? FAILED[embedder.place] };
      }
    },
    catchUp,
    close: async () => {
      closing.abort();
      await periodic.close();
      await running;
      await indexing;
      await older?.close();
      await embedder.close();
    },
  };
}
