/** Queues what is written for those who make vectors and compare statements. */
import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';
import { isDistributed } from '../../../platform/database/distribution';
import { forgetTenants } from '../../../platform/database/tenants';
import type { OfTenant } from '../../../platform/database/tenants';

/** Queues new texts for vectors, once a model was configured: the row `embeddings` of service_state. */
export async function queueTexts(handle: Handle, ids: readonly string[], ofTenant: OfTenant): Promise<void> {
  if (ids.length === 0) return;
  await runPrepared(
    handle,
    sql`
    with outdated as (delete from memory_block_embeddings where memory_block_id = any (${uuids(ids)}) and ${ofTenant('tenant_id')} returning 1)
    insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at)
    select id, tenant_id, clock_timestamp() from memory_blocks
    where id = any (${uuids(ids)}) and ${ofTenant('tenant_id')} and exists (select 1 from service_state where key = 'embeddings')
    on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, text_at = excluded.text_at, retry_at = excluded.retry_at, refusals = 0`,
  );
}

/** Queues blocks in use to be compared with others. */
export async function queueComparisons(
  handle: Handle,
  ids: readonly string[],
  ofTenant: OfTenant,
): Promise<void> {
  if (ids.length === 0) return;
  await runPrepared(
    handle,
    sql`
    insert into memory_blocks_to_compare (memory_block_id, tenant_id, queued_at)
    select id, tenant_id, clock_timestamp() from memory_blocks where id = any (${uuids(ids)}) and ${ofTenant('tenant_id')} and not archived
    on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, queued_at = excluded.queued_at, retry_at = now()`,
  );
}

/** Takes blocks that are gone from the queues and the tenants of ids; where tables are whole, they went with the blocks. */
export async function forgetQueued(handle: Handle, ids: readonly string[]): Promise<void> {
  if (!isDistributed()) return;
  await forgetTenants(handle, ids);
  await handle.execute(sql`delete from memory_blocks_to_embed where memory_block_id = any (${uuids(ids)})`);
  await handle.execute(sql`delete from memory_blocks_to_compare where memory_block_id = any (${uuids(ids)})`);
}
