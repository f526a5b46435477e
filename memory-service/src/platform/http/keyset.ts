/** Keyset pagination: a page starts after a row instead of at an offset. */
import { sql, type SQL } from 'drizzle-orm';
import { HttpProblem } from './problem';

/** The last row before a page. */
export interface Place {
  /** Sort key; null if the row has none. */
  key: string | null;
  id: string;
}

const TIMES = ['created_at', 'updated_at', 'archived_at', 'creation_date', 'timestamp'];
const NUMBERS = ['feedback_score', 'retrieval_count', 'version'];

/** The row after which a page starts. */
export function describePlace(after: string | undefined, sortBy = 'created_at'): Place | undefined {
  if (after === undefined) return undefined;
  const [key = '', id = ''] = after.split('_');
  const isTime = key.includes('T');
  if (!TIMES.includes(sortBy) && !NUMBERS.includes(sortBy))
    throw new HttpProblem(422, 'The parameter “after” requires a list sorted by a time or a number.');
  if (isTime !== TIMES.includes(sortBy))
    throw new HttpProblem(
      422,
      `The list is sorted by ${sortBy}, so the parameter “after” must contain the row’s ${sortBy}.`,
    );
  return { key: key.toLowerCase() === 'null' ? null : key, id };
}

/** Condition for the rows after a place, in a list sorted by this column and then by id, nulls last. `hasNumber`: the id is a number. */
export function afterPlace(
  place: Place | undefined,
  column: SQL,
  id: SQL,
  { descending = true, isNumber = false, hasNumber = false } = {},
): SQL | undefined {
  if (!place) return undefined;
  const sign = sql.raw(descending ? '<' : '>');
  const own = sql`${place.id}::${sql.raw(hasNumber ? 'bigint' : 'uuid')}`;
  if (place.key === null) return sql`${column} is null and ${id} ${sign} ${own}`;
  const behind = sql`(${column}, ${id}) ${sign} (${place.key}::${sql.raw(isNumber ? 'bigint' : 'timestamptz')}, ${own})`;
  return isNumber ? sql`(${behind} or ${column} is null)` : behind;
}
