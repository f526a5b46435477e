/**
 * Normalizes all text of a request to NFC: file names on macOS and PDFs arrive decomposed, but stored, compared and searched text must have
 * a single form.
 */
import type { FastifyInstance } from 'fastify';
import { normalizeText } from '@hindsight/shared-contracts/rules';

/** Other objects, e.g. a buffer or a body that was not read, are not JSON. */
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

/** Runs before validation, so length limits count the composed characters. */
export function composeTexts(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    request.query = composeStrings({ ...(request.query as object) });
    request.body = composeStrings(request.body);
    done();
  });
}
