/** Waits for asynchronous effects, without a timeout: only a hang is a failure, since machines may be slow. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database';

const PAUSE_MS = 50;

/** Polls until the result matches, and returns it. */
export async function until<T>(ask: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (isIt(found)) return found;
    await setTimeout(PAUSE_MS);
  }
}

/**
 * Sends requests that all authenticate before any of them changes anything: holds the organization's row until this many wait for it.
 * Otherwise one could authenticate after another has finished, and be refused because of its changed role. Only for servers: the embedded
 * engine has one connection, on which all requests authenticate first.
 * @param lock `update` for requests that only insert references to the organization. Asynchronous writes of the service, such as activity,
 * also wait then, and are counted.
 */
export async function sendWhileRowLocked<T>(
  database: Database,
  organizationId: string,
  waiting: number,
  send: () => Promise<T>,
  lock: 'no key update' | 'update' = 'no key update',
): Promise<T> {
  // Uses a separate connection: the transaction that holds the row would see a stale snapshot of pg_stat_activity. Excludes waits of index
  // builds at startup, which wait for all open transactions, including this one, and for the previous build.
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
