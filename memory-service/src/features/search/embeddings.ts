/** Turns texts into vectors through any server that speaks the OpenAI protocol for embeddings. */
import { withLinkedSignal } from '../../platform/languageModel/linkedSignal';
import { openAiClient } from '../../platform/languageModel/openAiClient';

export interface ServerConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

interface EmbedOptions {
  /** Some models are asked for a question otherwise than for a text. */
  purpose: 'query' | 'text';
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** What makes vectors: a server, or a model beside the service. */
export interface Embedder {
  model: string;
  place: 'server' | 'local';
  /** Fetches what is missing. Throws an error with a sentence for people. */
  prepare: (signal: AbortSignal) => Promise<void>;
  /** How far `prepare` is, as a sentence; undefined while it is not at work. */
  progress: () => string | undefined;
  /**
   * One vector of length 1 for each text, in their order. Throws `RefusedTexts` when these texts cannot be used, and another error
   * when the server or the model fails or takes too long.
   */
  embed: (texts: readonly string[], options: EmbedOptions) => Promise<number[][]>;
  close: () => Promise<void>;
}

/** The server works, but one of the texts is not for it. */
export class RefusedTexts extends Error {}

/** What answers is no vectors, whatever the texts are. */
export class NoVectors extends RefusedTexts {
  constructor() {
    super('The embeddings server did not return one vector for each text.');
  }
}

/** The model cannot be used yet; the message says so to everybody who searches. */
export class NotReady extends Error {
  /** @param advice why, and what can be done, for the operator alone: it may name addresses and folders. */
  constructor(
    message: string,
    readonly advice = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Longer texts are cut: models take about 8,000 tokens. */
const MAX_CHARACTERS = 16_000;
/** What a cut may leave at the end. */
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;
/** Statuses that are about the texts: not valid, too large, cannot be processed. */
const REFUSALS: ReadonlySet<unknown> = new Set([400, 413, 422]);

/** A text as models take it. */
export const prepareText = (text: string): string =>
  text.slice(0, MAX_CHARACTERS).replace(HALF_A_CHARACTER, '') || ' ';

/** The vector with length 1, so that all engines compare the same; undefined for one that has no direction. */
function normalizeVector(vector: readonly number[]): number[] | undefined {
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : undefined;
}

/** The vectors with length 1. Throws `NoVectors` unless there is one for each of `count` texts, all of one size. */
export function unitVectors(given: readonly (readonly number[])[], count: number): number[][] {
  const vectors = given.flatMap((one) => {
    const vector = Array.isArray(one) ? normalizeVector(one) : undefined;
    return vector ? [vector] : [];
  });
  if (vectors.length !== count || new Set(vectors.map(({ length }) => length)).size !== 1)
    throw new NoVectors();
  return vectors;
}

/** An embedder by a server. */
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
