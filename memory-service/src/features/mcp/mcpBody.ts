/** Bodies of `/mcp`. The agent gets an answer to its request also where the request cannot be read; what is too large is not kept. */
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

/** A JSON-RPC request that was too large to be kept, or is not what a request may be. */
export class UnreadableRequest {
  constructor(
    readonly id: string | number | null,
    readonly status: number,
    readonly reason: string,
  ) {}
}

const TOO_LARGE = 'The request is larger than 2 MB. Send less text, for example a summary.';

/** Finds the `id` of a JSON object that passes by in chunks; what is nested may have ids of its own. */
function idFinder() {
  let [depth, isInString, isEscaped] = [0, false, false];
  /** Bytes since the last comma or colon of the outermost object. */
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

/** The bytes of a body, null for one that is too large, and the id of its request. */
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

/** Makes JSON the one kind of body that the routes of `scope` take; the handler gets an `UnreadableRequest` for one that it cannot use. */
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
