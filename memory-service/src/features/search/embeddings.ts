/** Turns texts into vectors through any server with an OpenAI-compatible embeddings API. */
import { withLinkedSignal } from '../../platform/languageModel/linkedSignal';
import { openAiClient } from '../../platform/languageModel/openAiClient';

export interface ServerConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

interface EmbedOptions {
  /** Some models treat queries and texts differently. */
  purpose: 'query' | 'text';
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Makes vectors: a server, or a local model. */
export interface Embedder {
  model: string;
  place: 'server' | 'local';
  /** Fetches missing files. Throws an error with a user-readable message. */
  prepare: (signal: AbortSignal) => Promise<void>;
  /** Progress of `prepare` as a sentence; undefined while it is not running. */
  progress: () => string | undefined;
  /**
   * Returns one vector of length 1 for each text, in order. Throws `RefusedTexts` when these texts are not usable, and another error when
   * the server or the model fails or times out.
   */
  embed: (texts: readonly string[], options: EmbedOptions) => Promise<number[][]>;
  close: () => Promise<void>;
}

/** The server works but rejects one of the texts. */
export class RefusedTexts extends Error {}

/** The response contains no valid vectors, whatever the texts are. */
export class NoVectors extends RefusedTexts {
  constructor() {
    super('The embeddings server did not return one vector for each text.');
  }
}

/** The model is not ready yet; every searcher sees the message. */
export class NotReady extends Error {
  /** @param advice cause and remedy, for the operator only: it may name addresses and folders. */
  constructor(
    message: string,
    readonly advice = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Longer texts are truncated: models accept about 8,000 tokens. */
const MAX_CHARACTERS = 16_000;
/** The unpaired surrogate that truncation may leave at the end. */
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;
/** Statuses that concern the texts: invalid, too large, unprocessable. */
const REFUSALS: ReadonlySet<unknown> = new Set([400, 413, 422]);

/** Prepares a text for a model. */
export const prepareText = (text: string): string =>
  text.slice(0, MAX_CHARACTERS).replace(HALF_A_CHARACTER, '') || ' ';

/** Normalizes a vector to length 1, so that all engines compare alike; undefined for the zero vector. */
function normalizeVector(vector: readonly number[]): number[] | undefined {
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : undefined;
}

/** Normalizes vectors to length 1. Throws `NoVectors` unless there is one for each of `count` texts, all of one size. */
export function unitVectors(given: readonly (readonly number[])[], count: number): number[][] {
  const vectors = given.flatMap((one) => {
    const vector = Array.isArray(one) ? normalizeVector(one) : undefined;
    return vector ? [vector] : [];
  });
  if (vectors.length !== count || new Set(vectors.map(({ length }) => length)).size !== 1)
    throw new NoVectors();
  return vectors;
}

/** An embedder backed by a server. */
export function createServerEmbedder({ baseUrl, apiKey, model }: ServerConfig): Embedder {
  const connect = openAiClient({ baseUrl, apiKey }, { maxRetries: 0 });
  return {
    model,
    place: 'server',
    prepare: () => Promise.resolve(),
    progress: () => undefined,
    embed: async (texts, { timeoutMs: timeout, signal }) => {
      const input = texts.map(prepareText);
      const { embeddings } = await connect();
      const answer = await withLinkedSignal(signal, (linked) =>
        embeddings.create({ model, input, encoding_format: 'float' }, { signal: linked, timeout }),
      ).catch((error: unknown) => {
        throw error instanceof Error && 'status' in error && REFUSALS.has(error.status)
          ? new RefusedTexts(error.message, { cause: error })
          : error;
      });
      const data: unknown = (answer as { data?: unknown } | undefined)?.data;
      if (!Array.isArray(data)) throw new NoVectors();
      const rows = data as { index: number; embedding: number[] }[];
      return unitVectors(
        [...rows].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding),
        texts.length,
      );
    },
    close: () => Promise.resolve(),
  };
}
