/** Keeps the last transaction of a request open until its response is known, so both are committed atomically. */
import type { Actor, Database, Handle } from '../database/database';

type Work = (handle: Handle) => Promise<void>;

export interface OpenTransaction {
  /** Database for the handler: each further call commits the previous write. */
  database: Database;
  /** Runs `last` in the open transaction and commits; without one, uses a separate transaction on behalf of `actor`. */
  commit: (actor: Actor, last: Work) => Promise<void>;
  /** Rolls back the open transaction. Resolves to true if an earlier one was committed. */
  rollback: (reason: unknown) => Promise<boolean>;
}

interface Pending {
  end: (last: Work) => void;
  fail: (reason: unknown) => void;
  ended: Promise<void>;
}

/** Wraps `database`. `first` runs at the start of the first write transaction, before the handler's own work. */
export function openTransaction(database: Database, first: Work): OpenTransaction {
  let pending: Pending | undefined;
  let hasCommitted = false;

  const write = async <T>(actor: Actor, work: (handle: Handle) => Promise<T>): Promise<T> => {
    await commitPending(() => Promise.resolve());
    return new Promise<T>((resolve, reject) => {
      let [end, fail]: [Pending['end'], Pending['fail']] = [() => undefined, () => undefined];
      const last = new Promise<Work>((fulfil, refuse) => ([end, fail] = [fulfil, refuse]));
      const ended = database
        .write(actor, async (handle) => {
          if (!hasCommitted) await first(handle);
          resolve(await work(handle));
          await (
            await last
          )(handle);
        })
        .then(() => void (hasCommitted = true));
      pending = { end, fail, ended };
      ended.catch((error: unknown) => {
        if (pending?.ended === ended) pending = undefined;
        // No-op after `resolve`: then the commit failed, and its caller gets the error.
        reject(error as Error);
      });
    });
  };

  const commitPending = async (last: Work): Promise<void> => {
    const current = pending;
    pending = undefined;
    current?.end(last);
    await current?.ended;
  };

  return {
    database: {
      ...database,
      write,
      read: async (actor, work) => {
        await commitPending(() => Promise.resolve());
        return database.read(actor, work);
      },
    },
    commit: async (actor, last) => {
      if (!pending) await write(actor, () => Promise.resolve());
      await commitPending(last);
    },
    rollback: async (reason) => {
      const current = pending;
      pending = undefined;
      current?.fail(reason);
      await current?.ended.catch(() => undefined);
      return hasCommitted;
    },
  };
}
