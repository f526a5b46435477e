/**
 * Fills `tenant_id` in rows from before the column, while the service serves; new rows get it from triggers. Small transactions, one
 * at a time of all processes; how far they are is in the database, so that a process that ends leaves the rest to the next one.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database, Handle } from './database';
import { databaseCode } from './errors';

const SYSTEM = { kind: 'system' } as const;
/** Any fixed number that no other lock of this service has. */
const TENANT_LOCK = 728_311_919;
/** Pages of a table that one transaction looks through: a few hundred memory blocks. */
const PAGES = 16;
/** Longest that one call works: the other periodic work has its turn in between, and so have the cores. */
const WORK_MS = 2_500;
/** A batch waits for nobody: below the second after which the database would end one of two that wait for each other. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '200ms'`;
const LOCK_NOT_AVAILABLE = '55P03';

const PUBLIC = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** What a row of each kind of table should have, by the argument that its trigger was given. */
const WANTED: Readonly<Record<string, SQL>> = {
  owner_user_id: sql`coalesce(filled.organization_id, filled.owner_user_id, ${PUBLIC})`,
  user_id: sql`coalesce(filled.organization_id, filled.user_id)`,
  actor_user_id: sql`coalesce(filled.organization_id, filled.actor_user_id)`,
  memory_block_id: sql`(select coalesce(organization_id, owner_user_id, ${PUBLIC}) from memory_blocks where id = filled.memory_block_id)`,
  job_id: sql`(select coalesce(organization_id, user_id) from jobs where id = filled.job_id)`,
  first_id: sql`(select coalesce(organization_id, owner_user_id, ${PUBLIC}) from keywords where id = filled.first_id)`,
};

interface Table {
  name: string;
  /** The database promises that no row lacks its tenant. */
  isFilled: boolean;
  isMissing: SQL;
}

/** The tables whose rows name their tenant, as `filled`. */
export async function tenantTables(handle: Handle): Promise<Table[]> {
  const { rows } = await handle.execute<{ name: string; kind: string; isFilled: boolean }>(sql`
    select relname as name, split_part(encode(tgargs, 'escape'), '\\000', 1) as kind, convalidated as "isFilled"
    from pg_constraint join pg_class on pg_class.oid = conrelid
    join pg_trigger on tgrelid = conrelid and tgname = relname || '_tenant'
    where conname = relname || '_tenant_check' and relnamespace = 'public'::regnamespace order by relname`);
  return rows.map(({ name, kind, isFilled }) => {
    const wanted = WANTED[kind];
    if (!wanted) throw new Error(`No rule says the tenant of a row of ${name}.`);
    return { name, isFilled, isMissing: sql`filled.tenant_id is distinct from ${wanted}` };
  });
}

const tenantCheck = (table: Table) => `${table.name}_tenant_check`;
const stateKey = (table: Table) => `tenants of ${table.name}`;
const forget = (handle: Handle, table: Table) =>
  handle.execute(sql`delete from service_state where key = ${stateKey(table)}`);

/** Fills the next pages of a table; answers whether there were any. The triggers say what the tenant is. */
async function fillPages(handle: Handle, table: Table): Promise<boolean> {
  const name = sql.identifier(table.name);
  const { rows } = await handle.execute<{ from: number; pages: number }>(sql`
    select coalesce((select value::bigint from service_state where key = ${stateKey(table)}), 0)::float8 as from,
      ceil(pg_relation_size(conrelid) / current_setting('block_size')::float8) as pages
    from pg_constraint where conname = ${tenantCheck(table)} and not convalidated`);
  // No row: another process was done first.
  const { from = 0, pages = 0 } = rows[0] ?? {};
  if (from >= pages) return false;
  const until = from + PAGES;
  // A row that someone changes gets its tenant with the change, or else in the next pass.
  await handle.execute(sql`
    update ${name} set tenant_id = null where ctid = any (array(
      select ctid from ${name} as filled where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${until},0)`}::tid
        and ${table.isMissing} for update skip locked))`);
  await handle.execute(sql`
    insert into service_state (key, value) values (${stateKey(table)}, ${String(until)})
    on conflict (key) do update set value = excluded.value`);
  return true;
}

/** After the last page: looks at every row again, and lets the database promise that none lacks its tenant. */
async function finish(database: Database, table: Table): Promise<boolean> {
  const { rows } = await database.read(SYSTEM, (handle) =>
    handle.execute(
      sql`select 1 from ${sql.identifier(table.name)} as filled where ${table.isMissing} limit 1`,
    ),
  );
  await database.write(SYSTEM, async (handle) => {
    await forget(handle, table);
    if (rows.length > 0) return;
    await handle.execute(
      sql`alter table ${sql.identifier(table.name)} validate constraint ${sql.identifier(tenantCheck(table))}`,
    );
  });
  return rows.length === 0;
}

/** One transaction. Undefined: another process is at work. */
const fillSome = (database: Database, table: Table) =>
  database.write(SYSTEM, async (handle) => {
    await handle.execute(LOCK_TIMEOUT);
    const { rows } = await handle.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${TENANT_LOCK}) as mine`,
    );
    return rows[0]?.mine ? fillPages(handle, table) : undefined;
  });

async function fillTable(database: Database, table: Table, until: number): Promise<boolean> {
  while (performance.now() < until) {
    const hadMore = await fillSome(database, table);
    if (hadMore === undefined) return false;
    if (!hadMore && (await finish(database, table))) return true;
  }
  return false;
}

/** Goes on with the filling for a while; answers whether every row of every table has its tenant. Call it again until then. */
export async function fillTenants(database: Database, workMs = WORK_MS): Promise<boolean> {
  const until = performance.now() + workMs;
  try {
    for (const table of await database.read(SYSTEM, tenantTables))
      if (!table.isFilled && !(await fillTable(database, table, until))) return false;
    return true;
  } catch (error) {
    if (databaseCode(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
