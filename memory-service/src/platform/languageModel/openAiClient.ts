/** Client for a server with the OpenAI protocol. */
import type { ClientOptions, OpenAI } from 'openai';

interface Server {
  baseUrl: string;
  apiKey: string | undefined;
}

/** Returns the client; the library is loaded on the first call, because most services have no such server. */
export function openAiClient({ baseUrl, apiKey }: Server, options: ClientOptions): () => Promise<OpenAI> {
  let client: OpenAI | undefined;
  return async () => {
    const { OpenAI: Client } = await import('openai');
    return (client ??= new Client({
      baseURL: baseUrl,
      // The library requires a key; local servers do not.
      apiKey: apiKey ?? 'none',
      organization: null,
      project: null,
      ...options,
    }));
  };
}
