/**
 * The rows of an answer. A door of its own that is not shared: each remote brings its copy, so that it runs in hosts which are older
 * than this function (docs/adr/0122-what-a-remote-may-import.md). The error is the host's, so that everybody knows it again.
 */
import { UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import { rowsIn } from './rowsIn';

/**
 * A bare array, or the rows of a page that holds one.
 * @param name where a page keeps its rows.
 * @throws UnexpectedAnswerError for anything else: an answer that cannot be read is a failure, not an empty list.
 */
export function listIn(answer: unknown, name = 'items'): unknown[] {
  const list = rowsIn(answer, name);
  if (list) return list;
  throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
}
