/**
 * Parses bodies of `/mcp`. Extracts the request id even from unusable bodies, so that the agent gets a response; oversized bodies are
 * discarded.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MAX_MESSAGE_BYTES } from '@hindsight/mcp-server';
import { MAX_BODY_BYTES } from '@hindsight/shared-contracts/rules';
import { jsonReader } from '../../platform/http/jsonBody';
import { HttpProblem } from '../../platform/http/problem';

const MAX_ID_BYTES = 200;

const [QUOTE, BACKSLASH, COLON, COMMA] = [...Buffer.from('"\\:,')];
const OPENING = new Set(Buffer.from('{['));
const CLOSING = new Set(Buffer.from('}]'));

/** A JSON-RPC request that is too large or malformed. */
export class UnreadableRequest {
  constructor(
    readonly id: string | number | null,
    readonly status: number,
    readonly reason: string,
  ) {}
}

const TOO_LARGE = 'The request is larger than 2 MB. Send less text, for example a summary.';

/** Finds the top-level `id` in a streamed JSON object, ignoring nested ones. */
function idFinder() {
  let [depth, isInString, isEscaped] = [0, false, false];
  /** Bytes since the last comma or colon at the top level. */
  let token: number[] = [];
  let key: unknown;
  let id: unknown = null;

  const value = (): unknown => {
    const text = Buffer.from(token).toString();
    token = [];
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  function endOfPair(): void {
    const found = value();
    if (key === 'id') id = found;
    key = undefined;
  }
  function take(byte: number): void {
    if (depth === 1 && !isInString) {
      if (byte === COLON) return void (key = value());
      if (byte === COMMA || CLOSING.has(byte)) endOfPair();
    }
    if (isEscaped) isEscaped = false;
    else if (isInString && byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isInString = !isInString;
    else if (!isInString && OPENING.has(byte)) depth += 1;
    else if (!isInString && CLOSING.has(byte)) depth -= 1;
    const isSeparator = !isInString && (byte === COMMA || OPENING.has(byte));
    if (depth === 1 && !isSeparator && token.length < MAX_ID_BYTES) token.push(byte);
  }
  return {
    take: (chunk: Buffer) => chunk.forEach(take),
    id: () => (typeof id === 'string' || typeof id === 'number' ? id : null),
  };
}

/** Reads a body and the id of its request; null bytes if it is too large. */
async function read(body: Readable): Promise<{ bytes: Buffer | null; id: string | number | null }> {
  const finder = idFinder();
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_MESSAGE_BYTES) throw new HttpProblem(413, 'The request body is too large.');
    finder.take(chunk);
    if (size > MAX_BODY_BYTES) kept.length = 0;
    else kept.push(chunk);
  }
  return { bytes: size > MAX_BODY_BYTES ? null : Buffer.concat(kept), id: finder.id() };
}

/** Accepts only JSON bodies on the routes of `scope`; the handler gets an `UnreadableRequest` for an unusable one. */
export function acceptLargeJson(scope: FastifyInstance): void {
  const parse = jsonReader(scope);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', (request, payload, done) => {
    read(payload).then(({ bytes, id }) => {
      if (!bytes) return done(null, new UnreadableRequest(id, 413, TOO_LARGE));
      return parse(request, bytes, (error, body) =>
        error instanceof HttpProblem
          ? done(null, new UnreadableRequest(id, error.status, error.message))
          : done(error, body),
      );
    }, done);
  });
}
