/** Links keywords to blocks and updates the words of the search index and the change stamp of the workspace. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';
import { eachTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';
import { indexBlocks } from './searchIndex';

/** Reindexes blocks after a change of their keywords. Links change no counter, but lists and a summary of keywords. */
export async function reindexBlocks(handle: Handle, ids: readonly string[]): Promise<void> {
  await eachTenant(handle, 'memory_blocks', ids, async (those, here) => {
    await indexBlocks(handle, those, here);
    await runPrepared(
      handle,
      sql`
      insert into workspace_tallies (tenant_id, visibility_scope, owner_user_id, organization_id, agent_id, changes)
      select tenant_id, visibility_scope, owner_user_id, organization_id, agent_id, count(*) from memory_blocks
      where id = any (${uuids(those)}) and ${here('tenant_id')}
      group by tenant_id, visibility_scope, owner_user_id, organization_id, agent_id returning 1`,
    );
    return [];
  });
}

const distinctIds = (rows: { id: string }[]) => [...new Set(rows.map(({ id }) => id))];

/** Adds the missing links of `rows` (blocks and keywords of a tenant); returns the blocks, which the caller must reindex. */
export const addLinks = async (handle: Handle, rows: SQL, ofTenant: TenantCondition): Promise<string[]> =>
  distinctIds(
    await runPrepared<{ id: string }>(
      handle,
      sql`
      insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id)
      select block.id, link.keyword_id, block.tenant_id from (${rows}) as link (block_id, keyword_id)
      join memory_blocks as block on block.id = link.block_id and ${ofTenant('block.tenant_id')} for key share of block
      on conflict do nothing returning memory_block_id as id`,
    ),
  );

/** Removes the links that meet a condition; returns their blocks, which the caller must reindex. */
export const removeLinks = async (handle: Handle, condition: SQL): Promise<string[]> =>
  distinctIds(
    await runPrepared<{ id: string }>(
      handle,
      sql`delete from memory_block_keywords where ${condition} returning memory_block_id as id`,
    ),
  );
