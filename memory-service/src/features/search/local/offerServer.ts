/** Looks for an embeddings server that already runs on this machine. */
import { z } from 'zod';

/** Ollama, whose model list is OpenAI-compatible. */
const OLLAMA = 'http://127.0.0.1:11434/v1';
const EMBEDDING_MODEL = /embed|minilm|bge|\be5\b|\bgte\b/i;
const TIMEOUT_MS = 1_000;

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The settings that would use a server on this machine, as a suffix for an error message; empty if there is none. */
export async function offerServer(signal: AbortSignal, baseUrl = OLLAMA): Promise<string> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer: unknown = await (await fetch(`${baseUrl}/models`, { signal: within })).json();
    const model = Models.parse(answer).data.find(({ id }) => EMBEDDING_MODEL.test(id));
    return model
      ? `, e.g. the one on this machine: EMBEDDINGS_BASE_URL=${baseUrl} EMBEDDINGS_MODEL=${model.id}`
      : '';
  } catch {
    return ''; // Most machines have none.
  }
}
