/** Copies a whole database into an empty one, table by table, from one snapshot of the source and atomically at the target. */
import { sql } from 'drizzle-orm';
import { StartupError } from '../platform/config/startupError';
import type { Database, Handle } from '../platform/database/database';

export interface CopiedTable {
  table: string;
  rows: number;
}

const SYSTEM = { kind: 'system' } as const;
const BATCH = 500;

const name = (identifier: string) => sql.raw(`"${identifier.replaceAll('"', '""')}"`);

/** Not copied: the event log, which is only for open pages, and the queues, which the service refills on startup. */
const LEFT = ['events', 'memory_blocks_to_embed', 'memory_blocks_to_compare'];

/** Tables in foreign-key order, without the ones that are not copied. */
async function tablesInOrder(handle: Handle): Promise<string[]> {
  const tables = await handle.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${`{${LEFT.join(',')}}`}::text[]) order by tablename`,
  );
  const links = await handle.execute<{ child: string; parent: string }>(sql`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    join pg_namespace on pg_namespace.oid = child.relnamespace
    where contype = 'f' and nspname = 'public' and conrelid <> confrelid`);
  const waiting = new Set(tables.rows.map((row) => row.name));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (table) => !links.rows.some(({ child, parent }) => child === table && waiting.has(parent)),
    );
    if (free.length === 0) throw new Error('The tables have circular foreign keys.');
    for (const table of free) {
      waiting.delete(table);
      ordered.push(table);
    }
  }
  return ordered;
}

/** Stored columns, without generated ones. */
async function listColumns(handle: Handle, table: string): Promise<string[]> {
  const { rows } = await handle.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  return rows.map((row) => row.name);
}

async function copyTable(source: Handle, target: Handle, table: string): Promise<number> {
  const columns = sql.join((await listColumns(source, table)).map(name), sql`, `);
  // Rows are transferred as text, so that numbers and times keep full precision.
  await source.execute(
    sql`declare rows_to_copy no scroll cursor for select row_to_json(part)::text as row from (select ${columns} from ${name(table)}) as part`,
  );
  let copied = 0;
  for (;;) {
    const { rows } = await source.execute<{ row: string }>(sql.raw(`fetch ${BATCH} from rows_to_copy`));
    if (rows.length === 0) break;
    const json = `[${rows.map(({ row }) => row).join(',')}]`;
    await target.execute(
      sql`insert into ${name(table)} (${columns}) select ${columns} from json_populate_recordset(null::${name(table)}, ${json}::json)`,
    );
    copied += rows.length;
  }
  await source.execute(sql`close rows_to_copy`);
  return copied;
}

/** Resets sequences to continue after the highest copied id. */
async function continueCounters(target: Handle, tables: readonly string[]): Promise<void> {
  const { rows } = await target.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_default like 'nextval(%'`);
  for (const { table, column } of rows.filter((row) => tables.includes(row.table)))
    await target.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), coalesce((select max(${name(column)}) from ${name(table)}), 0) + 1, false)`);
}

async function requireEmpty(target: Handle): Promise<void> {
  const { rows } = await target.execute(
    sql`select 1 from users union all select 1 from memory_blocks limit 1`,
  );
  if (rows.length > 0) {
    throw new StartupError('The target database isn’t empty. Nothing was copied. Use an empty one.');
  }
}

/**
 * Copies everything and verifies the row counts.
 * @throws StartupError if the target is not empty; any failure leaves the target unchanged.
 */
export async function copyDatabase(source: Database, target: Database): Promise<CopiedTable[]> {
  return source.read(SYSTEM, (from) =>
    target.write(SYSTEM, async (to) => {
      await requireEmpty(to);
      const tables = await tablesInOrder(from);
      for (const table of [...tables].reverse()) await to.execute(sql`delete from ${name(table)}`);
      const copied: CopiedTable[] = [];
      for (const table of tables) {
        const rows = await copyTable(from, to, table);
        const counted = await to.execute<{ rows: number }>(
          sql`select count(*)::int as rows from ${name(table)}`,
        );
        if (counted.rows[0]?.rows !== rows) throw new Error(`Table ${table} was not copied completely.`);
        copied.push({ table, rows });
      }
      await continueCounters(to, tables);
      return copied;
    }),
  );
}
