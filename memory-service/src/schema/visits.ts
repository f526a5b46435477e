/** Last visit of each person to each workspace. */
import { sql } from 'drizzle-orm';
import { check, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, timestampColumn, tenantId, visibilityScope } from './columns';
import { organizations, userId } from './people';

export const visits = pgTable(
  'visits',
  {
    id: id(),
    userId: userId(),
    visibilityScope: visibilityScope('visibility_scope').notNull(),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    /** Later events are new to the person; null on the first visit. */
    newSince: timestampColumn('new_since'),
    lastSeenAt: timestampColumn('last_seen_at').notNull().defaultNow(),
    tenantId: tenantId(),
  },
  (table) => [
    check(
      'visits_scope_check',
      sql`(${table.visibilityScope} = 'organization') = (${table.organizationId} is not null)`,
    ),
    uniqueIndex('visits_key').on(
      table.userId,
      table.visibilityScope,
      sql`coalesce(${table.organizationId}::text, '')`,
    ),
  ],
);
