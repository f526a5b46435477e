/** How a failure is written to the log: without the values of its query, which may be texts of memories and secrets in them. */
import { stdSerializers } from 'pino';

/** What the query builder adds to its sentence; the frames of a stack come after it. */
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

/** For `serializers.err` of the log. Codes, the statement, the causes and the stack stay. */
export const serializeError = (error: Error): unknown => withoutValues(stdSerializers.errWithCause(error));
