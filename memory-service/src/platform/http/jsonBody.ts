/** Parses request bodies: JSON in valid UTF-8, uncompressed and of limited depth; an empty body counts as absent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_JSON_DEPTH, isTooDeep } from './jsonDepth';
import { HttpProblem } from './problem';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** JSON escape of a surrogate whose backslash is not itself escaped. */
const HALF_A_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** Whether any string in the value has a lone surrogate. JSON can express one, but no database can store it. */
function hasHalfACharacter(text: string, value: unknown): boolean {
  // Serializing again writes complete characters literally, so only lone surrogates remain escaped.
  return HALF_A_CHARACTER.test(text) && HALF_A_CHARACTER.test(JSON.stringify(value));
}

function decodeBody(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw new HttpProblem(400, 'The request body is not valid UTF-8 text.');
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/** Creates a parser for the bytes of a complete body. */
export function jsonReader(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      return done(new HttpProblem(415, 'The request body must not be compressed (Content-Encoding).'));
    }
    let text: string;
    try {
      text = decodeBody(body);
    } catch (error) {
      return done(error as Error);
    }
    if (text === '') return done(null, undefined);
    if (isTooDeep(text)) {
      return done(
        new HttpProblem(400, `The request body is nested more than ${MAX_JSON_DEPTH} levels deep.`),
      );
    }
    void parse(request, text, (error, value: unknown) => {
      if (error || !hasHalfACharacter(text, value)) return done(error, value);
      return done(new HttpProblem(422, 'The text contains an invalid character (lone surrogate).'));
    });
  };
}

/** Makes JSON the only content type that `app` accepts. */
export function acceptJson(app: FastifyInstance): void {
  const read = jsonReader(app);
  // The framework would parse it as text, which the error message would then repeat.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    read(request, Buffer.from(body), done),
  );
}
