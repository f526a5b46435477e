/** Undo data of bulk edits, kept for a while, so that a person can undo one even after leaving the page. */
import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { BlockChange, BlockEdit } from '@hindsight/shared-contracts/api';
import { createdAt, id } from './columns';
import { scope, scopeCheck } from './memory';
import { userId } from './people';

/** One row per call of an edit. */
export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: id(),
    /** Shared by all calls of one edit. */
    editId: uuid('edit_id').notNull(),
    userId: userId(),
    change: jsonb('change').notNull().$type<BlockChange>(),
    /** Remaining undo steps; shrinks as they are applied. */
    undo: jsonb('undo').notNull().$type<BlockEdit[]>(),
    undone: integer('undone').notNull().default(0),
    ...scope('cascade'),
    createdAt: createdAt(),
  },
  (table) => [
    scopeCheck('bulk_edits_scope_check', table),
    index('bulk_edits_user_idx').on(table.userId, table.createdAt),
    index('bulk_edits_edit_idx').on(table.editId),
    index('bulk_edits_created_idx').on(table.createdAt),
    index('bulk_edits_organization_idx').on(table.organizationId),
    index('bulk_edits_owner_idx').on(table.ownerUserId),
  ],
);
