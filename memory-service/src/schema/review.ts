/** Proposals about single memory blocks that wait for a person's decision. Consolidation suggestions and secret findings have tables of their own. */
import { sql } from 'drizzle-orm';
import { index, integer, pgEnum, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { GeneratedBy, ReviewKind } from '@hindsight/shared-contracts/api';
import { createdAt, id, moment } from './columns';
import { memoryBlocks, scope, scopeCheck } from './memory';

export const proposalState = pgEnum('proposal_state', ['pending', 'accepted', 'rejected']);

/** The kinds that are kept here. */
export type ProposalKind = Exclude<ReviewKind, 'consolidation' | 'secret' | 'contradiction'>;

/** The newest proposal of a kind about a block. It holds as long as the block does not change, feedback as long as it is marked. */
export const reviewProposals = pgTable(
  'review_proposals',
  {
    id: id(),
    memoryBlockId: uuid('memory_block_id')
      .notNull()
      .references(() => memoryBlocks.id, { onDelete: 'cascade' }),
    kind: varchar('kind', { length: 20 }).$type<ProposalKind>().notNull(),
    reason: text('reason').notNull(),
    /** Those that were proposed. */
    keywords: text('keywords').array().notNull(),
    /** Those of them that were accepted and were not there before: what an undo takes away. */
    addedKeywords: text('added_keywords')
      .array()
      .notNull()
      .default(sql`'{}'`),
    generatedBy: varchar('generated_by', { length: 20 }).$type<GeneratedBy>(),
    /** When the block had last changed as this was proposed or decided. */
    blockUpdatedAt: moment('block_updated_at').notNull(),
    state: proposalState('state').notNull().default('pending'),
    ...scope('cascade'),
    createdAt: createdAt(),
  },
  (table) => [
    scopeCheck('review_proposals_scope_check', table),
    uniqueIndex('review_proposals_key').on(table.memoryBlockId, table.kind),
    index('review_proposals_organization_idx')
      .on(table.organizationId)
      .where(sql`state = 'pending'`),
    index('review_proposals_owner_idx')
      .on(table.ownerUserId)
      .where(sql`state = 'pending'`),
  ],
);

const compared = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => memoryBlocks.id, { onDelete: 'cascade' });

/** What two sentences contradict each other by. What earlier versions found may be `replaced`. */
export type Ground = 'negation' | 'value' | 'choice' | 'replaced';

/**
 * Two blocks of a workspace that contradict each other, and what a person said about it: `accepted` keeps one of them, `rejected` both.
 * It holds as long as neither text changes. Of the texts there are only the places of the two sentences.
 */
export const contradictions = pgTable(
  'contradictions',
  {
    id: id(),
    olderId: compared('older_id'),
    newerId: compared('newer_id'),
    /** Of both texts as they were compared. */
    textsHash: varchar('texts_hash', { length: 65 }).notNull(),
    ground: varchar('ground', { length: 20 }).$type<Ground>().notNull(),
    generatedBy: varchar('generated_by', { length: 20 }).$type<GeneratedBy>().notNull(),
    olderFrom: integer('older_from').notNull(),
    olderLength: integer('older_length').notNull(),
    newerFrom: integer('newer_from').notNull(),
    newerLength: integer('newer_length').notNull(),
    state: proposalState('state').notNull().default('pending'),
    /** The one that was kept when it was accepted. */
    keptId: uuid('kept_id'),
    ...scope('cascade'),
    createdAt: createdAt(),
  },
  (table) => [
    scopeCheck('contradictions_scope_check', table),
    uniqueIndex('contradictions_key').on(table.olderId, table.newerId),
    index('contradictions_newer_idx').on(table.newerId),
    index('contradictions_organization_idx')
      .on(table.organizationId)
      .where(sql`state = 'pending'`),
    index('contradictions_owner_idx')
      .on(table.ownerUserId)
      .where(sql`state = 'pending'`),
  ],
);

/** Blocks whose text is to be compared with others. Triggers add what is written, the newest first in line. */
export const memoryBlocksToCompare = pgTable(
  'memory_blocks_to_compare',
  {
    memoryBlockId: uuid('memory_block_id')
      .primaryKey()
      .references(() => memoryBlocks.id, { onDelete: 'cascade' }),
    queuedAt: moment('queued_at').notNull().defaultNow(),
    /** Not before: a process works on it. */
    retryAt: moment('retry_at').notNull().defaultNow(),
  },
  (table) => [index('memory_blocks_to_compare_newest_idx').on(table.queuedAt.desc().nullsFirst())],
);
