/** Statements that are planned once for each connection: planning the conditions of row-level security takes longer than most reads. */
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

/** Moments stay the text that PostgreSQL writes, as everywhere in storage. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    MOMENTS.has(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const names = new Map<string, string>();
/** A connection keeps the plan of each: some 100 kB. */
const MAX_NAMES = 500;

/** @returns an empty name, which nothing is kept under, when there are too many texts, or where each plan is for the worker of its tenant. */
function statementName(text: string): string {
  if (isDistributed()) return '';
  if (names.size >= MAX_NAMES && !names.has(text)) return '';
  const known = names.get(text) ?? `p${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, known);
  return known;
}

/**
 * Runs a statement whose text is one of few: each text stays prepared for as long as its connection. What differs between
 * calls must be parameters.
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
 * Has the statements that follow in this transaction planned once for each connection from the first time on: PostgreSQL plans a prepared
 * statement for its values five times before it compares. For statements whose plan is right for all values; it travels with the next one.
 */
export async function keepPlans(handle: Handle): Promise<void> {
  // The one connection to the embedded engine is soon past the five times, and would wait for an answer.
  if (handle.$client.pipeline && !isDistributed())
    await handle.$client.query('set local plan_cache_mode = force_generic_plan');
}

/**
 * Runs `work` with prepared statements that are planned once for each connection, whatever their values: for those that find rows by a list
 * of ids, which PostgreSQL would plan for the length of each list.
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
 * Has a statement read rows in the order of an index, where one has it, however many there seem to be. Several workers on one index hold
 * each other up: that takes ten times as long on a busy machine.
 */
export async function inOrderOfIndex<T>(handle: Handle, run: () => Promise<T>): Promise<T> {
  // Citus tells workers what is set, each by itself, and nothing of what a function sets.
  if (isDistributed()) await handle.execute('set local enable_sort = off');
  else
    await handle.execute(
      `select set_config('enable_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
    );
  const result = await run();
  await handle.execute('set local enable_sort = on');
  return result;
}
