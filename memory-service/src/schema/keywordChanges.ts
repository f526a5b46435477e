/** Undo data of keyword merges, renames and deletions, and keywords marked as different words. */
import { bigint, index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampColumn, tenantId } from './columns';
import { keywords, scope, scopeCheck } from './memory';

/** One change: the removed keywords with their memories, and the keyword that replaced them. */
export interface KeptChange {
  removed: { id: string; text: string; created_at: string; blocks: string[] }[];
  /** Its previous text, and the memories that it gained from the removed keywords. */
  target: { id: string; text: string; text_before: string; gained: string[] } | null;
}

export const keywordChanges = pgTable(
  'keyword_changes',
  {
    id: id(),
    changes: jsonb('changes').notNull().$type<KeptChange[]>(),
    actorUserId: uuid('actor_user_id').notNull(),
    undoneAt: timestampColumn('undone_at'),
    ...scope('cascade'),
    createdAt: createdAt(),
  },
  (table) => [
    scopeCheck('keyword_changes_scope_check', table),
    index('keyword_changes_created_idx').on(table.createdAt),
    index('keyword_changes_organization_idx').on(table.organizationId),
    index('keyword_changes_owner_idx').on(table.ownerUserId),
  ],
);

const keywordByName = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => keywords.id, { onDelete: 'cascade' });

/** Two keywords of a workspace marked as different, the lower id first; a pair of a keyword with itself keeps it although unused. */
export const keywordDistinctions = pgTable(
  'keyword_distinctions',
  {
    firstId: keywordByName('first_id'),
    secondId: keywordByName('second_id'),
    /** Hash of both texts when marked: after a rename, the two may be variants after all. */
    textsHash: bigint('texts_hash', { mode: 'bigint' }).notNull(),
    tenantId: tenantId(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index('keyword_distinctions_second_idx').on(table.secondId),
  ],
);
