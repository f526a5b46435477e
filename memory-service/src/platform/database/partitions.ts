/** Tables of what happened, divided by time: what is too old ends as a partition that is dropped, and no row is read for it. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database, Handle } from './database';
import { databaseCode } from './errors';

const SYSTEM = { kind: 'system' } as const;
/** Any fixed number that no other lock of this service has. */
const PARTITION_LOCK = 728_311_920;
/**
 * Requests wait behind a lock on a whole table, so none is waited for any longer, and less than the second after which the database would end
 * one of two that wait for each other; the next round tries again.
 */
const LOCK_TIMEOUT = sql`set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
/** Partitions for so many days are there beforehand. */
const DAYS_AHEAD = 28;

/** A partition stays until its last row is too old: a week more than asked for at most. What is kept for good needs fewer of them. */
const partitionUnit = (days: number) => sql.raw(days > 0 ? "'week'" : "'month'");

/** The rows of a statement that changes nothing, by the service itself. */
async function ask<Row extends object>(database: Database, statement: SQL): Promise<Row[]> {
  const { rows } = await database.read(SYSTEM, (handle) => handle.execute(statement));
  return rows as Row[];
}

/** Does `work` in a transaction unless another process is at it or something is in use; answers whether it was done. */
async function unlessInUse(database: Database, work: (handle: Handle) => Promise<unknown>): Promise<boolean> {
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

/** The partitions of a table and where they end, the latest first; the one that takes what no other does has no end. */
const partitionsQuery = (table: string): SQL => sql`
  select name, until from pg_inherits join lateral (
    select relname::text as name, substring(pg_get_expr(relpartbound, oid) from $$TO [(]'([^']+)'$$)::timestamptz as until from pg_class where oid = inhrelid
  ) as part on true
  where inhparent = ${table}::regclass and until is not null order by until desc`;

/** The partition that is not bounded below, whose old rows are deleted one by one. Nothing when it was dropped. */
export async function firstPartition(database: Database, table: string): Promise<SQL | undefined> {
  const [found] = await ask<{ name: string | null }>(
    database,
    sql`select to_regclass(${`hindsight_partitions.${table}_before`})::text as name`,
  );
  return found?.name ? sql.raw(found.name) : undefined;
}

/** Makes the next partition, from where the last one ends; answers whether one was missing. */
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
  // A row on its way to the partition for the rest would be refused there as soon as this one can be seen.
  await handle.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`);
  await handle.execute(
    sql`create table ${part} (like ${sql.identifier(table)} including defaults including constraints)`,
  );
  // It has no key; where it is distributed, its rows move between workers all the same.
  await handle.execute(sql`alter table ${part} replica identity full`);
  // Written while no process was there to make the partition.
  await handle.execute(sql`
    with late as (delete from ${rest} where created_at >= ${from} and created_at < ${until} returning *) insert into ${part} select * from late`);
  await handle.execute(
    sql`alter table ${sql.identifier(table)} attach partition ${part} for values from (${from}) to (${until})`,
  );
  return true;
}

/** Makes what is missing of the partitions of the next weeks. What is in use is left for the next call. */
export async function makePartitions(
  database: Database,
  table: string,
  days: number,
  now = new Date(),
): Promise<void> {
  for (let isMissing = true; isMissing;) {
    isMissing = false;
    await unlessInUse(database, async (handle) => {
      isMissing = await makeNext(handle, table, days, now);
    });
  }
}

/** Drops the partitions whose last row is older than `days`. What is in use is left for the next call. */
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
    await unlessInUse(database, (handle) =>
      handle.execute(sql`drop table if exists hindsight_partitions.${sql.identifier(name)}`),
    );
}
