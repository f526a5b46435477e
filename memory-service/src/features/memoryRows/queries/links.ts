/** Links keywords to blocks, with the words of the search index and the stamp of the workspace. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { runPrepared } from '../../../platform/database/prepared';
import { eachTenant } from '../../../platform/database/tenants';
import type { OfTenant } from '../../../platform/database/tenants';
import { indexBlocks } from './searchIndex';

/** Indexes blocks again whose keywords were written. Links change no number, but lists and a summary of keywords. */
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

/** Links what `rows` answers (blocks and keywords of a tenant), where it is not linked yet; answers the blocks. They are yet to be indexed. */
export const addLinks = async (handle: Handle, rows: SQL, ofTenant: OfTenant): Promise<string[]> =>
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

/** Removes the links that meet a condition; answers their blocks, which are yet to be indexed. */
export const removeLinks = async (handle: Handle, condition: SQL): Promise<string[]> =>
  distinctIds(
    await runPrepared<{ id: string }>(
      handle,
      sql`delete from memory_block_keywords where ${condition} returning memory_block_id as id`,
    ),
  );
