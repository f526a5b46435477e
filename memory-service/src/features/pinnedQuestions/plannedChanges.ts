/** Applies planned changes like the real endpoints, but without versions and audit events, for a transaction that is rolled back. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PlannedChanges } from '@hindsight/shared-contracts/api';
import type { Ownership } from '../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import { inWorkspace } from '../../platform/database/conditions';
import type { Handle } from '../../platform/database/database';
import { memoryBlocks } from '../../schema/memory';
import { mergeBlocks } from '../curation';
import { changeBlocks, deleteBlocks } from '../memoryRows';

/** Changes blocks of one workspace. Skips blocks of other workspaces and merges that would be rejected. */
export async function makePlannedChanges(
  handle: Handle,
  principal: Person | TokenHolder,
  place: Ownership,
  { archived_ids: archived = [], deleted_ids: deleted = [], rewritten = [], merged = [] }: PlannedChanges,
): Promise<void> {
  const here = (ids: readonly string[]): SQL =>
    sql`memory_blocks.id = any(${`{${ids.join(',')}}`}::uuid[]) and ${inWorkspace(memoryBlocks, place)}`;
  if (archived.length > 0)
    await changeBlocks(
      handle,
      sql`not archived and ${here(archived)}`,
      { archived: true, archivedAt: sql`now()` },
      archived,
    );
  if (deleted.length > 0) await deleteBlocks(handle, here(deleted), deleted);
  for (const { memory_block_id: id, content, lessons_learned: lessons } of rewritten)
    await changeBlocks(
      handle,
      here([id]),
      { content, lessonsLearned: lessons ?? undefined, updatedAt: sql`now()` },
      [id],
    );
  for (const { memory_block_ids: ids, content, lessons_learned: lessons, keywords } of merged)
    await mergeBlocks(handle, principal, ids, {
      content,
      ...(lessons != null && { lessonsLearned: lessons }),
      ...(keywords && { keywords }),
      origin: 'merged_from',
    });
}

/** Ids of the memories that planned changes remove or rewrite, and the number of new texts. */
export function readExtent({
  archived_ids: archived = [],
  deleted_ids: deleted = [],
  rewritten = [],
  merged = [],
}: PlannedChanges): { changed: Set<string>; newTexts: number } {
  const rewrittenIds = rewritten.map(({ memory_block_id: id }) => id);
  const mergedIds = merged.flatMap(({ memory_block_ids: ids }) => ids);
  const changed = new Set([...archived, ...deleted, ...rewrittenIds, ...mergedIds]);
  return { changed, newTexts: rewritten.length + merged.length };
}
