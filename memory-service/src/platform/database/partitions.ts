/** Tables partitioned by time: expired records are removed by dropping a partition, without reading rows. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database, Handle } from './database';
import { databaseCode } from './errors';

const SYSTEM = { kind: 'system' } as const;
/** Arbitrary lock id, unique within this service. */
const PARTITION_LOCK = 728_311_920;
/**
 * Requests queue behind a lock on a whole table, so the wait is bounded, and shorter than the one-second deadlock timeout, which would
 * abort one of two transactions. The next round retries.
 */
const LOCK_TIMEOUT = sql`set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
/** Days ahead for which partitions are created. */
const DAYS_AHEAD = 28;

/**
 * A partition is dropped when its last row expires, so rows live up to a week longer than asked. Records kept forever get larger
 * partitions.
 */
const partitionUnit = (days: number) => sql.raw(days > 0 ? "'week'" : "'month'");

/** Runs a read-only statement as the service. */
async function ask<Row extends object>(database: Database, statement: SQL): Promise<Row[]> {
  const { rows } = await database.read(SYSTEM, (handle) => handle.execute(statement));
  return rows as Row[];
}

/** Runs `work` in a transaction unless another process is doing it or a table is in use; returns whether it ran. */
async function runUnlessInUse(
  database: Database,
  work: (handle: Handle) => Promise<unknown>,
): Promise<boolean> {
  try {
    return await database.write(SYSTEM, async (handle) => {
      await handle.execute(LOCK_TIMEOUT);
      const { rows } = await handle.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${PARTITION_LOCK}) as mine`,
      );
      if (rows[0]?.mine) await work(handle);
      return rows[0]?.mine ?? false;
    });
  } catch (error) {
    if (databaseCode(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Partitions of a table with their upper bounds, latest first; excludes the default partition, which has none. */
const partitionsQuery = (table: string): SQL => sql`
  select name, until from pg_inherits join lateral (
    select relname::text as name, substring(pg_get_expr(relpartbound, oid) from $$TO [(]'([^']+)'$$)::timestamptz as until from pg_class where oid = inhrelid
  ) as part on true
  where inhparent = ${table}::regclass and until is not null order by until desc`;

/** The partition without a lower bound, whose expired rows are deleted one by one; undefined once dropped. */
export async function firstPartition(database: Database, table: string): Promise<SQL | undefined> {
  const [found] = await ask<{ name: string | null }>(
    database,
    sql`select to_regclass(${`hindsight_partitions.${table}_before`})::text as name`,
  );
  return found?.name ? sql.raw(found.name) : undefined;
}

/** Creates the next partition, starting where the last one ends; returns whether one was missing. */
async function makeNext(handle: Handle, table: string, days: number, now: Date): Promise<boolean> {
  const unit = partitionUnit(days);
  const { rows } = await handle.execute<{ from: string; until: string; name: string }>(sql`
    select last.until::text as from, next.until::text as until, ${`${table}_`} || to_char(last.until, 'YYYYMMDD') as name
    from (${partitionsQuery(table)} limit 1) as last,
      lateral (select date_trunc(${unit}, greatest(last.until, ${now.toISOString()}::timestamptz)) + ('1 ' || ${unit})::interval as until) as next
    where last.until < ${now.toISOString()}::timestamptz + ${DAYS_AHEAD} * interval '1 day'`);
  const [next] = rows;
  if (!next) return false;
  const [from, until] = [sql.raw(`'${next.from}'`), sql.raw(`'${next.until}'`)];
  const part = sql`hindsight_partitions.${sql.identifier(next.name)}`;
  const rest = sql`hindsight_partitions.${sql.identifier(`${table}_default`)}`;
  // Without the lock, a row being inserted into the default partition would be rejected as soon as the new partition is visible.
  await handle.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`);
  await handle.execute(
    sql`create table ${part} (like ${sql.identifier(table)} including defaults including constraints)`,
  );
  // The partition has no primary key; full replica identity lets its rows move between workers when distributed.
  await handle.execute(sql`alter table ${part} replica identity full`);
  // Moves rows that were written before this partition was created.
  await handle.execute(sql`
    with late as (delete from ${rest} where created_at >= ${from} and created_at < ${until} returning *) insert into ${part} select * from late`);
  await handle.execute(
    sql`alter table ${sql.identifier(table)} attach partition ${part} for values from (${from}) to (${until})`,
  );
  return true;
}

/** Creates missing partitions for the coming weeks. Skips tables in use until the next call. */
export async function makePartitions(
  database: Database,
  table: string,
  days: number,
  now = new Date(),
): Promise<void> {
  for (let isMissing = true; isMissing;) {
    isMissing = false;
    await runUnlessInUse(database, async (handle) => {
      isMissing = await makeNext(handle, table, days, now);
    });
  }
}

/** Drops partitions whose last row is older than `days`. Skips tables in use until the next call. */
export async function dropPartitions(
  database: Database,
  table: string,
  days: number,
  now = new Date(),
): Promise<void> {
  const old = await ask<{ name: string }>(
    database,
    sql`select name from (${partitionsQuery(table)}) as part where until <= ${now.toISOString()}::timestamptz - ${days} * interval '1 day'`,
  );
  for (const { name } of old)
    await runUnlessInUse(database, (handle) =>
      handle.execute(sql`drop table if exists hindsight_partitions.${sql.identifier(name)}`),
    );
}
