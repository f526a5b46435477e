/** Writes memory blocks. Every change stores the previous version and an audit event, in the caller's transaction. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { MemoryBlockUpdate, Origin } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { chooseKeywords, replaceSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { audit } from '../../../platform/database/audits';
import type { AuditEvent } from '../../../platform/database/audits';
import { saveVersions } from './blockVersions';
import { placeColumns, sameWorkspace, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { eachTenant } from '../../../platform/database/tenants';
import { ensureKeywords } from './keywords';
import { dropProposals } from '../../proposals';
import { addBlocks, changeBlocks, deleteBlocks } from '../../memoryRows';
import { memoryBlocks } from '../../../schema/memory';
import {
  moveFindings,
  saveFindings,
  screenTexts,
  dropKnownSecrets,
  maskVersions,
  listVersions,
} from '../../secrets';
import { unlinkSecretWords } from './keywordLinks';
import { fieldValues, presentFields } from '../../../schema/blockColumns';

export type BlockRow = typeof memoryBlocks.$inferSelect;
type BlockValues = Partial<typeof memoryBlocks.$inferInsert>;

/** The block, locked until the end of the transaction. */
export async function lockBlock(handle: Handle, id: string): Promise<BlockRow | undefined> {
  const [row] = await eachTenant(handle, 'memory_blocks', [id], (_ids, here) =>
    handle
      .select()
      .from(memoryBlocks)
      .where(and(eq(memoryBlocks.id, id), here('memory_blocks.tenant_id')))
      .for('update'),
  );
  return row;
}

/** The columns of the given texts. */
export const textColumns = (given: MemoryBlockUpdate): BlockValues => ({
  ...presentFields(given),
  ...(given.feedback_score !== undefined && { feedbackScore: given.feedback_score }),
});

/** Creates a block and links keywords: the given ones, or the words of its text. Returns its id. */
export async function insertBlock(
  handle: Handle,
  given: MemoryBlockUpdate & { content: string; agent_id: string; conversation_id: string; origin: Origin },
  place: Ownership,
  words: readonly string[] | undefined,
  actorUserId: string,
): Promise<string> {
  const screened = await screenTexts(handle, place, { ...textColumns(given), content: given.content });
  const { content } = screened.values;
  const id = randomUUID();
  const keywords = words ? dropKnownSecrets(words, screened) : await chooseKeywords(content, screened);
  const keywordIds = await ensureKeywords(handle, place, keywords);
  const values = {
    ...screened.values,
    id,
    agentId: given.agent_id,
    conversationId: given.conversation_id,
    origin: given.origin,
    ...placeColumns(place),
  };
  const links = sql`select ${id}::uuid, id from unnest(${uuids(keywordIds)}) as id`;
  await addBlocks(handle, handle.insert(memoryBlocks).values(values).getSQL(), [id], values.tenantId, links);
  await saveFindings(handle, { ...place, id }, screened);
  await auditBlock(handle, { id, ...place }, 'memory_create', actorUserId);
  return id;
}

type Placed = Ownership & { id: string };

/** An audit event about a block. */
export const blockEvent = (
  block: Placed,
  actionType: AuditAction,
  actorUserId: string,
  metadata: Record<string, unknown> = {},
): AuditEvent => ({
  actionType,
  targetType: 'memory_block',
  targetId: block.id,
  organizationId: block.organizationId,
  actorUserId,
  metadata: { scope: block.visibilityScope, organization_id: block.organizationId, ...metadata },
});

/** Writes one audit event about a block. */
export function auditBlock(handle: Handle, ...event: Parameters<typeof blockEvent>): Promise<void> {
  return audit(handle, blockEvent(...event));
}

/** Changes a locked block. `archivedAt` follows `archived` and keeps its value if nothing changes. */
export async function changeBlock(
  handle: Handle,
  block: BlockRow,
  values: BlockValues,
  actionType: AuditAction,
  actorUserId: string,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  const after = { ...block, ...values };
  const hasMoved = !sameWorkspace(block, after);
  // The new workspace may have a stricter secret policy.
  const all = { ...fieldValues(block), ...values };
  let screened = await screenTexts(handle, after, hasMoved ? all : values);
  const { known, mode } = screened;
  // A secret that a new text identifies may also occur in the other texts without its label. A move screens all texts anyway.
  const reachesOthers = mode === 'mask' && known.length > 0 && !hasMoved;
  if (reachesOthers) screened = await screenTexts(handle, after, all);
  await saveVersions(handle, [block.id], actionType, actorUserId);
  await changeBlocks(handle, eq(memoryBlocks.id, block.id), { ...screened.values, updatedAt: sql`now()` }, [
    block.id,
  ]);
  if (hasMoved) {
    await moveFindings(handle, after);
    await dropProposals(handle, [block.id]);
  }
  if (reachesOthers) {
    const gone = new Set(known.map(({ text }) => text));
    const replaceGone = <T>(value: T) => replaceSecrets(value, ({ text }) => !gone.has(text), known);
    await maskVersions(handle, await listVersions(handle, block.id), replaceGone, gone);
    await unlinkSecretWords(handle, block.id, gone, JSON.stringify(screened.values));
  }
  await saveFindings(handle, after, screened);
  await auditBlock(handle, block, actionType, actorUserId, metadata);
}

/** The fields that a mark refers to. */
const LEARNED = ['content', 'lessonsLearned', 'errors'] as const;

/**
 * Applies the given values; archiving and restoring have separate audit events. An empty change is a no-op. A correction clears the mark.
 */
export async function updateBlock(
  handle: Handle,
  block: BlockRow,
  given: MemoryBlockUpdate,
  actorUserId: string,
): Promise<void> {
  const values: BlockValues = textColumns(given);
  // A corrected text resolves feedback on the previous one.
  const isCorrected = LEARNED.some((name) => values[name] !== undefined && values[name] !== block[name]);
  if (isCorrected && block.problem !== null) values.problem = null;
  if (Object.keys(values).length > 0) await changeBlock(handle, block, values, 'memory_update', actorUserId);
  if (given.archived !== undefined) await setArchived(handle, block, given.archived, actorUserId);
}

/** Archives or restores a locked block; a no-op if it already is. */
export async function setArchived(
  handle: Handle,
  block: BlockRow,
  archived: boolean,
  actorUserId: string,
): Promise<void> {
  if (block.archived === archived) return;
  const values = { archived, archivedAt: archived ? sql`now()` : null };
  await saveVersions(handle, [block.id], archived ? 'memory_archive' : 'memory_restore', actorUserId);
  await changeBlocks(handle, eq(memoryBlocks.id, block.id), { ...values, updatedAt: sql`now()` }, [block.id]);
  await auditBlock(handle, block, archived ? 'memory_archive' : 'memory_restore', actorUserId);
}

/** Deletes a locked block with its links, feedback and versions. */
export async function deleteBlock(handle: Handle, block: BlockRow, actorUserId: string): Promise<void> {
  await deleteBlocks(handle, eq(memoryBlocks.id, block.id), [block.id]);
  await auditBlock(handle, block, 'memory_delete', actorUserId);
}

/** Error for a block that does not exist or that the caller may not see. */
export const MISSING = 'Memory block not found';
