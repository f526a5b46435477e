/**
 * Letters that arrive in parts, as from the names of files on macOS and from PDFs, are put together (NFC) in all that a request says:
 * what is stored, compared and searched for has one form.
 */
import type { FastifyInstance } from 'fastify';
import { normalizeText } from '@hindsight/shared-contracts/rules';

/** Other objects, e.g. a buffer or what stands for a body that was not read, are no JSON. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

function composeStrings(value: unknown): unknown {
  if (typeof value === 'string') return normalizeText(value);
  if (Array.isArray(value)) return value.map(composeStrings);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [normalizeText(name), composeStrings(part)]),
  );
}

/** Before the contract looks at a request: a limit counts the letters that are kept. */
export function composeTexts(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    request.query = composeStrings({ ...(request.query as object) });
    request.body = composeStrings(request.body);
    done();
  });
}
