/**
 * Read replicas: chooses which one serves a caller. A replica serves reads while it has everything the primary wrote up to `maxLagMs` ago
 * and everything the caller wrote; otherwise the primary does. See docs/adr/0245.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isStandbyFailure } from './errors';
import type { Actor, Handle } from './handle';
import { createHeads, createWrites, parsePosition } from './logPosition';
import type { StatementKind } from './statementLimits';
import type { Transactions } from './transactions';

/** The caller of a read, and the position their request says they have seen. */
export interface Reader {
  caller: string;
  after?: string | undefined;
}

interface ReplicaState {
  /** Host and port. */
  name: string;
  isUsed: boolean;
  /** Bytes of WAL not yet replayed; null if the replica does not answer. */
  lagBytes: number | null;
}

export interface ReadReplicas {
  read: <T>(
    reader: Reader,
    actor: Actor,
    work: (handle: Handle) => Promise<T>,
    kind: StatementKind,
  ) => Promise<T>;
  /** Call after a write of the caller; returns the position their reads need, and for how many seconds it matters. */
  noteWrite: (caller: string) => Promise<{ position: string; seconds: number }>;
  /** Handles a line from another process. */
  hear: (line: string) => void;
  /** Resolves when every replica in use has everything written so far. */
  caughtUp: () => Promise<void>;
  states: () => ReplicaState[];
  close: () => Promise<void>;
}

interface ReplicaParts {
  urls: readonly string[];
  maxLagMs: number;
  /** Creates a connection pool for an address; without `max`, as large as the primary's. */
  createPool: (url: string, max?: number) => pg.Pool;
  createPoolTransactions: (pool: pg.Pool) => Transactions;
  primary: Transactions & { pool: pg.Pool };
  /** Notifies the other processes of a write; they pass the line to `hear`. */
  tell: (line: string) => void;
  /** Called when a replica is put into or out of use, with the reason. */
  onChange: (name: string, isUsed: boolean, reason: string) => void;
}

/** Interval of replica checks, and the shorter one while a caller waits for the replicas. */
const CHECK_MS = 250;
const SOON_MS = 20;
/** How much longer than the maximum lag a write is remembered: checks take time. */
const MARGIN_MS = 10_000;
/** A replica that does not answer within this time is not used. */
export const REPLICA_TIMEOUT_MS = 1_000;

/** A position beyond any log. */
const UNREACHED = 'FFFFFFFF/FFFFFFFF';

/** A stable number for a text. */
const readNumber = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

interface Replica extends ReplicaState {
  pool: pg.Pool;
  /** Separate connection: reads that use up the pool must not look like an unresponsive server. */
  watch: pg.Pool;
  transactions: Transactions;
  clients: Set<pg.PoolClient>;
  replayed: bigint;
}

/** Position of a replica, or the reason why it cannot be used. */
async function probeReplica({ watch }: Replica): Promise<bigint | string> {
  try {
    const { rows } = await watch.query<{ standby: boolean; replayed: string | null }>({
      text: 'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed',
      query_timeout: REPLICA_TIMEOUT_MS,
    } as pg.QueryConfig);
    // A promoted standby takes its own writes and no longer follows the primary.
    if (!rows[0]?.standby) return 'it is not a standby';
    return parsePosition(rows[0].replayed ?? undefined) ?? 'it has replayed nothing yet';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Starts checking the replicas. Each is used once it has everything written before. */
export function createReadReplicas(parts: ReplicaParts): ReadReplicas {
  const { primary, maxLagMs, onChange } = parts;
  const heads = createHeads(maxLagMs);
  const keptMs = maxLagMs + MARGIN_MS;
  const writes = createWrites(keptMs);
  let isClosed = false;

  const replicas = parts.urls.map((url): Replica => {
    const pool = parts.createPool(url);
    const clients = new Set<pg.PoolClient>();
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
    const transactions = parts.createPoolTransactions(pool);
    const watch = parts.createPool(url, 1);
    const name = new URL(url).host;
    return { name, pool, watch, transactions, clients, isUsed: false, lagBytes: null, replayed: 0n };
  });

  function setUsed(replica: Replica, isUsed: boolean, reason: string): void {
    if (replica.isUsed === isUsed) return;
    replica.isUsed = isUsed;
    onChange(replica.name, isUsed, reason);
  }

  /** Stops using an unresponsive replica and destroys its connections, so that pending reads fail over to the primary. */
  function abandon(replica: Replica, reason: string): void {
    replica.lagBytes = null;
    setUsed(replica, false, reason);
    for (const client of replica.clients) client.connection.stream.destroy();
  }

  /** WAL position of the primary, up to which everything is on its disk. */
  async function readWalPosition(): Promise<bigint> {
    const text = 'select pg_current_wal_flush_lsn()::text as head';
    const { rows } = await primary.pool.query<{ head: string }>(text);
    return parsePosition(rows[0]?.head) ?? 0n;
  }

  async function checkReplicas(): Promise<void> {
    const now = Date.now();
    const known = heads.latest();
    const head = await readWalPosition().catch(() => undefined);
    if (head !== undefined) heads.note(now, head);
    // Without an answer from the primary the lag is unknown.
    const isBlind = now - (heads.latest()?.at ?? 0) > maxLagMs;
    const due = heads.before(now, maxLagMs);
    await Promise.all(
      replicas.map(async (replica) => {
        const found = await probeReplica(replica);
        if (typeof found === 'string') return abandon(replica, found);
        replica.replayed = found;
        replica.lagBytes = Number((heads.latest()?.position ?? found) - found);
        if (isBlind) setUsed(replica, false, 'the primary is not responding');
        else if (replica.isUsed && due !== undefined && found < due) setUsed(replica, false, 'it is lagging');
        else if (known && found >= known.position)
          setUsed(replica, true, 'it has caught up with the primary');
      }),
    );
  }

  let looking: Promise<void> | undefined;
  const checkOnce = () => (looking ??= checkReplicas().finally(() => (looking = undefined)));
  const watchReplicas = async (): Promise<void> => {
    while (!isClosed) {
      await checkOnce();
      await wait(CHECK_MS);
    }
  };
  void watchReplicas();

  function replicaFor({ caller, after }: Reader): Replica | undefined {
    const own = writes.of(caller);
    const asked = parsePosition(after) ?? 0n;
    const needed = own > asked ? own : asked;
    // A caller stays on the same replica while it is in use, so a later read never shows an older state.
    const first = readNumber(caller) % replicas.length;
    return [...replicas.slice(first), ...replicas.slice(0, first)].find(
      ({ isUsed, replayed }) => isUsed && replayed >= needed,
    );
  }

  return {
    async read(reader, actor, work, kind) {
      const replica = replicaFor(reader);
      if (!replica) return primary.run(actor, 'read', work, kind);
      try {
        return await replica.transactions.run(actor, 'read', work, kind);
      } catch (error) {
        if (!isStandbyFailure(error)) throw error;
        return primary.run(actor, 'read', work, kind);
      }
    },
    async noteWrite(caller) {
      const text = 'select pg_current_wal_insert_lsn()::text as head';
      // The write has already succeeded: if this query fails, the caller reads from the primary as long as it matters.
      const position = await primary.pool.query<{ head: string }>(text).then(
        ({ rows }) => rows[0]?.head ?? UNREACHED,
        () => UNREACHED,
      );
      writes.note(caller, parsePosition(position) ?? 0n);
      parts.tell(`${caller} ${position}`);
      return { position, seconds: keptMs / 1000 };
    },
    hear(line) {
      const [caller = '', position] = line.split(' ');
      const heard = parsePosition(position) ?? 0n;
      if (heard > writes.of(caller)) writes.note(caller, heard);
    },
    async caughtUp() {
      const head = await readWalPosition().catch(() => 0n);
      while (!isClosed && replicas.some(({ isUsed, replayed }) => isUsed && replayed < head)) {
        await checkOnce();
        await wait(SOON_MS);
      }
    },
    states: () => replicas.map(({ name, isUsed, lagBytes }) => ({ name, isUsed, lagBytes })),
    async close() {
      isClosed = true;
      await looking;
      await Promise.all(replicas.flatMap(({ pool, watch }) => [pool.end(), watch.end()]));
    },
  };
}
