/**
 * The rows of an answer. A door of its own that is not shared: each remote brings its copy, so that it runs in hosts which are older
 * than this function (docs/adr/0122-what-a-remote-may-use.md).
 */
import { UnexpectedAnswerError } from './errors';
import { fields } from './fields';

/**
 * A bare array, or the rows of a page that holds one.
 * @param name where a page keeps its rows.
 * @throws UnexpectedAnswerError for anything else: an answer that cannot be read is a failure, not an empty list.
 */
export function listIn(answer: unknown, name = 'items'): unknown[] {
  const list = Array.isArray(answer) ? (answer as unknown[]) : fields(answer)[name];
  if (Array.isArray(list)) return list as unknown[];
  throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
}
