/** Writes memory blocks by direct SQL, bypassing the API, and updates the data derived from them. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { dropDocuments, indexBlocks } from '../features/memoryRows';
import { isDistributed } from '../platform/database/distribution';
import type { Database, Handle } from '../platform/database/database';
import { eachTenant, ofTenant } from '../platform/database/tenants';
import { logRows, PLACED } from '../platform/events/log';
import type { LoggedRow } from '../platform/events/log';
import { NUMBERS } from '../transfer/rebuild';

/** Condition for rows of this transaction. Citus workers number transactions separately, so there it matches all rows. */
const JUST_WRITTEN = { getSQL: () => (isDistributed() ? sql`true` : sql`xmin = pg_current_xact_id()::xid`) };

type Found = LoggedRow & Record<string, unknown>;

/** Updates derived data for the blocks and links written in this transaction. */
export async function settle(handle: Handle): Promise<void> {
  const find = async (query: SQL) => (await handle.execute<Found>(query)).rows;
  const ofIds = (rows: Found[]) => rows.map(({ id }) => id);
  const written = await find(sql`select ${PLACED} from memory_blocks where ${JUST_WRITTEN}`);
  const linked = await find(
    sql`select distinct memory_block_id as id from memory_block_keywords where ${JUST_WRITTEN}`,
  );
  const gone = await find(
    sql`select memory_block_id as id, tenant_id as tenant from search_documents as document where not exists (
      select 1 from memory_blocks where memory_blocks.id = document.memory_block_id and memory_blocks.tenant_id = document.tenant_id)`,
  );
  if (isDistributed())
    await handle.execute(sql`
      insert into row_tenants select id, tenant_id from memory_blocks union all select id, tenant_id from keywords on conflict do nothing`);
  await logRows(handle, 'memories', 'changed', written);
  for (const { id, tenant } of gone) await dropDocuments(handle, [id], ofTenant(String(tenant)));
  await eachTenant(
    handle,
    'memory_blocks',
    [...new Set(ofIds([...written, ...linked]))],
    async (ids, here) => {
      await indexBlocks(handle, ids, here);
      return [];
    },
  );
  const texts = sql`select id, tenant_id, clock_timestamp() from memory_blocks where ${JUST_WRITTEN}`;
  await handle.execute(sql`
    insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at) select * from (${texts}) as written (id, tenant_id, at)
    where exists (select 1 from service_state where key = 'embeddings')
    on conflict (memory_block_id) do update set text_at = excluded.text_at, retry_at = excluded.retry_at, refusals = 0`);
  await handle.execute(sql`
    insert into memory_blocks_to_compare (memory_block_id, tenant_id, queued_at) ${texts} and not archived
    on conflict (memory_block_id) do update set queued_at = excluded.queued_at, retry_at = now()`);
  for (const { differing, repair } of NUMBERS) {
    const rows = await find(differing);
    if (rows.length > 0) await repair(handle, ofIds(rows));
  }
}

/** Executes a statement that writes blocks or links. */
export async function writeWith<Row extends Record<string, unknown>>(handle: Handle, statement: SQL) {
  const result = await handle.execute<Row>(statement);
  await settle(handle);
  return result;
}

/** Executes a statement that writes blocks or links in a separate transaction. */
export const writeDirectly = <Row extends Record<string, unknown>>(database: Database, statement: SQL) =>
  database.write({ kind: 'system' }, (handle) => writeWith<Row>(handle, statement));
