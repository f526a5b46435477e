/** What merging, renaming and deleting keywords has changed, so that it can be undone, and which keywords are not the same word. */
import { bigint, index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, tenantId } from './columns';
import { keywords, scope, scopeCheck } from './memory';

/** One change: the keywords that went with their memories, and the keyword that took their place. */
export interface KeptChange {
  removed: { id: string; text: string; created_at: string; blocks: string[] }[];
  /** Its text before, and the memories that it has from the others only. */
  target: { id: string; text: string; text_before: string; gained: string[] } | null;
}

export const keywordChanges = pgTable(
  'keyword_changes',
  {
    id: id(),
    changes: jsonb('changes').notNull().$type<KeptChange[]>(),
    actorUserId: uuid('actor_user_id').notNull(),
    undoneAt: moment('undone_at'),
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

/** Two keywords of a workspace that a person has called different, the lower id first; one with itself is kept though no memory has it. */
export const keywordDistinctions = pgTable(
  'keyword_distinctions',
  {
    firstId: keywordByName('first_id'),
    secondId: keywordByName('second_id'),
    /** Of both texts at that moment: with another text the two may be one word after all. */
    textsHash: bigint('texts_hash', { mode: 'bigint' }).notNull(),
    tenantId: tenantId(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index('keyword_distinctions_second_idx').on(table.secondId),
  ],
);
