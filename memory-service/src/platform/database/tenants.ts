/**
 * Statements name the tenant of the rows that they lock or write. Where tables are distributed, that is how a worker is found; one PostgreSQL
 * finds rows by their ids as well, and is not asked for more.
 */
import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import pg from 'pg';
import type { RowFilter } from '../auth/rules/permissions';
import type { Handle } from './handle';
import { amongTenants, listTenants, uuids } from './conditions';
import { isDistributed } from './distribution';

/** Rows of one tenant, or all rows where tables are whole. */
export type OfTenant = (column: string) => SQL;

const anywhere: OfTenant = () => sql`true`;

/** Rows of a tenant that the caller knows; named in the text, because a parameter does not tell Citus where it is to insert what is selected. */
export const ofTenant =
  (tenant: string): OfTenant =>
  (column) =>
    isDistributed() ? sql.raw(`${column} = ${pg.escapeLiteral(tenant)}::uuid`) : sql`true`;

/** Rows of the tenants that a filter names. */
export const onTenants =
  (rows: RowFilter): OfTenant =>
  (column) =>
    isDistributed() ? amongTenants(sql.raw(column), listTenants(rows)) : sql`true`;

/** The rows of one of the tenants that a filter names. */
export const narrowRows = (rows: RowFilter, tenant: string): RowFilter =>
  rows.rows === 'organizations' ? { ...rows, organizationIds: [tenant] } : rows;

type Named = 'memory_blocks' | 'keywords' | 'proposals' | 'secret_findings';

/** Runs `work` for the rows with these ids: once for each tenant, with its ids, in one order everywhere; at once where tables are whole. */
export async function eachTenant<T>(
  handle: Handle,
  table: Named,
  ids: readonly string[],
  work: (ids: readonly string[], ofTenant: OfTenant, tenant?: string) => Promise<readonly T[]>,
): Promise<T[]> {
  if (ids.length === 0) return [];
  if (!isDistributed()) return [...(await work(ids, anywhere))];
  const isEverywhere = table === 'proposals' || table === 'secret_findings';
  const named = isEverywhere ? table : 'row_tenants';
  return forTenants(await readTenants(handle, sql.identifier(named), sql`id = any (${uuids(ids)})`), work);
}

/** The same for the rows that meet a condition; where tables are whole, `work` is not given their ids. */
export async function eachTenantWhere<T>(
  handle: Handle,
  table: Named,
  condition: SQL | undefined,
  work: (ids: readonly string[], ofTenant: OfTenant, tenant?: string) => Promise<readonly T[]>,
): Promise<T[]> {
  if (!isDistributed()) return [...(await work([], anywhere))];
  return forTenants(await readTenants(handle, sql.identifier(table), condition), work);
}

interface Group {
  tenant: string;
  ids: string[];
}

async function readTenants(handle: Handle, table: SQLWrapper, condition: SQL | undefined): Promise<Group[]> {
  const { rows } = await handle.execute<Group & Record<string, unknown>>(
    sql`select tenant_id as tenant, array_agg(id) as ids from ${table} where ${condition ?? sql`true`} group by tenant_id`,
  );
  return rows;
}

async function forTenants<T>(
  groups: readonly Group[],
  work: (ids: readonly string[], ofTenant: OfTenant, tenant: string) => Promise<readonly T[]>,
): Promise<T[]> {
  const tenants = new Map<string, string[]>();
  for (const { tenant, ids } of groups) tenants.set(tenant, [...(tenants.get(tenant) ?? []), ...ids]);
  const results: T[] = [];
  for (const [tenant, ids] of [...tenants].sort(([a], [b]) => (a < b ? -1 : 1)))
    results.push(...(await work(ids, ofTenant(tenant), tenant)));
  return results;
}

/** The tenant of a row with this id, as a condition. */
export async function findTenant(handle: Handle, table: Named, id: string): Promise<OfTenant> {
  const [found = anywhere] = await eachTenant(handle, table, [id], (_ids, here) => Promise.resolve([here]));
  return found;
}

/** Remembers whose new rows are, where an id alone does not lead to a worker. */
export async function noteTenants(
  handle: Handle,
  rows: readonly { id: string; tenantId: string }[],
): Promise<void> {
  if (!isDistributed() || rows.length === 0) return;
  await handle.execute(sql`
    insert into row_tenants (id, tenant_id) select id, tenant_id
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, tenantId }) => ({ id, tenant_id: tenantId })))}::jsonb) as given (id uuid, tenant_id uuid)
    on conflict (id) do update set tenant_id = excluded.tenant_id`);
}

export async function forgetTenants(handle: Handle, ids: readonly string[]): Promise<void> {
  if (!isDistributed() || ids.length === 0) return;
  await handle.execute(sql`delete from row_tenants where id = any (${uuids(ids)})`);
}

/** Locks rows in the order of their ids; answers those that are there. */
export const lockRows = (
  handle: Handle,
  table: Named,
  given: readonly string[],
  strength: 'key share' | 'update',
): Promise<string[]> =>
  eachTenant(handle, table, given, async (ids, here) => {
    const { rows } = await handle.execute<{ id: string }>(sql`
      select id from ${sql.identifier(table)} where id = any (${uuids(ids)}) and ${here('tenant_id')} order by id for ${sql.raw(strength)}`);
    return rows.map(({ id }) => id);
  });
