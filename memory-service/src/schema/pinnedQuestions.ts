/** Pinned questions, which are rerun to check that the same memories are still found. */
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { RecallSettings } from '@hindsight/shared-contracts/api';
import { createdAt, id, timestampColumn, updatedAt } from './columns';
import { scope, scopeCheck } from './memory';
import { users } from './people';

/** Expected memories have no foreign keys: a deleted one is reported as lost. */
export const pinnedQuestions = pgTable(
  'pinned_questions',
  {
    id: id(),
    question: text('question').notNull(),
    settings: jsonb('settings').notNull().$type<RecallSettings>(),
    memoryBlockIds: uuid('memory_block_ids').array().notNull(),
    lastRunAt: timestampColumn('last_run_at'),
    lastRunPassed: boolean('last_run_passed'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    ...scope('cascade'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    scopeCheck('pinned_questions_scope_check', table),
    index('pinned_questions_organization_idx').on(table.organizationId),
    index('pinned_questions_owner_idx').on(table.ownerUserId),
  ],
);
