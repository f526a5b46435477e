/** The client of a server that speaks OpenAI's protocol. */
import type { ClientOptions, OpenAI } from 'openai';

interface Server {
  baseUrl: string;
  apiKey: string | undefined;
}

/** Answers the client; the library is loaded with the first call, since most services have no such server. */
export function openAiClient({ baseUrl, apiKey }: Server, options: ClientOptions): () => Promise<OpenAI> {
  let client: OpenAI | undefined;
  return async () => {
    const { OpenAI: Client } = await import('openai');
    return (client ??= new Client({
      baseURL: baseUrl,
      // The library insists on a key; local servers want none.
      apiKey: apiKey ?? 'none',
      organization: null,
      project: null,
      ...options,
    }));
  };
}
