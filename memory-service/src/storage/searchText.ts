/** The text of a block that "contains" searches look at, written exactly as its trigram index is. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { contains } from './conditions';

const SEARCH_TEXT = sql.raw(
  `(memory_blocks.content || E'\\n' || coalesce(memory_blocks.lessons_learned, '') || E'\\n' || coalesce(memory_blocks.errors, '') || E'\\n' || coalesce(memory_blocks.metadata::text, '') || E'\\n' || memory_blocks.id::text || E'\\n' || memory_blocks.agent_id::text || E'\\n' || memory_blocks.conversation_id::text)`,
);

/** Does a block contain this text in its content, lessons, errors, metadata or ids? Case does not matter. */
export function blockContains(text: string): SQL {
  return contains(SEARCH_TEXT, text);
}
