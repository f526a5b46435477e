/** Proposals about single memory blocks: made, read and decided. */
import { eq, sql } from 'drizzle-orm';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import type { Handle } from '../../../platform/database/database';
import { reviewProposals } from '../../../schema/review';
import type { ProposalKind } from '../../../schema/review';

export interface Proposed {
  memoryBlockId: string;
  reason: string;
  keywords: readonly string[];
  /** Null when a person or an agent rated the block. */
  generatedBy: GeneratedBy | null;
}

/** A proposal, and whether its block is still as it was then. */
export type ProposalRow = typeof reviewProposals.$inferSelect & { isCurrent: boolean };

/** Holds for proposals whose block is there, not archived, and unchanged since. What was said to be wrong waits as long as it is marked. */
export const CURRENT = sql`not memory_blocks.archived and (memory_blocks.updated_at = review_proposals.block_updated_at
  or (review_proposals.kind = 'feedback' and memory_blocks.problem is not null))`;

/**
 * Writes proposals in the workspaces of their blocks, which the caller must be able to change; each takes the place of an earlier one
 * of its kind. What was rejected stays so until the block changes; new feedback is another reason. Each counts as a microsecond older than
 * the one before it, so that lists with the newest first keep the order given. Answers the ids of those that wait now, by their blocks.
 */
export async function storeProposals(
  handle: Handle,
  kind: ProposalKind,
  proposed: readonly Proposed[],
): Promise<Map<string, string>> {
  if (proposed.length === 0) return new Map();
  const rows = proposed.map(({ memoryBlockId, reason, keywords, generatedBy }, place) => ({
    memory_block_id: memoryBlockId,
    place,
    reason,
    keywords,
    generated_by: generatedBy,
  }));
  const { rows: waiting } = await handle.execute<{ id: string; block: string }>(sql`
    insert into review_proposals (memory_block_id, kind, reason, keywords, generated_by, block_updated_at,
      visibility_scope, owner_user_id, organization_id, created_at)
    select memory_blocks.id, ${kind}, made.reason, made.keywords, made.generated_by, memory_blocks.updated_at,
      memory_blocks.visibility_scope, memory_blocks.owner_user_id, memory_blocks.organization_id,
      now() - made.place * interval '1 microsecond'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(memory_block_id uuid, reason text, keywords text[], generated_by text, place int)
    join memory_blocks on memory_blocks.id = made.memory_block_id
    on conflict (memory_block_id, kind) do update set reason = excluded.reason, keywords = excluded.keywords,
      generated_by = excluded.generated_by, block_updated_at = excluded.block_updated_at, state = 'pending', created_at = excluded.created_at
    where ${kind} = 'feedback' or review_proposals.state <> 'rejected'
      or review_proposals.block_updated_at <> excluded.block_updated_at
    returning id, memory_block_id as block`);
  return new Map(waiting.map(({ id, block }) => [block, id]));
}

/** Holds for blocks of which such a proposal was rejected, and which have not changed since. */
export const isRejected = (kind: ProposalKind) => sql`exists (
  select 1 from review_proposals where memory_block_id = memory_blocks.id and kind = ${kind} and state = 'rejected'
    and block_updated_at = memory_blocks.updated_at)`;

/** The proposal as the caller reaches it, or undefined. */
export async function findProposal(handle: Handle, id: string) {
  const [row] = await handle.select().from(reviewProposals).where(eq(reviewProposals.id, id));
  return row;
}

/** The proposal, locked until the transaction ends. */
export async function lockProposal(handle: Handle, id: string): Promise<ProposalRow | undefined> {
  const [row] = await handle.select().from(reviewProposals).where(eq(reviewProposals.id, id)).for('update');
  if (!row) return undefined;
  const current = await handle.execute(sql`
    select 1 from review_proposals join memory_blocks on memory_blocks.id = memory_block_id
    where review_proposals.id = ${id}::uuid and ${CURRENT}`);
  return { ...row, isCurrent: current.rows.length > 0 };
}

/** Writes a decision about a locked proposal; it holds for the block as it is now. */
export async function decideProposal(
  handle: Handle,
  { id, memoryBlockId }: ProposalRow,
  state: ProposalRow['state'],
  addedKeywords: readonly string[],
): Promise<void> {
  await handle
    .update(reviewProposals)
    .set({
      state,
      addedKeywords: [...addedKeywords],
      blockUpdatedAt: sql`(select updated_at from memory_blocks where id = ${memoryBlockId}::uuid)`,
    })
    .where(eq(reviewProposals.id, id));
}

/** The keywords of a block were chosen elsewhere: nothing waits any more. */
export async function settleKeywords(
  handle: Handle,
  memoryBlockId: string,
  added: readonly string[],
): Promise<void> {
  await handle.execute(sql`
    update review_proposals set state = 'accepted', added_keywords = ${sql.param([...added])}::text[]
    where memory_block_id = ${memoryBlockId}::uuid and kind = 'keywords' and state = 'pending'`);
}

/** A block that leaves its workspace leaves no proposal behind. */
export async function dropProposals(handle: Handle, memoryBlockId: string): Promise<void> {
  await handle.delete(reviewProposals).where(eq(reviewProposals.memoryBlockId, memoryBlockId));
}
