/** Checks the tenant of every row against its workspace, using only the columns of its table. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../platform/database/database';

/** For tables without an organization: the column that references a parent, the parent table, and its owner column. */
const PARENTS = [
  ['memory_block_id', 'memory_blocks', 'owner_user_id'],
  ['job_id', 'jobs', 'user_id'],
  ['first_id', 'keywords', 'owner_user_id'],
] as const;
/** Totals of tenants that belong to no other row, and the id-to-tenant map; `rebuild` checks these. */
const TOTALS = ['search_terms', 'search_term_changes', 'language_model_costs', 'row_tenants'];
const PUBLIC = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The expected tenant of a row, and a join with its parent if its own columns do not determine it. */
function describeTenant(columns: readonly string[]): { tenant: SQL; parent?: SQL } {
  const owner = (table: string, names: readonly string[]) => {
    const person = ['owner_user_id', 'user_id', 'actor_user_id'].find((name) => names.includes(name)) ?? '';
    return sql`coalesce(${sql.identifier(table)}.organization_id, ${sql.identifier(table)}.${sql.identifier(person)}, ${PUBLIC})`;
  };
  if (columns.includes('organization_id')) return { tenant: owner('one', columns) };
  const parent = PARENTS.find(([name]) => columns.includes(name));
  if (!parent) throw new Error(`Nothing says whose the rows with ${columns.join(', ')} are.`);
  const [name, table, person] = parent;
  // As a subquery, Citus reads this side first, even when its rows are on several workers.
  return {
    tenant: owner('parent', [person]),
    parent: sql`left join (select distinct id, organization_id, ${sql.identifier(person)} from ${sql.identifier(table)}) as parent on parent.id = one.${sql.identifier(name)}`,
  };
}

/** Tables with a tenant column, their row counts and the number of rows with a wrong tenant. */
export async function tenantsByTable(database: Database) {
  return database.read({ kind: 'system' }, async (handle) => {
    const { rows: tables } = await handle.execute<{ name: string; columns: string[] }>(sql`
      select table_name::text as name, array_agg(column_name::text) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name having 'tenant_id' = any (array_agg(column_name::text))
      order by 1`);
    const counted: { name: string; rows: number; wrong: number }[] = [];
    for (const { name, columns } of tables.filter((table) => !TOTALS.includes(table.name))) {
      const { tenant, parent = sql`` } = describeTenant(columns);
      const { rows } = await handle.execute<{ rows: number; wrong: number }>(sql`
        select count(*)::int as rows, count(*) filter (where one.tenant_id is distinct from ${tenant})::int as wrong
        from ${sql.identifier(name)} as one ${parent}`);
      counted.push({ name, rows: rows[0]?.rows ?? 0, wrong: rows[0]?.wrong ?? 0 });
    }
    return counted;
  });
}
