/** Answers that are asked for again and again: tagged, so that a client that has one is spared it, and kept while nothing is written. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database';
import { header } from './gates';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers beside the address that decide what a list contains and how it is told. */
const MEANINGFUL_HEADERS = ['x-active-scope', 'x-organization-id', 'prefer'];

interface Read {
  database: Database;
  /** What the work of the call puts beside its body. */
  headers: Record<string, string>;
  /** As the framework would: to a text or to bytes. */
  serialize: (body: unknown) => string | ArrayBuffer | Buffer;
  /** Does the work and resolves with the body. */
  read: () => Promise<unknown>;
}

interface Answer {
  bytes: Buffer;
  tag: string;
  headers: Record<string, string>;
}

function tagged(bytes: Buffer, headers: Record<string, string>): Answer {
  return { bytes, tag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`, headers };
}

/** A page too large to be read at once: it is sent while it is read, and belongs to one request. */
class Streamed extends Error {
  constructor(readonly body: Readable) {
    super('The answer is a stream.');
  }
}

/** Whether a client that sends these tags already has the answer. */
export const hasTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));

/** Resolves with the body to send: the kept one, a new one, or none for a client that has it. */
export async function repeatedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, headers, serialize, read }: Read,
): Promise<unknown> {
  const meaning = MEANINGFUL_HEADERS.map((name) => header(request.headers, name) ?? null);
  const key = `answer ${JSON.stringify([request.principal, request.url, meaning])}`;
  try {
    const answer = await database.remember(key, async () => {
      const body = await read();
      if (body instanceof Readable) throw new Streamed(body);
      return tagged(Buffer.from(serialize(body) as string | Buffer), { ...headers });
    });
    void reply.headers({ ...answer.headers, etag: answer.tag }).type(JSON_TYPE);
    if (!hasTag(header(request.headers, 'if-none-match'), answer.tag)) return answer.bytes;
    void reply.status(304);
    return undefined;
  } catch (error) {
    if (!(error instanceof Streamed)) throw error;
    void reply.type(JSON_TYPE);
    return error.body;
  }
}
