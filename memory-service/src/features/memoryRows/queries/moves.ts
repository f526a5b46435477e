/** Moves the dependent rows of blocks to their new tenant. */
import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { isDistributed } from '../../../platform/database/distribution';
import type { TenantCondition } from '../../../platform/database/tenants';

/** Queue entries of a block, on the coordinator if tables are distributed. */
const QUEUES = ['memory_blocks_to_embed', 'memory_blocks_to_compare'];

/** Tables with dependent rows of a block, which have its tenant. */
export const OF_BLOCKS = [
  'memory_block_versions',
  'memory_block_feedback',
  'memory_block_keywords',
  'memory_block_fingerprints',
  'memory_block_embeddings',
  ...QUEUES,
  'retrieval_events',
];

/** Copies rows to their new tenant, on that tenant's worker; the old rows are deleted with their blocks. */
async function rewriteRows(
  handle: Handle,
  table: string,
  ids: readonly string[],
  here: TenantCondition,
  tenant: string,
): Promise<void> {
  const { rows } = await handle.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> 'tenant_id'`);
  const columns = sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  // The usage row already exists with its numbers.
  const known =
    table === 'memory_block_usage'
      ? sql`on conflict on constraint memory_block_usage_pkey do update set last_retrieved_at = excluded.last_retrieved_at`
      : sql``;
  await handle.execute(sql`
    insert into ${sql.identifier(table)} (tenant_id, ${columns})
    select ${tenant}::uuid, ${columns} from ${sql.identifier(table)} where memory_block_id = any (${uuids(ids)}) and ${here('tenant_id')}
    ${known} returning 1`);
}

/** Assigns the dependent rows of moved blocks to their new tenant. */
export async function moveRows(
  handle: Handle,
  ids: readonly string[],
  here: TenantCondition,
  tenant: string,
): Promise<void> {
  if (isDistributed()) {
    for (const table of ['memory_block_usage', ...OF_BLOCKS.filter((name) => !QUEUES.includes(name))])
      await rewriteRows(handle, table, ids, here, tenant);
    await handle.execute(
      sql`delete from memory_blocks where id = any (${uuids(ids)}) and ${here('tenant_id')}`,
    );
  }
  for (const table of isDistributed() ? QUEUES : OF_BLOCKS)
    await handle.execute(
      sql`update ${sql.identifier(table)} set tenant_id = ${tenant}::uuid where memory_block_id = any (${uuids(ids)})`,
    );
}
