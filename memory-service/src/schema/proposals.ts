/** What was found to merge, settle, shorten, tag or archive, and waits for a person's decision. Secret findings have a table of their own. */
import { sql } from 'drizzle-orm';
import { index, integer, pgEnum, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { GeneratedBy, ReviewKind } from '@hindsight/shared-contracts/api';
import { createdAt, id, moment, tenantId, updatedAt, newestFirst } from './columns';
import { scope, scopeCheck, memoryBlockId } from './memory';

export const proposalState = pgEnum('proposal_state', ['pending', 'accepted', 'rejected']);

export type ProposalKind = Exclude<ReviewKind, 'secret'>;

/** The kinds about a single memory. */
export type BlockProposalKind = Exclude<ProposalKind, 'consolidation' | 'contradiction'>;

/** What two sentences contradict each other by. What earlier versions found may be `replaced`. */
export type Ground = 'negation' | 'value' | 'choice' | 'replaced';

/**
 * One proposal of every kind. Those about the same memories take each other's place, except merges, which stay as a record. A proposal
 * holds as long as its memories do not change, feedback as long as the memory is marked. The rest of the columns belongs to one kind each.
 */
export const proposals = pgTable(
  'proposals',
  {
    id: id(),
    kind: varchar('kind', { length: 20 }).$type<ProposalKind>().notNull(),
    /** Of a conflict the older memory, then the newer one. The proposal is deleted with them; a merge stays. */
    memoryBlockIds: uuid('memory_block_ids').array().notNull(),
    reason: text('reason').notNull().default(''),
    generatedBy: varchar('generated_by', { length: 20 }).$type<GeneratedBy>(),
    state: proposalState('state').notNull().default('pending'),
    /** Until then it is out of the way. */
    snoozedUntil: moment('snoozed_until'),
    /** About a single memory: when it had last changed as this was proposed or decided. */
    blockUpdatedAt: moment('block_updated_at'),
    /** Of keywords and merges: those that were proposed. */
    keywords: text('keywords')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Those of them that were accepted and were not there before: what an undo takes away. */
    addedKeywords: text('added_keywords')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Of a merge: the text that its memories would become. */
    content: text('content'),
    lessonsLearned: text('lessons_learned'),
    groupId: uuid('group_id'),
    /** What a merge became, or the memory of a conflict that was kept. No reference: it may be deleted, the decision stays. */
    resultId: uuid('result_id'),
    /** Of a conflict: both texts as they were compared, by what they differ, and beginning and length of each sentence. Of a merge by a model: those of its sentences, each with the place of its original. */
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

/** Blocks whose text is to be compared with others. What is written is added, the newest first in line. */
export const memoryBlocksToCompare = pgTable(
  'memory_blocks_to_compare',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    queuedAt: moment('queued_at').notNull().defaultNow(),
    /** Not before: a process works on it. */
    retryAt: moment('retry_at').notNull().defaultNow(),
    tenantId: tenantId(),
  },
  (table) => [index('memory_blocks_to_compare_newest_idx').on(table.queuedAt.desc().nullsFirst())],
);
