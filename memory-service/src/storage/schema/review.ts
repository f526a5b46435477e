/** Proposals about single memory blocks that wait for a person's decision. Consolidation suggestions and secret findings have tables of their own. */
import { sql } from 'drizzle-orm';
import { index, pgEnum, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { GeneratedBy, ReviewKind } from '@hindsight/shared-contracts/api';
import { createdAt, id, moment } from './columns';
import { memoryBlocks, scope, scopeCheck } from './memory';

export const proposalState = pgEnum('proposal_state', ['pending', 'accepted', 'rejected']);

/** The kinds that are kept here. */
export type ProposalKind = Exclude<ReviewKind, 'consolidation' | 'secret'>;

/** The newest proposal of a kind about a block. It holds as long as the block does not change. */
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
