/** Prepared statements, planned once per connection: planning the row-level security conditions takes longer than most reads. */
import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Handle } from './database';
import { withGeneration } from './stalePlans';
import { isDistributed } from './distribution';

const dialect = new PgDialect();
const { builtins } = pg.types;
const MOMENTS: ReadonlySet<number> = new Set([builtins.TIMESTAMPTZ, builtins.TIMESTAMP, builtins.DATE]);

/** Timestamps stay PostgreSQL's text, as everywhere in storage. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    MOMENTS.has(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const names = new Map<string, string>();
/** Limits prepared statements: a connection keeps a plan of some 100 kB for each. */
const MAX_NAMES = 500;

/** @returns an empty name, i.e. an unnamed statement, when there are too many texts or each plan is for the worker of its tenant. */
function statementName(text: string): string {
  if (isDistributed()) return '';
  if (names.size >= MAX_NAMES && !names.has(text)) return '';
  const known = names.get(text) ?? `p${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, known);
  return known;
}

/**
 * Runs a statement whose text is one of few: each text stays prepared for the lifetime of its connection. Values that vary between calls
 * must be parameters.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  handle: Handle,
  statement: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const prepared = withGeneration({ name: statementName(text), text, values: params, types });
  return (await handle.$client.query<Row>(prepared)).rows;
}

/**
 * Forces generic plans for the statements that follow in this transaction, from the first execution: PostgreSQL makes five custom plans
 * before it compares. For statements whose plan suits all values; sent together with the next one.
 */
export async function forceGenericPlans(handle: Handle): Promise<void> {
  // The single connection of the embedded engine soon passes the five executions, and without pipelining this would cost a round trip.
  if (handle.$client.pipeline && !isDistributed())
    await handle.$client.query('set local plan_cache_mode = force_generic_plan');
}

/**
 * Runs `work` with generic plans: for statements that find rows by a list of ids, which PostgreSQL would plan for the length of each list.
 */
export async function withKeptPlans<T>(handle: Handle, work: () => Promise<T>): Promise<T> {
  if (isDistributed()) return work();
  const setMode = (mode: string) => handle.$client.query(`set local plan_cache_mode = ${mode}`);
  await setMode('force_generic_plan');
  const result = await work();
  await setMode('auto');
  return result;
}

/**
 * Makes a statement read rows in the order of an index, if one has it, however many rows the planner expects. Parallel workers on one index
 * block each other, which takes ten times as long on a busy machine.
 */
export async function withIndexOrder<T>(handle: Handle, run: () => Promise<T>): Promise<T> {
  // Citus propagates only `set` statements to workers, one at a time, and no settings made by a function.
  if (isDistributed()) await handle.execute('set local enable_sort = off');
  else
    await handle.execute(
      `select set_config('enable_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
    );
  const result = await run();
  await handle.execute('set local enable_sort = on');
  return result;
}
