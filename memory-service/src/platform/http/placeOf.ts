/** Where a page of a list begins that goes on behind a row instead of at a number. */
import { HttpProblem } from './problem';

const TIMES = ['created_at', 'updated_at', 'archived_at', 'creation_date', 'timestamp'];

/** The row that a page begins behind. Only lists by a time have such places. */
export function describePlace(after: string | undefined, sortBy: string) {
  if (after === undefined) return undefined;
  if (!TIMES.includes(sortBy)) throw new HttpProblem(422, 'after works only with lists sorted by a time.');
  const [moment = '', id = ''] = after.split('_');
  return { moment, id };
}
