/**
 * Indexes memories again that were indexed by other rules for words, while the service serves.
 * Small transactions, one at a time of all processes; how far they are is in the database, and nothing there means that all is done.
 */
import { sql } from 'drizzle-orm';
import type { Database, Handle } from '../../../platform/database/database';
import { databaseCode } from '../../../platform/database/errors';
import { reindexBlocks } from '../../memoryRows';

const SYSTEM = { kind: 'system' } as const;
/** Any fixed number that no other lock of this service has. */
const LETTERS_LOCK = 728_311_921;
const STATE = 'letters of memory_blocks';
/** Memories that one transaction looks at. */
const BATCH = 200;
/** Longest that one call works: the other periodic work has its turn in between, and so have the cores. */
const WORK_MS = 2_500;
/** A batch waits for nobody: below the second after which the database would end one of two that wait for each other. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '200ms'`;
const LOCK_NOT_AVAILABLE = '55P03';

/** Looks at the next memories, where it is the turn of this process. */
async function indexSome(handle: Handle): Promise<'more' | 'done' | 'elsewhere'> {
  await handle.execute(LOCK_TIMEOUT);
  const { rows: locks } = await handle.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LETTERS_LOCK}) as mine`,
  );
  if (!locks[0]?.mine) return 'elsewhere';
  const { rows: states } = await handle.execute<{ value: string }>(
    sql`select value from service_state where key = ${STATE}`,
  );
  const last = states[0]?.value;
  if (last === undefined) return 'done';
  const { rows: blocks } = await handle.execute<{ id: string }>(
    sql`select id from memory_blocks where id > ${last}::uuid order by id limit ${BATCH}`,
  );
  const end = blocks.at(-1)?.id;
  if (end === undefined) {
    await handle.execute(sql`delete from service_state where key = ${STATE}`);
    return 'done';
  }
  // Searches that were answered before are answered again.
  await reindexBlocks(
    handle,
    blocks.map(({ id }) => id),
  );
  await handle.execute(sql`update service_state set value = ${end} where key = ${STATE}`);
  return 'more';
}

/** Goes on with the indexing for a while; answers whether all is done. Call it again until then. */
export async function indexOlderLetters(database: Database, workMs = WORK_MS): Promise<boolean> {
  const until = performance.now() + workMs;
  try {
    while (performance.now() < until) {
      const outcome = await database.write(SYSTEM, indexSome);
      if (outcome !== 'more') return outcome === 'done';
    }
    return false;
  } catch (error) {
    if (databaseCode(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
