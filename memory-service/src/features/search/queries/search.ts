/** Finds the ids of blocks that match a search, with their scores. Every query enforces access. */
import { and, or, sql } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { within, blockContains } from '../../memory';
import type { SearchFilter } from '../../memory';
import { readableBlocks } from '../../../platform/database/readable';
import { eachTenant } from '../../../platform/database/tenants';

export interface Hit {
  id: string;
  score: number;
}

/** Blocks that contain any of `anyOf` and all of `allTerms`, newest first, plus the blocks `also`. Terms must not be blank. */
export async function containingBlocks(
  handle: Handle,
  filter: SearchFilter,
  { anyOf, allTerms }: { anyOf: readonly string[]; allTerms: readonly string[] },
  also: readonly string[] = [],
): Promise<string[]> {
  const any = anyOf.length > 0 ? or(...anyOf.map(blockContains)) : undefined;
  const matching = and(any, ...allTerms.map(blockContains));
  const named = also.length > 0 ? sql`memory_blocks.id = any (${uuids(also)})` : undefined;
  const condition = and(within(filter), or(matching, named));
  const { rows } = await handle.execute<{ id: string }>(sql`
    select memory_blocks.id from ${readableBlocks} where ${condition}
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${filter.limit} offset ${filter.skip}`);
  return rows.map(({ id }) => id);
}

/** The beginnings of the blocks' contents, without blocks that the caller may not read. */
export async function loadBeginnings(handle: Handle, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await eachTenant(handle, 'memory_blocks', ids, async (those, here) => {
    const found = await handle.execute<{ id: string; text: string }>(sql`
      select memory_blocks.id, left(memory_blocks.content, 2000) as text from ${readableBlocks}
      where memory_blocks.id = any (${uuids(those)}) and ${here('memory_blocks.tenant_id')}`);
    return found.rows;
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}
