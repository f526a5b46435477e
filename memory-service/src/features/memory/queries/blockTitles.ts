/** Titles of memory blocks for other lists, such as decisions and audit events. */
import { sql } from 'drizzle-orm';
import { fullTitle } from '@hindsight/shared-contracts/rules';
import { hideSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { eachTenant } from '../../../platform/database/tenants';

/** Characters read for a title: enough to detect a secret that starts within the title. */
export const READ_FOR_TITLE = 1000;

/** The title of a memory as in lists but not truncated, with secrets masked; empty without text. */
export async function deriveTitle(text: string): Promise<string> {
  return text.trim() === '' ? '' : fullTitle({ content: await hideSecrets(text), lesson: '' });
}

/** Beginnings of memories by id, without those that the caller may not read. */
export async function loadTitles(handle: Handle, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await eachTenant(handle, 'memory_blocks', ids, async (those, here) => {
    const found = await handle.execute<{ id: string; text: string }>(sql`
      select memory_blocks.id, left(memory_blocks.content, ${READ_FOR_TITLE}) as text
      from ${readableBlocks} where memory_blocks.id = any(${uuids(those)}) and ${here('memory_blocks.tenant_id')}`);
    return found.rows;
  });
  return new Map(await Promise.all(rows.map(async ({ id, text }) => [id, await deriveTitle(text)] as const)));
}
