/** The text of a block for substring searches: content, lessons, errors, metadata and ids, lower-cased and stored. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { letterForms } from '../../../platform/text/rules/letterForms';
import { escapeLike } from '../../../platform/database/conditions';

/** Whether a block contains this text, ignoring case and Unicode composition. */
export function blockContains(text: string): SQL {
  const forms = letterForms(text).map(
    (form) => sql`memory_blocks.search_text like lower(${escapeLike(form)})`,
  );
  return sql`(${sql.join(forms, sql` or `)})`;
}
