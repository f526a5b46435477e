/** Migrates the tables, one process at a time. */
import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartupError } from '../config/startupError';
import { distributeTables } from './citus';
import { databaseCode } from './errors';
import { prepareAppRole } from './rowLevelSecurity';

/** Arbitrary lock id, shared by all processes of this service. */
const MIGRATION_LOCK = 728_311_904;

/** First ledger entry of a database created before `0051_baseline` replaced 52 migrations. */
const FIRST_MIGRATION_BEFORE_BASELINE = '2ff4d43052d5a0128fc9c34f0e27c47750e1450d9f505c7f382650c2ff9a6701';

/**
 * Throws StartupError for a database with tables, views, sequences or types of another program: migrations would fail halfway or change
 * foreign objects. Objects of extensions do not count, and other schemas are ignored: database hosts keep tables of their own there. Other
 * programs may keep a migration ledger under the same name, so its first entry decides. Also rejects a database of ours that has not run
 * all migrations before the baseline: this release cannot complete it.
 */
async function requireOurs(client: pg.PoolClient, folder: string): Promise<void> {
  const { rows } = await client.query<{ isMigrated: boolean; hasTables: boolean }>(`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated",
      exists (
        select from (
          select 'pg_class'::regclass as kind, oid from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I')
          union all select 'pg_type'::regclass, oid from pg_type where typnamespace = 'public'::regnamespace
        ) found
        where not exists (
          select from pg_depend where classid = kind and objid = found.oid and deptype in ('e', 'i'))
      ) as "hasTables"`);
  const ledger = rows[0]?.isMigrated
    ? await client.query<{ hash: string; newest: number }>(
        `select hash, (max(created_at) over ())::float8 as newest
        from drizzle.__drizzle_migrations order by created_at, id limit 1`,
      )
    : undefined;
  const first = ledger?.rows[0];
  const [baseline] = readMigrationFiles({ migrationsFolder: folder });
  if (!first ? !rows[0]?.hasTables : first.hash === baseline?.hash) return;
  if (first?.hash !== FIRST_MIGRATION_BEFORE_BASELINE) {
    throw new StartupError(
      'The database contains another program’s tables. Nothing was changed. Create an empty database for this service and set DATABASE_URL to it.',
    );
  }
  if (first.newest < (baseline?.folderMillis ?? 0)) {
    throw new StartupError(
      'The database is from a release before 1.3.0. Nothing was changed. First start release 1.3.0 with it, then this one.',
    );
  }
}

/** Throws StartupError unless the database encoding is UTF8: searches would fail on letters beyond ASCII, long after the start. */
async function requireUnicode(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new StartupError(
    `The database encoding is ${encoding}, but this service requires UTF8. Nothing was changed; create a database with: create database hindsight encoding 'UTF8' template template0`,
  );
}

/** How long to retry migrations that find a table in use. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Other replicas serve requests during a migration, so it waits for a table lock only as long as requests may queue behind it, and less
 * than the one-second deadlock timeout, which could abort a request's transaction. All or nothing, so it can be retried.
 */
async function applyMigrations(client: pg.PoolClient, folder: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  await client.query("set lock_timeout = '500ms'");
  try {
    for (;;) {
      try {
        await migrate(drizzle(client), { migrationsFolder: folder });
        return;
      } catch (error) {
        if (databaseCode(error) !== LOCK_NOT_AVAILABLE || performance.now() > end) throw error;
        await setTimeout(PAUSE_MS);
      }
    }
  } finally {
    await client.query('reset lock_timeout');
  }
}

/**
 * Applies the missing migrations of `folder`; returns whether tables are distributed. Lock and work share one client, else the lock
 * protects nothing.
 */
export async function migrateDatabase(
  pool: pg.Pool,
  folder: string,
  engine?: 'postgresql' | 'citus',
  warn: (text: string) => void = () => undefined,
): Promise<boolean> {
  const client = await pool.connect();
  let isDistributed = false;
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await requireUnicode(client);
      await requireOurs(client, folder);
      await applyMigrations(client, folder);
      await prepareAppRole(client);
      isDistributed = await distributeTables(client, engine, warn);
      return isDistributed;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    // Discards the client of a distributed database: its worker connections predate the settings.
    client.release(isDistributed);
  }
}
