/** The one way to the database, whichever engine runs: a pool, and transactions on behalf of a principal. */
import pg from 'pg';
import { StartupError } from '../startupError';
import { createChangeSignal } from './changeSignal';
import type { ChangeSignal } from './changeSignal';
import type { EmbeddedOptions } from './engine/embeddedEngine';
import { startEmbedded } from './engine/embeddedEngine';
import { UnnamedStatementsClient } from './engine/unnamedStatements';
import type { Actor, Handle } from './handle';
import { migrateDatabase } from './migrate';
import { createTransactions } from './transactions';

export type { Actor, Handle } from './handle';

export type EngineChoice =
  | { kind: 'embedded'; options: EmbeddedOptions }
  | {
      kind: 'server';
      url: string;
      /** The server itself where `url` is a pooler: migrations hold a lock of a session. */
      directUrl?: string;
      /** Does a connection keep what it prepared? True unless a pooler says otherwise. */
      keepsStatements?: boolean;
      onLost: (reason: string) => void;
    };

/** A statement that is always the same but for its values. */
interface Prepared {
  name: string;
  text: string;
  values: unknown[];
}

export interface Database {
  /** Runs `work` in a read-only transaction with one view of the data, so that a count fits its page. */
  read: <T>(actor: Actor, work: (handle: Handle) => Promise<T>) => Promise<T>;
  /** Runs `work` in a transaction; what it throws rolls back. */
  write: <T>(actor: Actor, work: (handle: Handle) => Promise<T>) => Promise<T>;
  /** One statement of the service itself, outside of any transaction; planned once for each connection. */
  ask: <Row extends pg.QueryResultRow>(statement: Prepared) => Promise<Row[]>;
  /** Says when something was written. */
  changes: Pick<ChangeSignal, 'subscribe'>;
  /** Resolves when the database answers a trivial query. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

/** How long a request waits for a connection before it fails: the embedded engine has one, used in turn. */
const CONNECTION_TIMEOUT_MS = 20_000;
const SERVER_POOL_SIZE = 10;

/**
 * The embedded engine is one session for all connections that follow each other, and keeps what the one before prepared.
 * No query of ours runs so long that compiling it to machine code would be worth the wait. With a server's usual 4 MB the set
 * of matching rows of a large workspace becomes a set of pages, each row of which is then read and looked through again.
 */
const ON_CONNECT = {
  embedded: "deallocate all; set time zone 'UTC'",
  server: "set time zone 'UTC'; set jit = off; set work_mem = '32MB'",
};

function poolFor(
  config: pg.PoolConfig,
  kind: EngineChoice['kind'],
  onLost: (reason: string) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    onConnect: async (client) => {
      await client.query(ON_CONNECT[kind]);
    },
    ...config,
  });
  // An idle client may lose its server; the pool replaces it, and without a listener the process would end.
  pool.on('error', (error) => onLost(error.message));
  return pool;
}

function serverPool({ url, keepsStatements = true }: EngineChoice & { kind: 'server' }): pg.PoolConfig {
  const pool = { connectionString: url, max: SERVER_POOL_SIZE };
  // Statements that do not wait for each other's answers travel together; a pooler may not expect that.
  return keepsStatements ? { ...pool, pipeline: true } : { ...pool, Client: UnnamedStatementsClient };
}

/** Connects to the chosen engine and brings its tables up to date. Throws StartupError when it cannot. */
export async function openDatabase(choice: EngineChoice, migrationsFolder: string): Promise<Database> {
  const engine =
    choice.kind === 'embedded'
      ? await startEmbedded(choice.options)
      : { pool: serverPool(choice), close: () => Promise.resolve() };
  const onLost = choice.kind === 'embedded' ? choice.options.onLost : choice.onLost;
  const pool = poolFor(engine.pool, choice.kind, onLost);
  const changes = createChangeSignal(
    choice.kind === 'embedded'
      ? undefined
      : {
          notify: (channel) => pool.query(`notify ${channel}`),
          url: choice.directUrl ?? choice.url,
          onProblem: onLost,
        },
  );
  const close = async () => {
    await changes.close();
    await pool.end();
    await engine.close();
  };
  const direct =
    choice.kind === 'server' && choice.directUrl !== undefined
      ? poolFor({ connectionString: choice.directUrl, max: 1 }, choice.kind, onLost)
      : undefined;
  try {
    await migrateDatabase(direct ?? pool, migrationsFolder);
    await direct?.end();
  } catch (error) {
    await direct?.end();
    await close();
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartupError(`The database could not be opened or brought up to date: ${reason}`);
  }

  const transactions = createTransactions(pool, changes.wrote);
  return {
    read: (actor, work) => transactions.run(actor, 'read', work),
    write: (actor, work) => transactions.run(actor, 'write', work),
    ask: async <Row extends pg.QueryResultRow>(statement: Prepared) =>
      (await pool.query<Row>(statement)).rows,
    changes,
    ping: async () => {
      await pool.query('select 1');
    },
    close,
  };
}
