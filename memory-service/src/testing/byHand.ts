/** Writes memory blocks by hand, as no call does, with what the service keeps beside them. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { dropDocuments, indexBlocks } from '../features/memoryRows';
import { queueComparisons, queueTexts } from '../features/memoryRows/queries/queues';
import type { Database, Handle } from '../platform/database/database';
import { logRows, PLACED } from '../platform/events/log';
import type { LoggedRow } from '../platform/events/log';
import { NUMBERS } from '../transfer/rebuild';

type Found = LoggedRow & Record<string, unknown>;

/** Has everything agree with the blocks and links that this transaction has written. */
export async function settle(handle: Handle): Promise<void> {
  const find = async (query: SQL) => (await handle.execute<Found>(query)).rows;
  const ofIds = (rows: Found[]) => rows.map(({ id }) => id);
  const written = await find(sql`select ${PLACED} from memory_blocks where xmin = pg_current_xact_id()::xid`);
  const linked = await find(
    sql`select distinct memory_block_id as id from memory_block_keywords where xmin = pg_current_xact_id()::xid`,
  );
  const gone = await find(
    sql`select memory_block_id as id from search_documents where memory_block_id not in (select id from memory_blocks)`,
  );
  await logRows(handle, 'memories', 'changed', written);
  if (gone.length > 0) await dropDocuments(handle, ofIds(gone));
  await indexBlocks(handle, [...new Set(ofIds([...written, ...linked]))]);
  await queueTexts(handle, ofIds(written));
  await queueComparisons(handle, ofIds(written));
  for (const { differing, repair } of NUMBERS) {
    const rows = await find(differing);
    if (rows.length > 0) await repair(handle, ofIds(rows));
  }
}

/** Executes a statement that writes blocks or links by hand. */
export async function byHand<Row extends Record<string, unknown>>(handle: Handle, statement: SQL) {
  const result = await handle.execute<Row>(statement);
  await settle(handle);
  return result;
}

/** The same in a transaction of its own. */
export const writeByHand = <Row extends Record<string, unknown>>(database: Database, statement: SQL) =>
  database.write({ kind: 'system' }, (handle) => byHand<Row>(handle, statement));
