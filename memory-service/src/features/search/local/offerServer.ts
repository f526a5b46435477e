/** Looks for a server of embeddings that already runs on this machine. */
import { z } from 'zod';

/** Ollama, which lists its models as OpenAI does. */
const OLLAMA = 'http://127.0.0.1:11434/v1';
const EMBEDDING_MODEL = /embed|minilm|bge|\be5\b|\bgte\b/i;
const TIMEOUT_MS = 1_000;

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** What to add to the name of a setting: the values that would use a server of this machine; nothing where there is none. */
export async function offerServer(signal: AbortSignal, baseUrl = OLLAMA): Promise<string> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer: unknown = await (await fetch(`${baseUrl}/models`, { signal: within })).json();
    const model = Models.parse(answer).data.find(({ id }) => EMBEDDING_MODEL.test(id));
    return model ? `; this machine has one: EMBEDDINGS_BASE_URL=${baseUrl} EMBEDDINGS_MODEL=${model.id}` : '';
  } catch {
    return ''; // Most machines have none.
  }
}
