/** Finds memory blocks that agents never retrieved, or no longer do. */
import { sql } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { wireTimeOrNull } from '../../../platform/http/wire';
import { onTenants } from '../../../platform/database/tenants';

export interface UnusedOptions {
  rows: RowFilter;
  kind: 'never' | 'stale';
  /** Days without activity after which a block counts as stale. */
  days: number;
  after: Place | undefined;
  skip: number;
  limit: number;
}

/** Ids of one page, oldest first, with the last logged retrieval, and the total count. */
export async function unusedBlocks(
  handle: Handle,
  { rows, kind, days, after, skip, limit }: UnusedOptions,
): Promise<{ items: { id: string; lastRetrievedAt: string | null }[]; total: number }> {
  const since = sql`now() - ${days} * interval '1 day'`;
  const unused =
    kind === 'never'
      ? sql`retrieval_count = 0`
      : sql`retrieval_count > 0 and updated_at < ${since} and not exists (
          select 1 from retrieval_events as event
          where event.memory_block_id = memory_blocks.id and ${onTenants(rows)('event.tenant_id')} and event.created_at >= ${since})`;
  const condition = sql`${rowsAllowed(memoryBlocks, rows)} and not archived and ${unused}`;
  const counted = await handle.execute<{ total: number }>(
    sql`select count(*)::int as total from ${readableBlocks} where ${condition}`,
  );
  const total = counted.rows[0]?.total ?? 0;
  const { rows: found } = await handle.execute<{ id: string; last: string | null }>(sql`
    select id, (
      select max(event.created_at) from retrieval_events as event
      where event.memory_block_id = memory_blocks.id and ${onTenants(rows)('event.tenant_id')}
    ) as last
    from ${readableBlocks} where ${condition}
      and ${afterPlace(after, sql`created_at`, sql`id`, { descending: false }) ?? sql`true`}
    order by created_at, id limit ${limit} offset ${skip}`);
  return { items: found.map(({ id, last }) => ({ id, lastRetrievedAt: wireTimeOrNull(last) })), total };
}
