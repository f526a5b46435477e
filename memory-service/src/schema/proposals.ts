/** Proposals to merge, resolve, shorten, tag or archive memories, pending a person's decision. Secret findings have a separate table. */
import { sql } from 'drizzle-orm';
import { index, integer, pgEnum, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { GeneratedBy, ReviewKind } from '@hindsight/shared-contracts/api';
import { createdAt, id, timestampColumn, tenantId, updatedAt, newestFirst } from './columns';
import { scope, scopeCheck, memoryBlockId } from './memory';

export const proposalState = pgEnum('proposal_state', ['pending', 'accepted', 'rejected']);

export type ProposalKind = Exclude<ReviewKind, 'secret'>;

/** Kinds about a single memory. */
export type BlockProposalKind = Exclude<ProposalKind, 'consolidation' | 'contradiction'>;

/** How two sentences contradict each other. `replaced` only occurs in findings of earlier versions. */
export type Ground = 'negation' | 'value' | 'choice' | 'replaced';

/**
 * Proposals of every kind. A new one about the same memories replaces the old one, except merges, which are kept as a record. A proposal is
 * valid until its memories change, feedback as long as the memory is marked. Columns with a kind in their comment are unused by the others.
 */
export const proposals = pgTable(
  'proposals',
  {
    id: id(),
    kind: varchar('kind', { length: 20 }).$type<ProposalKind>().notNull(),
    /** For a conflict: the older memory, then the newer one. Proposals are deleted with their memories, except merges. */
    memoryBlockIds: uuid('memory_block_ids').array().notNull(),
    reason: text('reason').notNull().default(''),
    generatedBy: varchar('generated_by', { length: 20 }).$type<GeneratedBy>(),
    state: proposalState('state').notNull().default('pending'),
    /** End of the snooze. */
    snoozedUntil: timestampColumn('snoozed_until'),
    /** Single memory: its last change when this was proposed or decided. */
    blockUpdatedAt: timestampColumn('block_updated_at'),
    /** Keywords and merges: the proposed keywords. */
    keywords: text('keywords')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The accepted keywords that were newly added, which an undo removes. */
    addedKeywords: text('added_keywords')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Merge: the merged text. */
    content: text('content'),
    lessonsLearned: text('lessons_learned'),
    groupId: uuid('group_id'),
    /** The merged memory, or the memory kept in a conflict. No foreign key: it may be deleted, but the decision stays. */
    resultId: uuid('result_id'),
    /**
     * Conflict: hash of the compared texts, how they differ, and start and length of each sentence. Merge by a model: the position of each
     * sentence, with the index of its original.
     */
    textsHash: varchar('texts_hash', { length: 65 }),
    ground: varchar('ground', { length: 20 }).$type<Ground>(),
    places: integer('places').array(),
    ...scope('cascade'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    scopeCheck('proposals_scope_check', table),
    uniqueIndex('proposals_key')
      .on(table.memoryBlockIds, table.kind)
      .where(sql`kind <> 'consolidation'`),
    index('proposals_memory_blocks_idx').using('gin', table.memoryBlockIds),
    index('proposals_organization_idx')
      .on(table.organizationId)
      .where(sql`state = 'pending'`),
    index('proposals_owner_idx')
      .on(table.ownerUserId)
      .where(sql`state = 'pending'`),
    index('proposals_list_idx').on(table.kind, ...newestFirst(table.createdAt, table.id)),
    index('proposals_group_idx')
      .on(table.groupId)
      .where(sql`group_id is not null`),
  ],
);

/** Queue of blocks to compare with others. Filled on write; newest first. */
export const memoryBlocksToCompare = pgTable(
  'memory_blocks_to_compare',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    queuedAt: timestampColumn('queued_at').notNull().defaultNow(),
    /** Lease: a process is working on it until then. */
    retryAt: timestampColumn('retry_at').notNull().defaultNow(),
    tenantId: tenantId(),
  },
  (table) => [index('memory_blocks_to_compare_newest_idx').on(table.queuedAt.desc().nullsFirst())],
);
