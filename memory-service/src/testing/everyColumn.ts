/** Searches the whole database for texts that must not be stored. */
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database';

/** Locations, as `table.column`, that contain one of the texts, ignoring case, in PostgreSQL's text format. */
export async function findPlaces(database: Database, texts: readonly string[]): Promise<string[]> {
  return database.read({ kind: 'system' }, async (handle) => {
    const { rows } = await handle.execute<{ table: string; column: string }>(sql`
      select table_name as table, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, 2`);
    const wanted = sql`${JSON.stringify(texts.map((text) => text.toLowerCase()))}::jsonb`;
    const places: string[] = [];
    for (const { table, column } of rows) {
      const found = await handle.execute(sql`
        select 1 from ${sql.identifier(table)} as searched, jsonb_array_elements_text(${wanted}) as wanted (text)
        where strpos(lower(searched.${sql.identifier(column)}::text), wanted.text) > 0 limit 1`);
      if (found.rows.length > 0) places.push(`${table}.${column}`);
    }
    return places;
  });
}
