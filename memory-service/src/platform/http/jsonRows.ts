import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Handle } from '../database/database';

/**
 * Returns the rows of a statement in order, transferred as a single JSON value, with timestamps as text with an offset. For responses of
 * thousands of rows: the embedded engine takes three to four times as long for individual rows.
 */
export async function jsonRows<Row extends object>(handle: Handle, statement: SQL): Promise<Row[]> {
  const { rows } = await handle.execute<{ found: Row[] | null }>(
    sql`select json_agg(found) as found from (${statement}) as found`,
  );
  return rows[0]?.found ?? [];
}
