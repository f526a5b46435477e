/** Finds places where secret samples are still readable. */
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database';
import { SECRET_SAMPLES, secretText } from './secretSamples';

/** All rows of all tables, as text with the table's name. */
export function readAllRows(database: Database): Promise<string[]> {
  return database.read({ kind: 'system' }, async (handle) => {
    const tables = await handle.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await handle.execute<{ row: string }>(
        sql`select row_to_json(t)::text as row from ${sql.raw(`"${name}"`)} as t`,
      );
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts;
  });
}

/** The first few leaks; limited, since printing a diff of many long texts takes minutes. */
export function findLeaks(texts: readonly string[]): string[] {
  const forms = Object.values(SECRET_SAMPLES)
    .map(secretText)
    .flatMap((secret) => [secret, secret.toLowerCase(), JSON.stringify(secret).slice(1, -1)]);
  const found = forms.flatMap((form) =>
    texts.filter((text) => text.includes(form)).map((text) => `${form}: ${text}`),
  );
  return found.slice(0, 5).map((text) => text.slice(0, 300));
}
