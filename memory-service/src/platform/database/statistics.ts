/** Renews planner statistics soon after many rows were added, e.g. by a first import. */
import type { Database } from './database';

/** Fewer changed rows than this do not affect any plan. */
const FEWEST_CHANGES = 1000;
/** Share of a table's rows that must have changed. */
const CHANGED_SHARE = 0.25;

/**
 * Analyzes tables of which a quarter has changed since the last time; resolves to their names. The embedded engine has no autovacuum, and
 * PostgreSQL's runs once a minute: until then, lists of a freshly filled workspace are planned as if it were small, at a tenth of their
 * throughput (docs/adr/0113-indexes-and-statistics.md).
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
