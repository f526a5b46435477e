/** Tables of the memory itself: agents, memory blocks, keywords. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Origin, Problem } from '@hindsight/shared-contracts/api';
import { createdAt, id, timestampColumn, tenantId, updatedAt, visibilityScope, newestFirst } from './columns';
import { organizations, users } from './people';

/** Columns for the owner of a row; `onDelete` decides whether the row is deleted with the owner or prevents its deletion. */
export const scope = (onDelete: 'restrict' | 'cascade' = 'restrict') => ({
  visibilityScope: visibilityScope('visibility_scope').notNull(),
  ownerUserId: uuid('owner_user_id').references(() => users.id, { onDelete }),
  organizationId: uuid('organization_id').references(() => organizations.id, { onDelete }),
  tenantId: tenantId(),
});

interface ScopeColumns {
  visibilityScope: AnyPgColumn;
  ownerUserId: AnyPgColumn;
  organizationId: AnyPgColumn;
}

/** Requires an owner and no organization for personal rows, the reverse for organizations, and neither for public rows. */
export const scopeCheck = (name: string, table: ScopeColumns) =>
  check(
    name,
    sql`(${table.visibilityScope} = 'personal') = (${table.ownerUserId} is not null)
      and (${table.visibilityScope} = 'organization') = (${table.organizationId} is not null)`,
  );

export const agents = pgTable(
  'agents',
  {
    id: id(),
    name: varchar('name', { length: 255 }).notNull(),
    description: text('description'),
    ...scope(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    scopeCheck('agents_scope_check', table),
    uniqueIndex('agents_personal_name_key')
      .on(table.ownerUserId, sql`lower(${table.name})`)
      .where(sql`visibility_scope = 'personal'`),
    uniqueIndex('agents_organization_name_key')
      .on(table.organizationId, sql`lower(${table.name})`)
      .where(sql`visibility_scope = 'organization'`),
    uniqueIndex('agents_public_name_key')
      .on(sql`lower(${table.name})`)
      .where(sql`visibility_scope = 'public'`),
  ],
);

export const memoryBlocks = pgTable(
  'memory_blocks',
  {
    id: id(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => agents.id, { onDelete: 'restrict' }),
    conversationId: uuid('conversation_id').notNull(),
    content: text('content').notNull(),
    errors: text('errors'),
    lessonsLearned: text('lessons_learned'),
    summary: text('summary'),
    externalHistoryLink: text('external_history_link'),
    priority: varchar('priority', { length: 50 }),
    category: varchar('category', { length: 100 }),
    metadata: jsonb('metadata'),
    /** Null without feedback. */
    feedbackScore: integer('feedback_score'),
    retrievalCount: integer('retrieval_count').notNull().default(0),
    archived: boolean('archived').notNull().default(false),
    archivedAt: timestampColumn('archived_at'),
    /** Null for blocks from before the column existed. */
    origin: varchar('origin', { length: 20 }).$type<Origin>(),
    /** Problem reported by people or agents. */
    problem: varchar('problem', { length: 20 }).$type<Problem>(),
    ...scope(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    scopeCheck('memory_blocks_scope_check', table),
    check('memory_blocks_feedback_check', sql`${table.feedbackScore} between 0 and 100`),
    check('memory_blocks_archived_check', sql`${table.archived} = (${table.archivedAt} is not null)`),
    index('memory_blocks_organization_idx')
      .on(table.organizationId, ...newestFirst(table.createdAt, table.id))
      .where(sql`not archived`),
    index('memory_blocks_organization_agent_idx')
      .on(table.organizationId, table.agentId, ...newestFirst(table.createdAt, table.id))
      .where(sql`not archived`),
    index('memory_blocks_owner_idx')
      .on(table.ownerUserId, ...newestFirst(table.createdAt, table.id))
      .where(sql`not archived`),
    index('memory_blocks_public_idx')
      .on(...newestFirst(table.createdAt, table.id))
      .where(sql`visibility_scope = 'public' and not archived`),
    index('memory_blocks_agent_idx').on(table.agentId),
    index('memory_blocks_organization_archived_idx')
      .on(table.organizationId, ...newestFirst(table.archivedAt, table.id))
      .where(sql`archived`),
    index('memory_blocks_owner_archived_idx')
      .on(table.ownerUserId, ...newestFirst(table.archivedAt, table.id))
      .where(sql`archived`),
    index('memory_blocks_organization_superseded_idx')
      .on(table.organizationId)
      .where(sql`archived and metadata ? 'superseded_by'`),
    index('memory_blocks_owner_superseded_idx')
      .on(table.ownerUserId)
      .where(sql`archived and metadata ? 'superseded_by'`),
    index('memory_blocks_conversation_idx').on(table.conversationId),
  ],
);

/** The memory block that a row belongs to; deleted with it. */
export const memoryBlockId = () =>
  uuid('memory_block_id')
    .notNull()
    .references(() => memoryBlocks.id, { onDelete: 'cascade' });

/**
 * Usage of each memory block, in a separate table: a retrieval updates this small row instead of the block and all of its indexes.
 * Maintained by `features/memoryRows`.
 */
export const memoryBlockUsage = pgTable(
  'memory_block_usage',
  {
    memoryBlockId: memoryBlockId().primaryKey(),
    tenantId: tenantId(),
    archived: boolean('archived').notNull(),
    retrievalCount: integer('retrieval_count').notNull(),
    /** Null before the first logged retrieval. */
    lastRetrievedAt: timestampColumn('last_retrieved_at'),
  },
  (table) => [
    index('memory_block_usage_count_idx').on(
      table.tenantId,
      table.retrievalCount.desc().nullsFirst(),
      table.memoryBlockId.desc().nullsFirst(),
    ),
    index('memory_block_usage_last_idx')
      .on(table.tenantId, table.lastRetrievedAt.desc().nullsFirst())
      .where(sql`last_retrieved_at is not null`),
  ],
);

export const keywords = pgTable(
  'keywords',
  {
    id: id(),
    text: varchar('text', { length: 255 }).notNull(),
    ...scope(),
    createdAt: createdAt(),
  },
  (table) => [
    scopeCheck('keywords_scope_check', table),
    uniqueIndex('keywords_personal_text_key')
      .on(table.ownerUserId, sql`lower(${table.text})`)
      .where(sql`visibility_scope = 'personal'`),
    uniqueIndex('keywords_organization_text_key')
      .on(table.organizationId, sql`lower(${table.text})`)
      .where(sql`visibility_scope = 'organization'`),
    uniqueIndex('keywords_public_text_key')
      .on(sql`lower(${table.text})`)
      .where(sql`visibility_scope = 'public'`),
  ],
);

/** Previous states of a block; `version` counts from 1 per block. */
export const memoryBlockVersions = pgTable(
  'memory_block_versions',
  {
    id: id(),
    memoryBlockId: memoryBlockId(),
    version: integer('version').notNull(),
    snapshot: jsonb('snapshot').notNull(),
    reason: varchar('reason', { length: 100 }).notNull(),
    actorUserId: uuid('actor_user_id'),
    createdAt: createdAt(),
    tenantId: tenantId(),
  },
  (table) => [uniqueIndex('memory_block_versions_key').on(table.memoryBlockId, table.version)],
);

export const feedbackType = pgEnum('feedback_type', ['positive', 'negative', 'neutral']);

/** All feedback about a block, with comments. */
export const memoryBlockFeedback = pgTable(
  'memory_block_feedback',
  {
    id: id(),
    memoryBlockId: memoryBlockId(),
    feedbackType: feedbackType('feedback_type').notNull(),
    details: text('details'),
    /** The mark that this feedback put on the block. */
    problem: varchar('problem', { length: 20 }).$type<Problem | 'resolved'>(),
    /** The score before and after, for undo; null in older feedback. */
    scoreBefore: integer('score_before'),
    scoreAfter: integer('score_after'),
    actorUserId: uuid('actor_user_id').notNull(),
    createdAt: createdAt(),
    tenantId: tenantId(),
  },
  (table) => [index('memory_block_feedback_block_idx').on(table.memoryBlockId, table.createdAt)],
);

export const memoryBlockKeywords = pgTable(
  'memory_block_keywords',
  {
    memoryBlockId: memoryBlockId(),
    keywordId: uuid('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    tenantId: tenantId(),
  },
  (table) => [
    primaryKey({ columns: [table.memoryBlockId, table.keywordId] }),
    index('memory_block_keywords_keyword_idx').on(table.keywordId),
  ],
);
