/** Named views of the memory list. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from './columns';
import { scope, scopeCheck } from './memory';
import { users } from './people';

/** Views are deleted with their workspace and person. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    name: text('name').notNull(),
    /** Query parameters of the list. */
    parameters: jsonb('parameters').notNull().$type<Record<string, string>>(),
    /** The only person who sees it; null if shared in the workspace. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    ...scope('cascade'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    scopeCheck('saved_views_scope_check', table),
    uniqueIndex('saved_views_name_key').on(
      table.visibilityScope,
      sql`coalesce(${table.organizationId}::text, '')`,
      sql`coalesce(${table.userId}::text, '')`,
      sql`lower(${table.name})`,
    ),
    index('saved_views_organization_idx').on(table.organizationId),
    index('saved_views_owner_idx').on(table.ownerUserId),
    index('saved_views_user_idx').on(table.userId),
  ],
);
