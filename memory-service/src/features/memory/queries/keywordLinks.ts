/** Updates a block's keywords when the block moves to another workspace, or a secret is removed from it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { nameTenant, uuids } from '../../../platform/database/conditions';
import { findTenant, ofTenant } from '../../../platform/database/tenants';
import { addLinks, reindexBlocks, removeLinks } from '../../memoryRows';
import { deleteKeywords, ensureKeywords, unlinkKeywords } from './keywords';
import { secretWordMatcher } from '../../secrets';
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

/** Replaces the links of a block that moved to `place` with links to keywords of the same texts there. */
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

/** Unlinks keywords that are part of a removed secret and no longer occur in the block's texts. */
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
  const isOfSecret = secretWordMatcher(secrets, texts);
  const gone = linked.filter(({ text }) => isOfSecret(text)).map(({ id }) => id);
  if (gone.length === 0) return;
  await unlinkKeywords(handle, blockId, sql`keywords.id = any (${uuids(gone)})`);
  await deleteKeywords(handle, gone, { areUnused: true });
}
