/** Number of memories with a keyword, without reading each of them. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { jsonRows } from '../../../platform/http/jsonRows';
import { readableBlocks, readableKeywordLinks } from '../../../platform/database/readable';
import { keywords, memoryBlocks } from '../../../schema/memory';
import { onTenants } from '../../../platform/database/tenants';

/**
 * Number of active blocks for every keyword of the scope. A keyword is linked only within its workspace, so this is the number of all its
 * links, from an index, minus the few links of archived blocks.
 */
export const usesStatement = (rows: RowFilter): SQL => sql`
  select keywords.id as keyword_id, (linked.uses - coalesce(gone.uses, 0))::int as count
  from keywords cross join lateral (
    select count(*) as uses from ${readableKeywordLinks} where link.keyword_id = keywords.id and ${onTenants(rows)('link.tenant_id')}
  ) as linked left join (
    select link.keyword_id, count(*) as uses
    from ${readableBlocks} join ${readableKeywordLinks} on link.memory_block_id = memory_blocks.id and ${onTenants(rows)('link.tenant_id')}
    where memory_blocks.archived and ${rowsAllowed(memoryBlocks, rows)} group by link.keyword_id
  ) as gone on gone.keyword_id = keywords.id
  where ${rowsAllowed(keywords, rows)} order by keywords.id`;

/** Counts all of them with one query. */
export function countUses(handle: Handle, rows: RowFilter) {
  return jsonRows<{ keyword_id: string; count: number }>(handle, usesStatement(rows));
}

/** The same for one keyword; none for one outside of the rows. */
export async function countWithKeyword(
  handle: Handle,
  keywordId: string,
  rows: RowFilter,
  which: 'active' | 'archived' | 'all' = 'active',
): Promise<number> {
  const { rows: counted } = await handle.execute<{ linked: number; gone: number }>(sql`
    select count(*)::int as linked, (
      select count(*)::int from ${readableBlocks} join ${readableKeywordLinks} on link.memory_block_id = memory_blocks.id and ${onTenants(rows)('link.tenant_id')}
      where memory_blocks.archived and ${rowsAllowed(memoryBlocks, rows)} and link.keyword_id = ${keywordId}::uuid
    ) as gone
    from ${readableKeywordLinks} where link.keyword_id = ${keywordId}::uuid and ${onTenants(rows)('link.tenant_id')}
      and exists (select 1 from keywords where keywords.id = ${keywordId}::uuid and ${rowsAllowed(keywords, rows)})`);
  const { linked, gone } = counted[0] ?? { linked: 0, gone: 0 };
  if (which === 'all') return linked;
  return which === 'archived' ? gone : linked - gone;
}
