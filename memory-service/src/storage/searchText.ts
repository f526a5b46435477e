/** The text of a block that "contains" searches look at: content, lessons, errors, metadata and ids, lower-cased and stored. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { patternOf } from './conditions';

/** Does a block contain this text? Case does not matter. */
export function blockContains(text: string): SQL {
  return sql`memory_blocks.search_text like lower(${patternOf(text)})`;
}
