/** Turns texts into vectors through any server that speaks the OpenAI protocol for embeddings. */
import OpenAI, { APIError } from 'openai';
import { withLinkedSignal } from '../../platform/languageModel/linkedSignal';

export interface EmbeddingsConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

export interface Embedder {
  model: string;
  /**
   * One vector of length 1 for each text, in their order. Throws `RefusedTexts` when the server cannot use these texts, and another error
   * when it fails or takes too long.
   */
  embed: (texts: readonly string[], timeoutMs: number, signal?: AbortSignal) => Promise<number[][]>;
}

/** The server works, but one of the texts is not for it. */
export class RefusedTexts extends Error {}

/** Longer texts are cut: models take about 8,000 tokens. */
const MAX_CHARACTERS = 16_000;
/** What a cut may leave at the end. */
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;
/** Statuses that are about the texts: not valid, too large, cannot be processed. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** The vector with length 1, so that all engines compare the same; undefined for one that has no direction. */
function normalized(vector: readonly number[]): number[] | undefined {
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : undefined;
}

export function createEmbedder({ baseUrl, apiKey, model }: EmbeddingsConfig): Embedder {
  const client = new OpenAI({
    baseURL: baseUrl,
    // The library insists on a key; local servers want none.
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: 0,
  });
  return {
    model,
    embed: async (texts, timeout, signal) => {
      const input = texts.map((text) => text.slice(0, MAX_CHARACTERS).replace(HALF_A_CHARACTER, '') || ' ');
      const answer = await withLinkedSignal(signal, (linked) =>
        client.embeddings.create({ model, input, encoding_format: 'float' }, { signal: linked, timeout }),
      ).catch((error: unknown) => {
        throw error instanceof APIError && REFUSALS.has(error.status as number | undefined)
          ? new RefusedTexts(error.message, { cause: error })
          : error;
      });
      const vectors = [...answer.data]
        .sort((a, b) => a.index - b.index)
        .flatMap(({ embedding }) => {
          const vector = normalized(embedding);
          return vector ? [vector] : [];
        });
      const isWhole =
        vectors.length === texts.length && new Set(vectors.map(({ length }) => length)).size === 1;
      if (!isWhole) throw new RefusedTexts('The embeddings server did not answer one vector for each text.');
      return vectors;
    },
  };
}
