/** Tables of the ranked search: the words of each memory block, and document frequencies by tenant. Maintained by `features/memoryRows`. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { tenantId } from './columns';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Search document of each memory block, in a separate table, so that reading or rating a block does not rewrite its words. `words` starts
 * with a marker of the tenant, so that one index answers "this word in this workspace"; `length` is the number of distinct words.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    memoryBlockId: uuid('memory_block_id').primaryKey(),
    tenantId: tenantId(),
    agentId: uuid('agent_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    archived: boolean('archived').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull(),
    length: integer('length').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('search_documents_words_idx').using('gin', table.words),
    index('search_documents_newest_idx').on(table.tenantId, table.createdAt.desc().nullsFirst()),
    index('search_documents_agent_idx').on(
      table.tenantId,
      table.agentId,
      table.createdAt.desc().nullsFirst(),
    ),
  ],
);

/**
 * Document frequencies. Terms use byte order, so that a prefix is an index range. The empty term counts the tenant's blocks and their total
 * length.
 */
export const searchTerms = pgTable(
  'search_terms',
  {
    tenantId: tenantId(),
    term: text('term').notNull(),
    documents: bigint('documents', { mode: 'number' }).notNull(),
    length: bigint('length', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.term] }),
    index('search_terms_gone_idx')
      .on(table.tenantId)
      .where(sql`documents <= 0`),
  ],
);

/** Differences appended by each statement, so that writers never wait for each other; maintenance folds them into `search_terms`. */
export const searchTermChanges = pgTable(
  'search_term_changes',
  {
    tenantId: tenantId(),
    term: text('term').notNull(),
    documents: bigint('documents', { mode: 'number' }).notNull(),
    length: bigint('length', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('search_term_changes_term_idx').on(table.tenantId, table.term)],
);
