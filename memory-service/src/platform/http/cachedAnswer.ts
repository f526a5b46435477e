/** Repeated responses: tagged, so a client can revalidate its copy, and cached until the next write. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database';
import { header } from './gates';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers that, besides the URL, determine the content or format of a list. */
const MEANINGFUL_HEADERS = ['x-active-scope', 'x-organization-id', 'prefer'];

interface Read {
  database: Database;
  /** Response headers set by the handler. */
  headers: Record<string, string>;
  /** Same as the framework's serializer: returns text or bytes. */
  serialize: (body: unknown) => string | ArrayBuffer | Buffer;
  /** Runs the handler and resolves to the body. */
  read: () => Promise<unknown>;
}

interface Answer {
  bytes: Buffer;
  tag: string;
  headers: Record<string, string>;
}

function withETag(bytes: Buffer, headers: Record<string, string>): Answer {
  return { bytes, tag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`, headers };
}

/** A page too large to buffer: it is streamed while it is read, and belongs to one request. */
class Streamed extends Error {
  constructor(readonly body: Readable) {
    super('The answer is a stream.');
  }
}

/** Whether a client that sends these tags already has the response. */
export const hasTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));

/** Resolves to the body to send: cached, new, or none if the client already has it. */
export async function cachedAnswer(
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
      return withETag(Buffer.from(serialize(body) as string | Buffer), { ...headers });
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
