/** Moves a block's keywords along when the block changes its workspace. */
import { eq } from 'drizzle-orm';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { ensureKeywords, linkKeywords } from './keywords';
import { keywords, memoryBlockKeywords as links } from '../../../schema/memory';

/** Replaces the links of a block by links to keywords of the same texts in `place`. */
export async function moveKeywords(handle: Handle, blockId: string, place: Ownership): Promise<void> {
  const words = await handle
    .select({ text: keywords.text })
    .from(links)
    .innerJoin(keywords, eq(keywords.id, links.keywordId))
    .where(eq(links.memoryBlockId, blockId));
  await handle.delete(links).where(eq(links.memoryBlockId, blockId));
  const ids = await ensureKeywords(
    handle,
    place,
    words.map((word) => word.text),
  );
  await linkKeywords(handle, blockId, ids);
}
