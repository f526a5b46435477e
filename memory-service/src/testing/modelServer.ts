/** HTTP server with the OpenAI API and test-defined responses. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

export interface ModelServer {
  /** Base URL for the client, including `/v1`. */
  url: string;
  requests: ModelRequest[];
  /** Replaces the response handler. */
  answer: (reply: (request: ModelRequest, response: ServerResponse) => void) => void;
  close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text || '{}') as Record<string, unknown>;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** A chat completion with the given text and a fixed usage. */
export function completion(content: string | null, more: Record<string, unknown> = {}) {
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null }, ...more },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
  };
}

/** Responds with embeddings in which texts that share one of the given words are close. */
export function answerEmbeddings(words: readonly string[]) {
  return ({ body }: ModelRequest, response: ServerResponse) => {
    const texts = [body['input']].flat().map((text) => String(text).toLowerCase());
    const data = texts.map((text, index) => {
      const embedding = [...words.map((word) => (text.includes(word) ? 1 : 0)), 0.01];
      return { object: 'embedding', index, embedding };
    });
    sendJson(response, 200, {
      object: 'list',
      model: 'test',
      data,
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
  };
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let reply: (request: ModelRequest, response: ServerResponse) => void = (_request, response) =>
    sendJson(response, 500, { error: { message: 'no answer chosen' } });
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        const asked = { path: request.url ?? '', authorization: request.headers.authorization, body };
        requests.push(asked);
        reply(asked, response);
      })
      // A reply that throws must not look like a server that hangs.
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer: (next) => (reply = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
