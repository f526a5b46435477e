/** The only access to the database, for either engine: a pool, and transactions on behalf of a principal. */
import pg from 'pg';
import { LIMIT_VARIABLES, RESERVED_FOR_READS } from '../config/variables';
import { StartupError } from '../config/startupError';
import { createChangeSignal } from './changeSignal';
import type { ChangeSignal } from './changeSignal';
import type { EmbeddedOptions } from './engine/embeddedEngine';
import { startEmbedded } from './engine/embeddedEngine';
import { UnnamedStatementsClient } from './engine/unnamedStatements';
import { refusalReason } from './errors';
import type { Actor, Handle } from './handle';
import { migrateDatabase } from './migrate';
import { createReadReplicas, REPLICA_TIMEOUT_MS } from './readReplicas';
import type { Reader, ReadReplicas } from './readReplicas';
import { DEFAULT_STATEMENT_SECONDS } from './statementLimits';
import type { StatementKind, StatementSeconds } from './statementLimits';
import { createRemember, readEachTime } from './memoize';
import type { Remember } from './memoize';
import { repeatWhenStale, withGeneration } from './stalePlans';
import { setDistributed } from './distribution';
import { createTransactions } from './transactions';
import type { Transactions } from './transactions';

export type { Actor, Handle } from './handle';

export type EngineChoice =
  | { kind: 'embedded'; options: EmbeddedOptions }
  | {
      kind: 'server';
      url: string;
      /** Direct address of the server if `url` is a pooler: migrations hold a session-level lock. */
      directUrl?: string;
      /** Whether a connection keeps prepared statements. True unless a pooler does not support them. */
      keepsStatements?: boolean;
      /** If absent, a new database is distributed where possible. */
      engine?: 'postgresql' | 'citus' | undefined;
      /** Connections to the server, and the same number to each standby. */
      poolSize?: number;
      /** Standbys that may serve reads. */
      replicas?: ReplicaChoice;
      onLost: (reason: string) => void;
      /** Called with advice for an administrator. */
      warn?: (text: string) => void;
    };

interface ReplicaChoice {
  urls: readonly string[];
  /** A replica that lags further behind is not used. */
  maxLagMs: number;
  onChange: (name: string, isUsed: boolean, reason: string) => void;
}

/** A statement whose text is constant; only its values vary. */
interface Prepared {
  name: string;
  text: string;
  values: unknown[];
}

export interface Database {
  /** Runs `work` in a read-only transaction on one snapshot, so that a count matches its page. */
  read: <T>(actor: Actor, work: (handle: Handle) => Promise<T>, kind?: StatementKind) => Promise<T>;
  /** Runs `work` in a transaction; an exception rolls back. */
  write: <T>(actor: Actor, work: (handle: Handle) => Promise<T>, kind?: StatementKind) => Promise<T>;
  /** Runs one statement of the service itself outside a transaction; planned once per connection. */
  ask: <Row extends pg.QueryResultRow>(statement: Prepared) => Promise<Row[]>;
  /** Caches the result of `find` under `key` until the next write, if no other process can write; otherwise reads each time. */
  remember: Remember;
  /** Connections of this process, and requests waiting for one. */
  connections: () => { idle: number; busy: number; waiting: number };
  /** Absent if only the primary serves reads. */
  replicas?: ReadReplicas | undefined;
  /** Signals writes. */
  changes: Pick<ChangeSignal, 'subscribe'>;
  /** Calls `listener` after each write on behalf of a user, by a request or a job of this process; internal writes do not count. */
  onWrite: (listener: () => void) => void;
  /** Resolves when the database answers a query sent the way requests send theirs. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

/** How long a request waits for a connection before it fails: the embedded engine has only one. */
const CONNECTION_TIMEOUT_MS = 20_000;

/**
 * All connections to the embedded engine share one session, which keeps statements prepared by an earlier one. No query of ours runs long
 * enough for JIT compilation to pay off. With the usual 4 MB of work_mem, the bitmap of matching rows in a large workspace becomes lossy,
 * so each page is read and rechecked row by row.
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
  // An error of a client in use fails its queries; without this listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // The pool replaces an idle client that lost its server; without this listener the process would end.
  pool.on('error', (error) => onLost(error.message));
  return pool;
}

const choosePoolSize = ({ poolSize }: EngineChoice & { kind: 'server' }): number =>
  poolSize ?? LIMIT_VARIABLES.DATABASE_POOL_SIZE.fallback;

function serverPool(
  { url, keepsStatements = true }: EngineChoice & { kind: 'server' },
  max: number,
): pg.PoolConfig {
  const pool = { connectionString: url, max };
  // Pipelining sends independent statements together; some poolers do not support it.
  return keepsStatements ? { ...pool, pipeline: true } : { ...pool, Client: UnnamedStatementsClient };
}

/** Connects to the chosen engine and migrates its tables. Throws StartupError on failure. */
export async function openDatabase(
  choice: EngineChoice,
  migrationsFolder: string,
  statementSeconds: StatementSeconds = DEFAULT_STATEMENT_SECONDS,
): Promise<Database> {
  const engine =
    choice.kind === 'embedded'
      ? await startEmbedded(choice.options)
      : {
          pool: serverPool(choice, choosePoolSize(choice) - RESERVED_FOR_READS),
          requireFreeSpace: () => undefined,
          close: () => Promise.resolve(),
        };
  // The embedded engine reports its own loss, with the reason.
  const onLost = choice.kind === 'embedded' ? () => undefined : choice.onLost;
  const pool = poolFor(engine.pool, choice.kind, onLost);
  const reserve =
    choice.kind === 'server'
      ? poolFor(serverPool(choice, RESERVED_FOR_READS), choice.kind, onLost)
      : undefined;
  /** Keeps reserved connections for cheap reads while other work holds the whole pool. */
  const createPool = (kind: StatementKind) =>
    reserve && kind === 'read' && pool.idleCount === 0 && pool.totalCount >= pool.options.max
      ? reserve
      : pool;
  let replicas: ReadReplicas | undefined;
  const changes = createChangeSignal(
    choice.kind === 'embedded'
      ? undefined
      : {
          notify: (channel, lines) => pool.query('select pg_notify($1, $2)', [channel, lines]),
          onLine: choice.replicas?.urls.length ? (line) => replicas?.hear(line) : undefined,
          url: choice.directUrl ?? choice.url,
          onProblem: onLost,
        },
  );
  const close = async () => {
    await changes.close();
    await Promise.all([pool.end(), reserve?.end()]);
    await engine.close();
  };
  const direct =
    choice.kind === 'server' && choice.directUrl !== undefined
      ? poolFor({ connectionString: choice.directUrl, max: 1 }, choice.kind, onLost)
      : undefined;
  try {
    const { engine: wanted, warn } = choice.kind === 'server' ? choice : { engine: 'postgresql' as const };
    setDistributed(await migrateDatabase(direct ?? pool, migrationsFolder, wanted, warn));
    await direct?.end();
  } catch (error) {
    await direct?.end();
    await close();
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database could not be opened or migrated: ${refusalReason(error)}`);
  }

  // No other process can use the data folder of the embedded engine.
  const remembered = choice.kind === 'embedded' ? createRemember() : readEachTime;
  const onWritten = () => {
    remembered.forget();
    changes.wrote();
  };
  const transactions = createTransactions(createPool, statementSeconds, onWritten, {
    onWriting: remembered.forget,
    isServer: choice.kind === 'server',
  });
  if (choice.kind === 'server' && choice.replicas && choice.replicas.urls.length > 0) {
    const primary = { pool, ...transactions };
    replicas = createReplicas(choice, choice.replicas, primary, changes.tell, statementSeconds);
  }
  const ask = <Row extends pg.QueryResultRow>(statement: Prepared) =>
    repeatWhenStale(async () => (await createPool('read').query<Row>(withGeneration(statement))).rows);
  const writeListeners: (() => void)[] = [];
  const sum = (of: (one: pg.Pool) => number) => of(pool) + (reserve ? of(reserve) : 0);
  return {
    replicas,
    connections: () => ({
      idle: sum((one) => one.idleCount),
      busy: sum((one) => one.totalCount - one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    remember: remembered.remember,
    read: (actor, work, kind) => transactions.run(actor, 'read', work, kind),
    write: async (actor, work, kind) => {
      // Internal writes may use the last of the disk space.
      if (actor.kind === 'system') return transactions.run(actor, 'write', work, kind);
      engine.requireFreeSpace();
      const result = await transactions.run(actor, 'write', work, kind);
      for (const listener of writeListeners) listener();
      return result;
    },
    ask,
    changes,
    onWrite: (listener) => void writeListeners.push(listener),
    // Sent like the statements of requests: prepared, through the pooler, on a table.
    ping: async () => void (await ask({ name: 'ping', text: 'select id from users limit 1', values: [] })),
    close: async () => {
      await replicas?.close();
      await close();
    },
  };
}

/** Connects to the replicas of a server. Connections fail fast, because the primary takes over their reads. */
function createReplicas(
  choice: EngineChoice & { kind: 'server' },
  replicas: ReplicaChoice,
  primary: Transactions & { pool: pg.Pool },
  tell: (line: string) => void,
  statementSeconds: StatementSeconds,
): ReadReplicas {
  // The next replica check also detects whatever breaks an idle connection.
  const ignoreIdleError = () => undefined;
  return createReadReplicas({
    ...replicas,
    primary,
    tell,
    createPool: (url, max = choosePoolSize(choice)) =>
      poolFor(
        { ...serverPool({ ...choice, url }, max), connectionTimeoutMillis: REPLICA_TIMEOUT_MS },
        'server',
        ignoreIdleError,
      ),
    createPoolTransactions: (pool) =>
      createTransactions(
        () => pool,
        statementSeconds,
        () => undefined,
      ),
  });
}

/** Wraps the database for a reader: a replica serves reads if it has everything the reader may expect. */
export function onReplica(database: Database, reader: Reader): Database {
  const { replicas } = database;
  if (!replicas) return database;
  return {
    ...database,
    read: (actor, work, kind = 'read') => replicas.read(reader, actor, work, kind),
  };
}

/** Wraps the database so that statements have the time limit of this kind. */
export function withStatementLimit(database: Database, kind: StatementKind): Database {
  return {
    ...database,
    read: (actor, work) => database.read(actor, work, kind),
    write: (actor, work) => database.write(actor, work, kind),
  };
}
