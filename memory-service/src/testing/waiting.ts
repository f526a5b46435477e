/** Waiting for what happens beside a test: without a limit of its own, since only a hang is a failure, and a machine may be slow. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database';

const PAUSE_MS = 50;

/** Asks again and again, and answers the first thing that is what the test waits for. */
export async function until<T>(ask: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (isIt(found)) return found;
    await setTimeout(PAUSE_MS);
  }
}

/**
 * Sends requests that all know who asks before any has changed anything: the organization's row is held until so many wait
 * for it. Without that, one could be identified after another is done, and be refused because of its changed role.
 * For a server: the embedded engine has one connection, on which all ask who they are first.
 * @param lock `update` for requests that only write what refers to the organization. What the service writes beside them, such
 * as its activity, waits for that too, and is counted with them.
 */
export async function whileHeld<T>(
  database: Database,
  organizationId: string,
  waiting: number,
  send: () => Promise<T>,
  lock: 'no key update' | 'update' = 'no key update',
): Promise<T> {
  // Not in the transaction that holds the row, which would go on seeing the connections that there were at its first look.
  // Without the indexes that a start builds: each waits for every transaction that is open, this one too, and for the one before it.
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event not in ('virtualxid', 'relation')`;
  const count = async () => (await database.ask<{ count: number }>({ name: '', text, values: [] }))[0]?.count;
  const { sent } = await database.write({ kind: 'system' }, async (handle) => {
    await handle.execute(sql`select 1 from organizations where id = ${organizationId} for ${sql.raw(lock)}`);
    const outcome = { sent: send() };
    await until(count, (found) => found === waiting);
    return outcome;
  });
  return sent;
}
