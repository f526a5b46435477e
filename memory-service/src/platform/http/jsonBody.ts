/** Reads request bodies: JSON in whole characters, not compressed, not nested without end; an empty one is none. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_JSON_DEPTH, isTooDeep } from './jsonDepth';
import { HttpProblem } from './problem';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Half of a character as JSON writes it; the backslash before it is not escaped itself. */
const HALF_A_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** Whether a text of the value has a lone surrogate. JSON can express one, but no database can store it. */
function hasHalfACharacter(text: string, value: unknown): boolean {
  // Writing it again puts whole characters down as they are, so that only halves are left as escapes.
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

/** Reads the bytes of a whole body. */
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
      return done(new HttpProblem(422, 'The text contains an incomplete character, which can’t be stored.'));
    });
  };
}

/** Makes JSON the one kind of body that `app` takes. */
export function acceptJson(app: FastifyInstance): void {
  const read = jsonReader(app);
  // The framework would take it as a text, which a refusal then repeats.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    read(request, Buffer.from(body), done),
  );
}
