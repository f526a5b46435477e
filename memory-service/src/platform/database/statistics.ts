/** Statistics by which the database plans: renewed soon after many rows came, as after a first import. */
import type { Database } from './database';

/** Fewer changed rows than this decide no plan. */
const FEWEST_CHANGES = 1000;
/** Changed rows of a table, divided by those it has. */
const CHANGED_SHARE = 0.25;

/**
 * Analyzes the tables of which a quarter has changed since it was done last; resolves to their names. The embedded engine has
 * no process that would do it, and that of PostgreSQL looks once in a minute: until then the lists of a workspace that has just
 * been filled are planned as if it were small, at a tenth of their rate (docs/adr/0113-indexes-and-statistics.md).
 */
export async function renewStatistics(database: Database): Promise<string[]> {
  const due = await database.ask<{ name: string }>({
    name: '',
    text: `select quote_ident(relname) as name from pg_stat_user_tables
      where schemaname = 'public' and n_mod_since_analyze >= greatest($1::float8, n_live_tup * $2::float8)
      order by relname`,
    values: [FEWEST_CHANGES, CHANGED_SHARE],
  });
  const names = due.map(({ name }) => name);
  if (names.length > 0) await database.ask({ name: '', text: `analyze ${names.join(', ')}`, values: [] });
  return names;
}

/** Whether any table has changed since it was last analyzed. */
export async function hasChanged(database: Database): Promise<boolean> {
  const changed = await database.ask({
    name: '',
    text: 'select 1 from pg_stat_user_tables where n_mod_since_analyze > 0 limit 1',
    values: [],
  });
  return changed.length > 0;
}
