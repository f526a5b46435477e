/** The one way to the database, whichever engine runs: a pool, and transactions on behalf of a principal. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Principal } from '../domain/principal';
import { StartupError } from '../startupError';
import type { EmbeddedOptions } from './engine/embeddedEngine';
import { startEmbedded } from './engine/embeddedEngine';
import { migrateDatabase } from './migrate';
import { behindWall } from './wall';

export type Handle = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export type EngineChoice =
  | { kind: 'embedded'; options: EmbeddedOptions }
  | { kind: 'server'; url: string; onLost: (reason: string) => void };

/** On whose behalf a query runs. `system` is the service itself: finding out who somebody is, start-up work. */
export type Actor = Principal | { kind: 'system' };

export interface Database {
  /** Runs `work` in a read-only transaction with one view of the data, so that a count fits its page. */
  read: <T>(actor: Actor, work: (handle: Handle) => Promise<T>) => Promise<T>;
  /** Runs `work` in a transaction; what it throws rolls back. */
  write: <T>(actor: Actor, work: (handle: Handle) => Promise<T>) => Promise<T>;
  /** Resolves when the database answers a trivial query. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

/** How long a request waits for a connection before it fails: the embedded engine has one, used in turn. */
const CONNECTION_TIMEOUT_MS = 20_000;
const SERVER_POOL_SIZE = 10;

function poolFor(config: pg.PoolConfig, onLost: (reason: string) => void): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, ...config });
  // An idle client may lose its server; the pool replaces it, and without a listener the process would end.
  pool.on('error', (error) => onLost(error.message));
  pool.on('connect', (client) => {
    client.query("set time zone 'UTC'").catch((error: unknown) => onLost(String(error)));
  });
  return pool;
}

/** Connects to the chosen engine and brings its tables up to date. Throws StartupError when it cannot. */
export async function openDatabase(choice: EngineChoice, migrationsFolder: string): Promise<Database> {
  const engine =
    choice.kind === 'embedded'
      ? await startEmbedded(choice.options)
      : {
          pool: { connectionString: choice.url, max: SERVER_POOL_SIZE },
          close: () => Promise.resolve(),
        };
  const onLost = choice.kind === 'embedded' ? choice.options.onLost : choice.onLost;
  const pool = poolFor(engine.pool, onLost);
  const close = async () => {
    await pool.end();
    await engine.close();
  };
  try {
    await migrateDatabase(pool, migrationsFolder);
  } catch (error) {
    await close();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartupError(`The database could not be opened or brought up to date: ${reason}`);
  }

  const root = drizzle(pool);
  return {
    read: (actor, work) =>
      withPrincipal(root, actor, work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    write: (actor, work) => withPrincipal(root, actor, work, { isolationLevel: 'read committed' }),
    ping: async () => {
      await root.execute(sql`select 1`);
    },
    close,
  };
}

type TransactionConfig = NonNullable<Parameters<NodePgDatabase['transaction']>[1]>;

/**
 * Every query of the service passes here. For a principal the transaction goes behind the database's wall first, so that a
 * forgotten condition shows nobody else's rows. Rules that narrow a query come from `domain/permissions` all the same.
 */
function withPrincipal<T>(
  root: NodePgDatabase,
  actor: Actor,
  work: (handle: Handle) => Promise<T>,
  config: TransactionConfig,
): Promise<T> {
  if (actor.kind === 'system') return root.transaction(work, config);
  return root.transaction(async (handle) => {
    await handle.execute(behindWall(actor));
    return work(handle);
  }, config);
}
