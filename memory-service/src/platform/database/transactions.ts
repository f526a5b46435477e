/** Transactions on behalf of a principal: every query of the service but the identification of callers passes here. */
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

/** A connection to a Citus has one of its own to each worker, and meets the end of one at a time. */
const ATTEMPTS = 3;

declare module '@fastify/request-context' {
  interface RequestContextData {
    /** Id of the call, which the log of the database names too. */
    trace: string;
  }
}

const BEGIN: Record<Mode, string> = {
  read: 'begin transaction isolation level repeatable read read only',
  write: 'begin transaction isolation level read committed',
};

export interface Transactions {
  /** Without a `kind` a statement has the limit of its mode; the service's own work at start and beside the requests has none. */
  run: <T>(
    actor: Actor,
    mode: Mode,
    work: (handle: Handle) => Promise<T>,
    kind?: StatementKind,
  ) => Promise<T>;
}

/**
 * For a principal the statement that begins the transaction also switches to its role, so that a forgotten condition shows no
 * rows of others. Rules that narrow a query come from `domain/permissions` all the same. `onWriting` is called when a write has a
 * connection, `onWritten` after each commit of a write. The log of a server names the call of each statement of a transaction.
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
    // Of statements that are sent together, one behind the one that failed may be heard of first.
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
        // Nothing was changed, so the answer need not wait for the end.
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
 * Begins a transaction and does its work. On a server the statement that begins travels together with the first queries of the
 * work. If it fails, the transaction is aborted with every query behind it, so none runs without row-level security.
 */
async function inTransaction<T>(
  client: pg.PoolClient,
  begin: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const begun = () => Promise.all(begin.map((text) => client.query(text)));
  if (!client.pipeline) {
    await begun();
    return work();
  }
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const [beginning, working] = await Promise.allSettled([begun(), work()]);
  if (beginning.status === 'rejected') throw beginning.reason;
  if (working.status === 'rejected') throw working.reason;
  return working.value;
}

/** Runs `work` so that, when it throws, only what it changed is undone and the transaction can go on. */
export async function savepoint<T>(handle: Handle, work: () => Promise<T>): Promise<T> {
  await handle.execute(sql`savepoint part`);
  try {
    const result = await work();
    await handle.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    // Where the connection was lost there is no savepoint, and the loss is the reason.
    await handle.execute(sql`rollback to savepoint part`).catch(() => undefined);
    throw error;
  }
}
