/** What becomes of a block's keywords when the block changes its workspace, or a secret is taken out of it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { nameTenant, uuids } from '../../../platform/database/conditions';
import { findTenant, ofTenant } from '../../../platform/database/tenants';
import { addLinks, reindexBlocks, removeLinks } from '../../memoryRows';
import { deleteKeywords, ensureKeywords, unlinkKeywords } from './keywords';
import { wordOfSecrets } from '../../secrets';
import { keywords, memoryBlockKeywords as links } from '../../../schema/memory';

/** The texts of a block's keywords. */
export async function readWords(handle: Handle, blockId: string): Promise<string[]> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const words = await handle
    .select({ text: keywords.text })
    .from(links)
    .innerJoin(keywords, and(eq(keywords.id, links.keywordId), eq(keywords.tenantId, links.tenantId)))
    .where(and(eq(links.memoryBlockId, blockId), here('memory_block_keywords.tenant_id')));
  return words.map(({ text }) => text);
}

/** Replaces the links of a block that was moved to `place` by links to keywords of the same texts there. */
export async function moveKeywords(
  handle: Handle,
  blockId: string,
  place: Ownership,
  words: readonly string[],
): Promise<void> {
  const there = ofTenant(nameTenant(place));
  const moved = await removeLinks(handle, sql`memory_block_id = ${blockId}::uuid and ${there('tenant_id')}`);
  const ids = await ensureKeywords(handle, place, words);
  await addLinks(handle, sql`select ${blockId}::uuid, id from unnest(${uuids(ids)}) as id`, there);
  await reindexBlocks(handle, moved);
}

/** Removes keywords of a block that are a part of a secret and of none of its texts any more. */
export async function unlinkSecretWords(
  handle: Handle,
  blockId: string,
  secrets: ReadonlySet<string>,
  texts: string,
): Promise<void> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const linked = await handle
    .select({ id: keywords.id, text: keywords.text })
    .from(keywords)
    .innerJoin(links, and(eq(links.keywordId, keywords.id), eq(links.tenantId, keywords.tenantId)))
    .where(and(eq(links.memoryBlockId, blockId), here('memory_block_keywords.tenant_id')));
  const isOfSecret = wordOfSecrets(secrets, texts);
  const gone = linked.filter(({ text }) => isOfSecret(text)).map(({ id }) => id);
  if (gone.length === 0) return;
  await unlinkKeywords(handle, blockId, sql`keywords.id = any (${uuids(gone)})`);
  await deleteKeywords(handle, gone, { areUnused: true });
}
