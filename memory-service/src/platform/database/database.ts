/** The one way to the database, whichever engine runs: a pool, and transactions on behalf of a principal. */
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
      /** The server itself where `url` is a pooler: migrations hold a lock of a session. */
      directUrl?: string;
      /** Whether a connection keeps what it prepared. True unless a pooler says otherwise. */
      keepsStatements?: boolean;
      /** Absent: distributed where a new database can be. */
      engine?: 'postgresql' | 'citus' | undefined;
      /** Connections to the server, and as many to each standby. */
      poolSize?: number;
      /** Standbys that may answer reads. */
      replicas?: ReplicaChoice;
      onLost: (reason: string) => void;
      /** Called with what an administrator should do. */
      warn?: (text: string) => void;
    };

interface ReplicaChoice {
  urls: readonly string[];
  /** A replica that lacks older writes is left out. */
  maxLagMs: number;
  onChange: (name: string, isUsed: boolean, reason: string) => void;
}

/** A statement that is always the same but for its values. */
interface Prepared {
  name: string;
  text: string;
  values: unknown[];
}

export interface Database {
  /** Runs `work` in a read-only transaction with one view of the data, so that a count fits its page. */
  read: <T>(actor: Actor, work: (handle: Handle) => Promise<T>, kind?: StatementKind) => Promise<T>;
  /** Runs `work` in a transaction; what it throws rolls back. */
  write: <T>(actor: Actor, work: (handle: Handle) => Promise<T>, kind?: StatementKind) => Promise<T>;
  /** One statement of the service itself, outside of any transaction; planned once for each connection. */
  ask: <Row extends pg.QueryResultRow>(statement: Prepared) => Promise<Row[]>;
  /** What `find` reads, kept under `key` while nothing is written, where no other process can write; elsewhere it is read each time. */
  remember: Remember;
  /** Connections of this process, and work that waits for one. */
  connections: () => { idle: number; busy: number; waiting: number };
  /** Absent where nothing but the primary answers. */
  replicas?: ReadReplicas | undefined;
  /** Signals writes. */
  changes: Pick<ChangeSignal, 'subscribe'>;
  /** Calls `listener` after each write on someone's behalf, by a request or by a job of this process. What the service writes of its own accord is none. */
  onWrite: (listener: () => void) => void;
  /** Resolves when the database answers a query as requests send it. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

/** How long a request waits for a connection before it fails: the embedded engine has one, used in turn. */
const CONNECTION_TIMEOUT_MS = 20_000;

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
  // A client in use fails its queries; without a listener of its own the process would end as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // An idle client may lose its server; the pool replaces it, and without a listener the process would end.
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
  // Statements that do not wait for each other's answers travel together; a pooler may not expect that.
  return keepsStatements ? { ...pool, pipeline: true } : { ...pool, Client: UnnamedStatementsClient };
}

/** Connects to the chosen engine and brings its tables up to date. Throws StartupError when it cannot. */
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
          demandFreeSpace: () => undefined,
          close: () => Promise.resolve(),
        };
  // The embedded engine says itself when it is lost, and why.
  const onLost = choice.kind === 'embedded' ? () => undefined : choice.onLost;
  const pool = poolFor(engine.pool, choice.kind, onLost);
  const reserve =
    choice.kind === 'server'
      ? poolFor(serverPool(choice, RESERVED_FOR_READS), choice.kind, onLost)
      : undefined;
  /** Work that holds every connection of the pool leaves those of the reserve to cheap reads. */
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
    throw new StartupError(`The database could not be opened or brought up to date: ${refusalReason(error)}`);
  }

  // The folder of the embedded engine belongs to this process alone.
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
      // What the service notes of its own accord may use the rest.
      if (actor.kind === 'system') return transactions.run(actor, 'write', work, kind);
      engine.demandFreeSpace();
      const result = await transactions.run(actor, 'write', work, kind);
      for (const listener of writeListeners) listener();
      return result;
    },
    ask,
    changes,
    onWrite: (listener) => void writeListeners.push(listener),
    // A statement like those of requests: prepared, through the pooler, on a table.
    ping: async () => void (await ask({ name: 'ping', text: 'select id from users limit 1', values: [] })),
    close: async () => {
      await replicas?.close();
      await close();
    },
  };
}

/** The replicas of a server. Their connections fail fast: the primary answers in their place. */
function createReplicas(
  choice: EngineChoice & { kind: 'server' },
  replicas: ReplicaChoice,
  primary: Transactions & { pool: pg.Pool },
  tell: (line: string) => void,
  statementSeconds: StatementSeconds,
): ReadReplicas {
  // What an idle connection meets is seen by the next look at its server, too.
  const seenSoon = () => undefined;
  return createReadReplicas({
    ...replicas,
    primary,
    tell,
    createPool: (url, max = choosePoolSize(choice)) =>
      poolFor(
        { ...serverPool({ ...choice, url }, max), connectionTimeoutMillis: REPLICA_TIMEOUT_MS },
        'server',
        seenSoon,
      ),
    createPoolTransactions: (pool) =>
      createTransactions(
        () => pool,
        statementSeconds,
        () => undefined,
      ),
  });
}

/** The same database for one who reads: a replica answers where it has what they may expect. */
export function onReplica(database: Database, reader: Reader): Database {
  const { replicas } = database;
  if (!replicas) return database;
  return {
    ...database,
    read: (actor, work, kind = 'read') => replicas.read(reader, actor, work, kind),
  };
}

/** The same database, whose statements have the limit of this kind. */
export function limited(database: Database, kind: StatementKind): Database {
  return {
    ...database,
    read: (actor, work) => database.read(actor, work, kind),
    write: (actor, work) => database.write(actor, work, kind),
  };
}
