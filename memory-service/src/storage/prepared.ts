/** Statements that are planned once for each connection: planning the conditions of row-level security takes longer than most reads. */
import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Handle } from './database';

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

function nameOf(text: string): string {
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
  return (await handle.$client.query<Row>({ name: nameOf(text), text, values: params, types })).rows;
}
