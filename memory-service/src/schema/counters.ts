/** Counters of workspaces. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { tenantId, visibilityScope } from './columns';

/**
 * Counters of each workspace by agent. The SQL table keeps its original name, `workspace_tallies`, since a rename has no benefit. Every
 * change of a block appends a difference, so that writers never wait for each other; the sum is exact in every snapshot. Maintenance folds
 * the rows occasionally. `changes` only grows: two snapshots with the same sum see the same blocks.
 */
export const workspaceCounters = pgTable(
  'workspace_tallies',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    visibilityScope: visibilityScope('visibility_scope').notNull(),
    ownerUserId: uuid('owner_user_id'),
    organizationId: uuid('organization_id'),
    agentId: uuid('agent_id').notNull(),
    active: bigint('active', { mode: 'number' }).notNull().default(0),
    archived: bigint('archived', { mode: 'number' }).notNull().default(0),
    retrievals: bigint('retrievals', { mode: 'number' }).notNull().default(0),
    feedback: bigint('feedback', { mode: 'number' }).notNull().default(0),
    /** Number of blocks summed in `feedback`. */
    rated: bigint('rated', { mode: 'number' }).notNull().default(0),
    high: bigint('high', { mode: 'number' }).notNull().default(0),
    medium: bigint('medium', { mode: 'number' }).notNull().default(0),
    changes: bigint('changes', { mode: 'number' }).notNull().default(0),
    tenantId: tenantId(),
  },
  (table) => [
    index('workspace_tallies_organization_idx').on(table.organizationId),
    index('workspace_tallies_owner_idx').on(table.ownerUserId),
    index('workspace_tallies_public_idx')
      .on(table.agentId)
      .where(sql`visibility_scope = 'public'`),
  ],
);
