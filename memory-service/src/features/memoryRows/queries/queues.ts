/** Queues what is written for those who make vectors and compare statements. */
import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';

/** Queues new texts for vectors, once a model was configured: the row `embeddings` of service_state. */
export async function queueTexts(handle: Handle, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await runPrepared(
    handle,
    sql`
    with outdated as (delete from memory_block_embeddings where memory_block_id = any (${uuids(ids)}))
    insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at)
    select id, tenant_id, clock_timestamp() from memory_blocks
    where id = any (${uuids(ids)}) and exists (select from service_state where key = 'embeddings')
    on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, text_at = excluded.text_at, retry_at = excluded.retry_at, refusals = 0`,
  );
}

/** Queues blocks in use to be compared with others. */
export async function queueComparisons(handle: Handle, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await runPrepared(
    handle,
    sql`
    insert into memory_blocks_to_compare (memory_block_id, tenant_id, queued_at)
    select id, tenant_id, clock_timestamp() from memory_blocks where id = any (${uuids(ids)}) and not archived
    on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, queued_at = excluded.queued_at, retry_at = now()`,
  );
}
