/** What merging, renaming and deleting keywords has changed, so that it can be undone. */
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns';
import { scope, scopeCheck } from './memory';

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
