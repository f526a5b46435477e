/** Feedback on blocks: the log, the resulting score, and the mark of a wrong or outdated block. */
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Feedback, Problem } from '@hindsight/shared-contracts/api';
import { scoreAfter, scoreWithout } from '../rules/feedback';
import type { FeedbackType } from '../rules/feedback';
import { changeBlock } from './blockWrites';
import type { BlockRow } from './blockWrites';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { storeProposals } from '../../proposals';
import { memoryBlockFeedback } from '../../../schema/memory';
import { saveFindings, screenTexts } from '../../secrets';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { wireTime } from '../../../platform/http/wire';
import { displayNames } from '../../../platform/auth/users';
import { findTenant, ofTenant } from '../../../platform/database/tenants';

export interface Judgment {
  type: FeedbackType;
  details: string | null;
  /** Sets or clears the mark; undefined keeps it. */
  problem: Problem | null | undefined;
}

/** Stores feedback on a locked block with the resulting score and mark. Returns its id. */
export async function recordFeedback(
  handle: Handle,
  block: BlockRow,
  { type, details, problem }: Judgment,
  actorUserId: string,
): Promise<string> {
  const screened = await screenTexts(handle, block, { feedback_details: details });
  // Clearing a mark does not rate the block.
  const score = problem === null ? block.feedbackScore : scoreAfter(block.feedbackScore, type);
  const { id } = onlyRow(
    await handle
      .insert(memoryBlockFeedback)
      .values({
        memoryBlockId: block.id,
        tenantId: block.tenantId,
        feedbackType: type,
        details: screened.values.feedback_details,
        problem: problem === null ? 'resolved' : problem,
        scoreBefore: block.feedbackScore,
        scoreAfter: score,
        actorUserId,
      })
      .returning({ id: memoryBlockFeedback.id }),
  );
  await saveFindings(handle, block, screened);
  const mark = problem === undefined ? block.problem : problem;
  await change(handle, block, { feedbackScore: score, problem: mark }, actorUserId, { type });
  // The feedback text is not copied: it is masked where it is stored.
  if (type === 'negative' && !block.archived)
    await storeProposals(handle, 'feedback', [
      { memoryBlockId: block.id, reason: '', keywords: [], generatedBy: null },
    ]);
  return id;
}

/** Writes the values that differ. */
async function change(
  handle: Handle,
  block: BlockRow,
  after: Pick<BlockRow, 'feedbackScore' | 'problem'>,
  actorUserId: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  if (after.feedbackScore === block.feedbackScore && after.problem === block.problem) return;
  await changeBlock(handle, block, after, 'memory_feedback', actorUserId, {
    ...metadata,
    ...(after.problem !== block.problem && { problem: after.problem }),
  });
}

const ofBlock = (block: BlockRow) =>
  and(
    eq(memoryBlockFeedback.memoryBlockId, block.id),
    ofTenant(block.tenantId)('memory_block_feedback.tenant_id'),
  );

const ownFeedback = (block: BlockRow, id: string, actorUserId: string) =>
  and(
    eq(memoryBlockFeedback.id, id),
    eq(memoryBlockFeedback.memoryBlockId, block.id),
    ofTenant(block.tenantId)('memory_block_feedback.tenant_id'),
    eq(memoryBlockFeedback.actorUserId, actorUserId),
  );

/** Changes the text of the person's own feedback; returns whether it exists. */
export async function explainFeedback(
  handle: Handle,
  block: BlockRow,
  id: string,
  details: string | null,
  actorUserId: string,
): Promise<boolean> {
  const screened = await screenTexts(handle, block, { feedback_details: details });
  const rows = await handle
    .update(memoryBlockFeedback)
    .set({ details: screened.values.feedback_details })
    .where(ownFeedback(block, id, actorUserId))
    .returning({ id: memoryBlockFeedback.id });
  await saveFindings(handle, block, screened);
  return rows.length > 0;
}

/** Withdraws the person's own feedback; returns whether it existed. */
export function removeFeedback(
  handle: Handle,
  block: BlockRow,
  id: string,
  actorUserId: string,
): Promise<boolean> {
  return withdrawFeedback(handle, block, ownFeedback(block, id, actorUserId), actorUserId);
}

/** Removes feedback with the score and the mark it set; returns whether it existed. */
async function withdrawFeedback(
  handle: Handle,
  block: BlockRow,
  condition: SQL | undefined,
  actorUserId: string,
): Promise<boolean> {
  const [gone] = await handle.delete(memoryBlockFeedback).where(condition).returning();
  if (!gone) return false;
  const [marked] = await handle
    .select({ problem: memoryBlockFeedback.problem })
    .from(memoryBlockFeedback)
    .where(and(ofBlock(block), isNotNull(memoryBlockFeedback.problem)))
    .orderBy(desc(memoryBlockFeedback.createdAt), desc(memoryBlockFeedback.id))
    .limit(1);
  const earlier = marked?.problem === 'resolved' ? null : (marked?.problem ?? null);
  const problem = gone.problem === null ? block.problem : earlier;
  const made = { before: gone.scoreBefore, after: gone.scoreAfter };
  const feedbackScore = scoreWithout(block.feedbackScore, made);
  await change(handle, block, { feedbackScore, problem }, actorUserId, { taken_back: gone.feedbackType });
  return true;
}

/** Restores the mark if the latest feedback cleared it. */
export async function restoreMark(handle: Handle, block: BlockRow, actorUserId: string): Promise<void> {
  const [newest] = await handle
    .select()
    .from(memoryBlockFeedback)
    .where(ofBlock(block))
    .orderBy(desc(memoryBlockFeedback.createdAt), desc(memoryBlockFeedback.id))
    .limit(1);
  if (newest?.problem === 'resolved')
    await withdrawFeedback(
      handle,
      block,
      and(ofBlock(block), eq(memoryBlockFeedback.id, newest.id)),
      actorUserId,
    );
}

/** One page, newest first, and the total count. */
export async function listFeedback(
  handle: Handle,
  blockId: string,
  { after, skip, limit }: { after: Place | undefined; skip: number; limit: number },
): Promise<{ items: Feedback[]; total: number }> {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  const condition = and(
    eq(memoryBlockFeedback.memoryBlockId, blockId),
    here('memory_block_feedback.tenant_id'),
  );
  const [counted] = await handle.select({ total: count() }).from(memoryBlockFeedback).where(condition);
  const rows = await handle
    .select()
    .from(memoryBlockFeedback)
    .where(
      and(
        condition,
        afterPlace(after, sql`${memoryBlockFeedback.createdAt}`, sql`${memoryBlockFeedback.id}`),
      ),
    )
    .orderBy(desc(memoryBlockFeedback.createdAt), desc(memoryBlockFeedback.id))
    .limit(limit)
    .offset(skip);
  const names = await displayNames(
    handle,
    rows.map((row) => row.actorUserId),
  );
  const items = rows.map((given) => ({
    id: given.id,
    feedback_type: given.feedbackType,
    problem: given.problem,
    details: given.details,
    actor_user_id: given.actorUserId,
    actor_name: names.get(given.actorUserId) ?? null,
    created_at: wireTime(given.createdAt),
  }));
  return { items, total: counted?.total ?? 0 };
}
