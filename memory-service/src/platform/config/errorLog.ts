/** Serializes errors for the log without the values of a query, which may be memory texts with secrets. */
import { stdSerializers } from 'pino';

/** Values that the query builder appends to its message; the stack frames follow. */
const VALUES = /\nparams: [^]*?(?=\n {4}at |$)/g;
/** Properties in which the query builder and the database repeat values. */
const REPEATING: ReadonlySet<string> = new Set(['params', 'detail', 'where']);

function withoutValues(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(VALUES, '');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !REPEATING.has(name))
      .map(([name, part]) => [name, withoutValues(part)]),
  );
}

/** For `serializers.err` of the logger. Keeps codes, the statement, the causes and the stack. */
export const serializeError = (error: Error): unknown => withoutValues(stdSerializers.errWithCause(error));
