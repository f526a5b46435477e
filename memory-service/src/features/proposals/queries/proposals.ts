/** Proposals about single memory blocks, made, read and decided; and what all kinds have in common. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { audit, targetType } from '../../../platform/database/audits';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { logRows, placed, PLACED } from '../../../platform/events/log';
import type { Done, LoggedRow } from '../../../platform/events/log';
import { proposals } from '../../../schema/proposals';
import type { BlockProposalKind, ProposalKind } from '../../../schema/proposals';
import { eachTenant, ofTenant } from '../../../platform/database/tenants';
import type { OfTenant } from '../../../platform/database/tenants';

type Placed = LoggedRow & Record<string, unknown>;

/** Says what was written of proposals, whatever their kind. */
export const logProposals = (handle: Handle, done: Done, rows: readonly LoggedRow[]) =>
  logRows(handle, 'suggestions', done, rows);

/** Deletes the proposals that meet a condition. */
export async function deleteProposals(handle: Handle, condition: SQL | undefined): Promise<void> {
  await logProposals(
    handle,
    'removed',
    await handle.delete(proposals).where(condition).returning(placed(proposals)),
  );
}

export const deleteProposalsWithIds = (handle: Handle, ids: readonly string[]): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : deleteProposals(handle, inArray(proposals.id, [...ids]));

/** Changes the proposals that meet a condition. */
export async function changeProposals(
  handle: Handle,
  values: PgUpdateSetSource<typeof proposals>,
  condition: SQL | undefined,
): Promise<LoggedRow[]> {
  const rows = await handle.update(proposals).set(values).where(condition).returning(placed(proposals));
  await logProposals(handle, 'changed', rows);
  return rows;
}

export interface Proposed {
  memoryBlockId: string;
  reason: string;
  keywords: readonly string[];
  /** Null when a person or an agent rated the block. */
  generatedBy: GeneratedBy | null;
}

/** A proposal about a single block, and whether the block is still as it was then. */
export type ProposalRow = typeof proposals.$inferSelect & { memoryBlockId: string; isCurrent: boolean };

/** Joins the block of a proposal about a single one. */
export const OF_ITS_BLOCK = sql`memory_blocks.id = proposals.memory_block_ids[1]`;

/** Holds for proposals whose block is there, not archived, and unchanged since. What was said to be wrong waits as long as it is marked. */
export const CURRENT = sql`not memory_blocks.archived and (memory_blocks.updated_at = proposals.block_updated_at
  or (proposals.kind = 'feedback' and memory_blocks.problem is not null))`;

export const NOT_SNOOZED = sql`(proposals.snoozed_until is null or proposals.snoozed_until <= now())`;

/** Holds for what nobody has decided, or put out of the way for now. */
export const PENDING = sql`(proposals.state = 'pending' and ${NOT_SNOOZED})`;

/**
 * Writes proposals in the workspaces of their blocks, which the caller must be able to change; each takes the place of an earlier one
 * of its kind. What was rejected stays so until the block changes; new feedback is another reason. One that waits for the same reason stays
 * as it is, with its age. Each counts as a microsecond older than the one before it, so that lists with the newest first keep the order
 * given. Answers the ids of those that wait now, by their blocks.
 */
export async function storeProposals(
  handle: Handle,
  kind: BlockProposalKind,
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
  // The lock keeps a block from being deleted before its proposal can be seen.
  const stored = await eachTenant(
    handle,
    'memory_blocks',
    proposed.map(({ memoryBlockId }) => memoryBlockId),
    async (_ids, here) => {
      const written = await handle.execute<Placed>(sql`
    insert into proposals (memory_block_ids, kind, reason, keywords, generated_by, block_updated_at,
      tenant_id, visibility_scope, owner_user_id, organization_id, created_at)
    select array[memory_blocks.id], ${kind}::text, made.reason, made.keywords, made.generated_by, memory_blocks.updated_at,
      memory_blocks.tenant_id, memory_blocks.visibility_scope, memory_blocks.owner_user_id, memory_blocks.organization_id,
      now() - made.place * interval '1 microsecond'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(memory_block_id uuid, reason text, keywords text[], generated_by text, place int)
    join memory_blocks on memory_blocks.id = made.memory_block_id and ${here('memory_blocks.tenant_id')}
    for key share of memory_blocks
    on conflict (memory_block_ids, kind) where kind <> 'consolidation' do update set reason = excluded.reason, keywords = excluded.keywords,
      generated_by = excluded.generated_by, block_updated_at = excluded.block_updated_at, state = 'pending', snoozed_until = null,
      created_at = excluded.created_at, updated_at = excluded.updated_at
    where excluded.kind = 'feedback' or ((proposals.state <> 'rejected' or proposals.block_updated_at <> excluded.block_updated_at)
      and (proposals.state, proposals.reason, proposals.keywords, proposals.generated_by, proposals.block_updated_at)
        is distinct from ('pending', excluded.reason, excluded.keywords, excluded.generated_by, excluded.block_updated_at))
    returning ${PLACED}`);
      return written.rows;
    },
  );
  await logProposals(handle, 'added', stored);
  const ids = proposed.map(({ memoryBlockId }) => memoryBlockId);
  const { rows: waiting } = await handle.execute<{ id: string; block: string }>(sql`
    select id, memory_block_ids[1] as block from proposals
    where kind = ${kind} and state = 'pending' and memory_block_ids && ${`{${ids.join(',')}}`}::uuid[]`);
  return new Map(waiting.map(({ id, block }) => [block, id]));
}

/** Holds for blocks of which such a proposal was rejected or is snoozed, and which have not changed since. */
export const isSetAside = (kind: BlockProposalKind): SQL => sql`exists (
  select 1 from proposals where proposals.memory_block_ids = array[memory_blocks.id] and kind = ${kind}
    and (state = 'rejected' or (state = 'pending' and snoozed_until > now())) and block_updated_at = memory_blocks.updated_at)`;

const ABOUT_ONE: ReadonlySet<ProposalKind> = new Set(['keywords', 'pruning', 'compaction', 'feedback']);

const ofOneBlock = <Row extends typeof proposals.$inferSelect>(row: Row | undefined) =>
  row && ABOUT_ONE.has(row.kind) ? { ...row, memoryBlockId: row.memoryBlockIds[0] ?? '' } : undefined;

/** The proposal about a single block as the caller reaches it, or undefined. */
export async function findProposal(handle: Handle, id: string) {
  const [row] = await handle.select().from(proposals).where(eq(proposals.id, id));
  return ofOneBlock(row);
}

/** The proposal about a single block, locked until the transaction ends. */
export async function lockProposal(handle: Handle, id: string): Promise<ProposalRow | undefined> {
  const [found] = await handle.select().from(proposals).where(eq(proposals.id, id)).for('update');
  const row = ofOneBlock(found);
  if (!row) return undefined;
  const here = ofTenant(row.tenantId);
  const current = await handle.execute(sql`
    select 1 from proposals join memory_blocks on ${OF_ITS_BLOCK} and ${here('memory_blocks.tenant_id')}
    where proposals.id = ${id}::uuid and ${CURRENT}`);
  return { ...row, isCurrent: current.rows.length > 0 };
}

async function readUpdatedAt(handle: Handle, id: string, here: OfTenant): Promise<string | undefined> {
  const { rows } = await handle.execute<{ at: string }>(
    sql`select updated_at::text as at from memory_blocks where id = ${id}::uuid and ${here('tenant_id')}`,
  );
  return rows[0]?.at;
}

/** Writes a decision about a locked proposal; it holds for the block as it is now. */
export async function decideProposal(
  handle: Handle,
  { id, memoryBlockId, tenantId }: ProposalRow,
  state: ProposalRow['state'],
): Promise<void> {
  const values = {
    state,
    addedKeywords: [],
    blockUpdatedAt: await readUpdatedAt(handle, memoryBlockId, ofTenant(tenantId)),
    snoozedUntil: null,
    updatedAt: sql`now()`,
  };
  await changeProposals(handle, values, eq(proposals.id, id));
}

/** The proposal of any kind as the caller reaches it, or undefined. */
export async function findAny(handle: Handle, kind: string, id: string) {
  const [row] = await handle.select().from(proposals).where(eq(proposals.id, id));
  return row?.kind === kind ? row : undefined;
}

/** Puts a pending proposal out of the way for so many days; null brings it back. */
export async function snoozeProposal(handle: Handle, id: string, days: number | null): Promise<void> {
  const snoozedUntil = sql`now() + ${days}::int * interval '1 day'`;
  await changeProposals(handle, { snoozedUntil }, and(eq(proposals.id, id), eq(proposals.state, 'pending')));
}

/** What was proposed about a block was done on another page: nothing waits any more, and the trail of decisions names who did it. */
export async function settleProposal(
  handle: Handle,
  kind: BlockProposalKind,
  memoryBlockId: string,
  actorUserId: string,
  added: readonly string[] = [],
): Promise<void> {
  const [blockUpdatedAt = null] = await eachTenant(
    handle,
    'memory_blocks',
    [memoryBlockId],
    async (_ids, here) => [await readUpdatedAt(handle, memoryBlockId, here)],
  );
  const rows = await changeProposals(
    handle,
    {
      state: 'accepted',
      addedKeywords: [...added],
      snoozedUntil: null,
      updatedAt: sql`now()`,
      blockUpdatedAt,
    },
    sql`memory_block_ids = array[${memoryBlockId}::uuid] and kind = ${kind} and state = 'pending'`,
  );
  for (const { id, organizationId = null } of rows)
    await audit(handle, {
      actionType: 'review_accept',
      targetType: targetType(kind),
      targetId: id,
      organizationId,
      actorUserId,
      metadata: { memory_block_id: memoryBlockId },
    });
}

/** Blocks that leave their workspace, or are deleted, leave no proposal behind. Merges stay, and are shown to those alone who reach all of their memories. */
export async function dropProposals(handle: Handle, memoryBlockIds: readonly string[]): Promise<void> {
  await deleteProposals(
    handle,
    and(ne(proposals.kind, 'consolidation'), sql`memory_block_ids && ${uuids(memoryBlockIds)}`),
  );
}
