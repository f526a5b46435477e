/**
 * Statements name the tenant of the rows they lock or write: on distributed tables that determines the worker. A single PostgreSQL finds
 * rows by id alone and gets no extra condition.
 */
import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import pg from 'pg';
import type { RowFilter } from '../auth/rules/permissions';
import type { Handle } from './handle';
import { inTenants, listTenants, uuids } from './conditions';
import { isDistributed } from './distribution';

/** Condition for rows of one tenant, or for all rows if tables are not distributed. */
export type TenantCondition = (column: string) => SQL;

const anywhere: TenantCondition = () => sql`true`;

/**
 * Matches rows of a known tenant. The tenant is a literal in the statement, because Citus cannot route an `insert … select` by a parameter.
 */
export const ofTenant =
  (tenant: string): TenantCondition =>
  (column) =>
    isDistributed() ? sql.raw(`${column} = ${pg.escapeLiteral(tenant)}::uuid`) : sql`true`;

/** Matches rows of the tenants that a filter covers. */
export const onTenants =
  (rows: RowFilter): TenantCondition =>
  (column) =>
    isDistributed() ? inTenants(sql.raw(column), listTenants(rows)) : sql`true`;

/** Narrows a filter to one of its tenants. */
export const narrowRows = (rows: RowFilter, tenant: string): RowFilter =>
  rows.rows === 'organizations' ? { ...rows, organizationIds: [tenant] } : rows;

type Named = 'memory_blocks' | 'keywords' | 'proposals' | 'secret_findings';

/** Runs `work` once per tenant with its ids, in a fixed order of tenants; only once for all ids if tables are not distributed. */
export async function eachTenant<T>(
  handle: Handle,
  table: Named,
  ids: readonly string[],
  work: (ids: readonly string[], ofTenant: TenantCondition, tenant?: string) => Promise<readonly T[]>,
): Promise<T[]> {
  if (ids.length === 0) return [];
  if (!isDistributed()) return [...(await work(ids, anywhere))];
  const isEverywhere = table === 'proposals' || table === 'secret_findings';
  const named = isEverywhere ? table : 'row_tenants';
  return forTenants(await readTenants(handle, sql.identifier(named), sql`id = any (${uuids(ids)})`), work);
}

/** Same as `eachTenant`, for rows that match a condition; if tables are not distributed, `work` gets no ids. */
export async function eachTenantWhere<T>(
  handle: Handle,
  table: Named,
  condition: SQL | undefined,
  work: (ids: readonly string[], ofTenant: TenantCondition, tenant?: string) => Promise<readonly T[]>,
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
  work: (ids: readonly string[], ofTenant: TenantCondition, tenant: string) => Promise<readonly T[]>,
): Promise<T[]> {
  const tenants = new Map<string, string[]>();
  for (const { tenant, ids } of groups) tenants.set(tenant, [...(tenants.get(tenant) ?? []), ...ids]);
  const results: T[] = [];
  for (const [tenant, ids] of [...tenants].sort(([a], [b]) => (a < b ? -1 : 1)))
    results.push(...(await work(ids, ofTenant(tenant), tenant)));
  return results;
}

/** Condition for the tenant of the row with this id. */
export async function findTenant(handle: Handle, table: Named, id: string): Promise<TenantCondition> {
  const [found = anywhere] = await eachTenant(handle, table, [id], (_ids, here) => Promise.resolve([here]));
  return found;
}

/** Records the tenant of new rows, for tables where an id alone does not determine the worker. */
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

/** Locks rows in order of id; returns the ids that exist. */
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
