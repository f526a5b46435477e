/** Transactions on behalf of a principal: all queries except the identification of callers go through here. */
import { requestContext } from '@fastify/request-context';
import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Actor, Handle } from './handle';
import { isAborted, isCanceled, isLostWorker } from './errors';
import { isDistributed } from './distribution';
import { asPrincipal, setLocal } from './rowLevelSecurity';
import { StatementTimeout } from './statementLimits';
import type { StatementKind, StatementSeconds } from './statementLimits';
import { repeatWhenStale } from './stalePlans';

type Mode = 'read' | 'write';

/** A Citus connection holds one connection to each worker and discovers closed ones one at a time. */
const ATTEMPTS = 3;

declare module '@fastify/request-context' {
  interface RequestContextData {
    /** Request id, which also appears in the database log. */
    trace: string;
  }
}

const BEGIN: Record<Mode, string> = {
  read: 'begin transaction isolation level repeatable read read only',
  write: 'begin transaction isolation level read committed',
};

export interface Transactions {
  /** Without `kind`, the limit of the mode applies; the service's own work at startup and in the background has no limit. */
  run: <T>(
    actor: Actor,
    mode: Mode,
    work: (handle: Handle) => Promise<T>,
    kind?: StatementKind,
  ) => Promise<T>;
}

/**
 * For a principal, the statement that begins the transaction also switches to its role, so that a forgotten condition exposes no rows of
 * others. The rules that narrow a query still come from `domain/permissions`. `onWriting` is called when a write has a connection,
 * `onWritten` after each committed write. The server log names the request of each statement.
 */
export function createTransactions(
  createPool: (kind: StatementKind) => pg.Pool,
  seconds: StatementSeconds,
  onWritten: () => void,
  { onWriting = () => undefined, isServer = true }: { onWriting?: () => void; isServer?: boolean } = {},
): Transactions {
  const handles = new WeakMap<pg.PoolClient, Handle>();
  const toHandle = (client: pg.PoolClient): Handle => {
    const known = handles.get(client) ?? drizzle(client);
    handles.set(client, known);
    return known;
  };

  const beginStatements = (actor: Actor, mode: Mode, kind: StatementKind | undefined): string[] => {
    const trace = requestContext.get('trace');
    const isLimited = actor.kind !== 'system' || kind !== undefined;
    const [first, ...others] = setLocal({
      ...(trace && isServer && { application_name: trace }),
      ...(isLimited && { statement_timeout: `${seconds[kind ?? mode]}s` }),
      ...(actor.kind !== 'system' && asPrincipal(actor)),
    });
    const begin = first === undefined ? BEGIN[mode] : `${BEGIN[mode]}; ${first}`;
    return isDistributed() ? [begin, ...others] : [[begin, ...others].join('; ')];
  };

  const run = async <T>(
    actor: Actor,
    mode: Mode,
    work: (handle: Handle) => Promise<T>,
    kind?: StatementKind,
    attempt = 1,
  ): Promise<T> => {
    let isCommitting = false;
    const client = await createPool(kind ?? mode).connect();
    if (mode === 'write') onWriting();
    const begin = beginStatements(actor, mode, kind);
    // With pipelined statements, the rejection of a later one may surface before the error that caused it.
    let cause: unknown;
    const note = (failure: Error) => {
      if (!isAborted(failure)) cause = failure;
    };
    client.connection.on('errorMessage', note);
    try {
      const result = await inTransaction(client, begin, () => work(toHandle(client)));
      isCommitting = true;
      const end = client.query('commit');
      if (mode === 'write') {
        await end;
        client.release();
        onWritten();
      } else {
        // Nothing was changed, so the result does not wait for the commit.
        end.then(
          () => client.release(),
          () => client.release(true),
        );
      }
      return result;
    } catch (thrown) {
      const error = isAborted(thrown) ? (cause ?? thrown) : thrown;
      const isClean = await client.query('rollback').then(
        () => true,
        () => false,
      );
      client.release(!isClean);
      if (attempt < ATTEMPTS && !isCommitting && isLostWorker(error))
        return await run(actor, mode, work, kind, attempt + 1);
      throw isCanceled(error) ? new StatementTimeout(kind ?? mode, error) : error;
    } finally {
      client.connection.off('errorMessage', note);
    }
  };
  return { run: (actor, mode, work, kind) => repeatWhenStale(() => run(actor, mode, work, kind)) };
}

/**
 * Begins a transaction and runs its work. On a server the begin statement travels with the first queries of the work. If it fails, the
 * transaction is aborted with all queries behind it, so none runs without row-level security.
 */
async function inTransaction<T>(
  client: pg.PoolClient,
  begin: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const beginTransaction = () => Promise.all(begin.map((text) => client.query(text)));
  if (!client.pipeline) {
    await beginTransaction();
    return work();
  }
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const [beginning, working] = await Promise.allSettled([beginTransaction(), work()]);
  if (beginning.status === 'rejected') throw beginning.reason;
  if (working.status === 'rejected') throw working.reason;
  return working.value;
}

/** Runs `work` in a savepoint: if it throws, only its changes are undone and the transaction can continue. */
export async function savepoint<T>(handle: Handle, work: () => Promise<T>): Promise<T> {
  await handle.execute(sql`savepoint part`);
  try {
    const result = await work();
    await handle.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    // If the connection was lost there is no savepoint; report the original error.
    await handle.execute(sql`rollback to savepoint part`).catch(() => undefined);
    throw error;
  }
}
