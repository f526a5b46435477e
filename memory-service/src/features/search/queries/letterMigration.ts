/**
 * Reindexes memories that were indexed with older word rules, while the service keeps serving. Small transactions, in one process at a
 * time; the database stores the progress, and no stored progress means done.
 */
import { sql } from 'drizzle-orm';
import type { Database, Handle } from '../../../platform/database/database';
import { databaseCode } from '../../../platform/database/errors';
import { reindexBlocks } from '../../memoryRows';

const SYSTEM = { kind: 'system' } as const;
/** Arbitrary key, distinct from every other advisory lock of this service. */
const LETTERS_LOCK = 728_311_921;
const STATE = 'letters of memory_blocks';
/** Memories per transaction. */
const BATCH = 200;
/** Maximum duration of one call, to leave time and CPU to other periodic work. */
const WORK_MS = 2_500;
/** Lock timeout of a batch: below the one second after which the database resolves a deadlock by aborting a transaction. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '200ms'`;
const LOCK_NOT_AVAILABLE = '55P03';

/** Reindexes the next batch, unless another process holds the lock. */
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
  // Also invalidates cached searches.
  await reindexBlocks(
    handle,
    blocks.map(({ id }) => id),
  );
  await handle.execute(sql`update service_state set value = ${end} where key = ${STATE}`);
  return 'more';
}

/** Continues the reindexing for a while; returns whether it is complete. Call it again until then. */
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
