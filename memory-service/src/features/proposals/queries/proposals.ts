/** Stores, reads and decides proposals about single memory blocks, with helpers shared by all kinds. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { audit, targetType } from '../../../platform/database/audits';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { logRows, placeReturning, PLACED } from '../../../platform/events/log';
import type { Done, LoggedRow } from '../../../platform/events/log';
import { proposals } from '../../../schema/proposals';
import type { BlockProposalKind, ProposalKind } from '../../../schema/proposals';
import { eachTenant, ofTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';

type Placed = LoggedRow & Record<string, unknown>;

/** Logs a change of proposals of any kind for event streams. */
export const logProposals = (handle: Handle, done: Done, rows: readonly LoggedRow[]) =>
  logRows(handle, 'suggestions', done, rows);

/** Deletes the proposals that match a condition. */
export async function deleteProposals(handle: Handle, condition: SQL | undefined): Promise<void> {
  await logProposals(
    handle,
    'removed',
    await handle.delete(proposals).where(condition).returning(placeReturning(proposals)),
  );
}

export const deleteProposalsWithIds = (handle: Handle, ids: readonly string[]): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : deleteProposals(handle, inArray(proposals.id, [...ids]));

/** Updates the proposals that match a condition. */
export async function changeProposals(
  handle: Handle,
  values: PgUpdateSetSource<typeof proposals>,
  condition: SQL | undefined,
): Promise<LoggedRow[]> {
  const rows = await handle
    .update(proposals)
    .set(values)
    .where(condition)
    .returning(placeReturning(proposals));
  await logProposals(handle, 'changed', rows);
  return rows;
}

export interface Proposed {
  memoryBlockId: string;
  reason: string;
  keywords: readonly string[];
  /** Null for proposals from feedback of a person or an agent. */
  generatedBy: GeneratedBy | null;
}

/** A proposal about a single block, and whether the block is unchanged since. */
export type ProposalRow = typeof proposals.$inferSelect & { memoryBlockId: string; isCurrent: boolean };

/** Joins a single-block proposal with its block. */
export const OF_ITS_BLOCK = sql`memory_blocks.id = proposals.memory_block_ids[1]`;

/**
 * Condition for proposals whose block exists, is not archived and has not changed since. Reported problems stay current as long as the
 * block is marked.
 */
export const CURRENT = sql`not memory_blocks.archived and (memory_blocks.updated_at = proposals.block_updated_at
  or (proposals.kind = 'feedback' and memory_blocks.problem is not null))`;

export const NOT_SNOOZED = sql`(proposals.snoozed_until is null or proposals.snoozed_until <= now())`;

/** Condition for undecided proposals that are not snoozed. */
export const PENDING = sql`(proposals.state = 'pending' and ${NOT_SNOOZED})`;

/**
 * Upserts proposals in the workspaces of their blocks, which the caller must be allowed to change. Replaces an earlier one of the same
 * kind. A rejection persists until the block changes, except that new feedback reopens it. A pending proposal for the same reason keeps its
 * age. Each new one is dated a microsecond before the previous one, so that lists sorted by newest keep the given order.
 * @returns the ids of pending proposals by block.
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
  // The row lock keeps a block from being deleted before its proposal is visible.
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

/** Condition for blocks with a rejected or snoozed proposal of this kind that have not changed since. */
export const isSetAside = (kind: BlockProposalKind): SQL => sql`exists (
  select 1 from proposals where proposals.memory_block_ids = array[memory_blocks.id] and kind = ${kind}
    and (state = 'rejected' or (state = 'pending' and snoozed_until > now())) and block_updated_at = memory_blocks.updated_at)`;

const ABOUT_ONE: ReadonlySet<ProposalKind> = new Set(['keywords', 'pruning', 'compaction', 'feedback']);

const toBlockProposal = <Row extends typeof proposals.$inferSelect>(row: Row | undefined) =>
  row && ABOUT_ONE.has(row.kind) ? { ...row, memoryBlockId: row.memoryBlockIds[0] ?? '' } : undefined;

/** Finds a single-block proposal that the caller can access. */
export async function findProposal(handle: Handle, id: string) {
  const [row] = await handle.select().from(proposals).where(eq(proposals.id, id));
  return toBlockProposal(row);
}

/** Finds and locks a single-block proposal until the transaction ends. */
export async function lockProposal(handle: Handle, id: string): Promise<ProposalRow | undefined> {
  const [found] = await handle.select().from(proposals).where(eq(proposals.id, id)).for('update');
  const row = toBlockProposal(found);
  if (!row) return undefined;
  const here = ofTenant(row.tenantId);
  const current = await handle.execute(sql`
    select 1 from proposals join memory_blocks on ${OF_ITS_BLOCK} and ${here('memory_blocks.tenant_id')}
    where proposals.id = ${id}::uuid and ${CURRENT}`);
  return { ...row, isCurrent: current.rows.length > 0 };
}

async function readUpdatedAt(handle: Handle, id: string, here: TenantCondition): Promise<string | undefined> {
  const { rows } = await handle.execute<{ at: string }>(
    sql`select updated_at::text as at from memory_blocks where id = ${id}::uuid and ${here('tenant_id')}`,
  );
  return rows[0]?.at;
}

/** Records the decision about a locked proposal, valid for the current state of the block. */
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

/** Finds a proposal of any kind that the caller can access. */
export async function findAny(handle: Handle, kind: string, id: string) {
  const [row] = await handle.select().from(proposals).where(eq(proposals.id, id));
  return row?.kind === kind ? row : undefined;
}

/** Snoozes a pending proposal for this many days; null ends the snooze. */
export async function snoozeProposal(handle: Handle, id: string, days: number | null): Promise<void> {
  const snoozedUntil = sql`now() + ${days}::int * interval '1 day'`;
  await changeProposals(handle, { snoozedUntil }, and(eq(proposals.id, id), eq(proposals.state, 'pending')));
}

/** Resolves a pending proposal that was carried out on another page, and records the actor in the decision history. */
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

/**
 * Deletes proposals about blocks that are moved or deleted. Keeps merges, which only people with access to all of their memories can see.
 */
export async function dropProposals(handle: Handle, memoryBlockIds: readonly string[]): Promise<void> {
  await deleteProposals(
    handle,
    and(ne(proposals.kind, 'consolidation'), sql`memory_block_ids && ${uuids(memoryBlockIds)}`),
  );
}
