/** Change log that feeds the event streams, written in the transaction of each change. */
import { sql } from 'drizzle-orm';
import { bigserial, customType, index, integer, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { timestampColumn, visibilityScope } from './columns';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * A row without a workspace belongs to a person (`owner_user_id`), or else to the organization itself. Ids are not in commit order, since a
 * transaction may commit after one that began later, so each row stores its transaction and readers query by snapshot.
 */
export const events = pgTable(
  'events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    transaction: transactionId('transaction')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    kind: varchar('kind', { length: 20 }).notNull(),
    visibilityScope: visibilityScope('visibility_scope'),
    ownerUserId: uuid('owner_user_id'),
    organizationId: uuid('organization_id'),
    ids: uuid('ids').array().notNull(),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [index('events_transaction_idx').on(table.transaction)],
);
