/** Turns texts into vectors through any server that speaks the OpenAI protocol for embeddings. */
import OpenAI from 'openai';
import { withLinkedSignal } from '../llm/linkedSignal';

export interface EmbeddingsConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

export interface Embedder {
  model: string;
  /** One vector for each text, in their order. Throws when the server fails, answers something else or takes too long. */
  embed: (texts: readonly string[], signal?: AbortSignal) => Promise<number[][]>;
}

const TIMEOUT_MS = 10_000;
/** Longer texts are cut: models take about 8,000 tokens. */
const MAX_CHARACTERS = 16_000;

export function createEmbedder({ baseUrl, apiKey, model }: EmbeddingsConfig): Embedder {
  const client = new OpenAI({
    baseURL: baseUrl,
    // The library insists on a key; local servers want none.
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    timeout: TIMEOUT_MS,
    maxRetries: 1,
  });
  return {
    model,
    embed: async (texts, signal) => {
      const answer = await withLinkedSignal(signal, (linked) =>
        client.embeddings.create(
          {
            model,
            input: texts.map((text) => text.slice(0, MAX_CHARACTERS) || ' '),
            encoding_format: 'float',
          },
          { signal: linked },
        ),
      );
      const vectors = [...answer.data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
      const size = vectors[0]?.length ?? 0;
      const sound = vectors.every(
        (vector) => vector.length === size && size > 0 && vector.every((value) => Number.isFinite(value)),
      );
      if (vectors.length !== texts.length || !sound)
        throw new Error('The embeddings server did not answer one vector for each text.');
      return vectors;
    },
  };
}
