/** Saved views that each person has pinned to the sidebar. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, tenantId, visibilityScope } from './columns';
import { organizations, userId } from './people';
import { savedViews } from './savedViews';

/** Pins are deleted with their person, workspace or view. */
export const pinnedViews = pgTable(
  'pinned_views',
  {
    id: id(),
    userId: userId(),
    /** Null for the built-in view "new since the last visit". */
    viewId: uuid('view_id').references(() => savedViews.id, { onDelete: 'cascade' }),
    visibilityScope: visibilityScope('visibility_scope').notNull(),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    tenantId: tenantId(),
  },
  (table) => [
    check(
      'pinned_views_scope_check',
      sql`(${table.visibilityScope} = 'organization') = (${table.organizationId} is not null)`,
    ),
    uniqueIndex('pinned_views_key').on(
      table.userId,
      table.visibilityScope,
      sql`coalesce(${table.organizationId}::text, '')`,
      sql`coalesce(${table.viewId}::text, '')`,
    ),
    index('pinned_views_view_idx').on(table.viewId),
    index('pinned_views_organization_idx').on(table.organizationId),
  ],
);
