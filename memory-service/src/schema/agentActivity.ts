/** Activity of agents. */
import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import type { ActivityAction, ActivityKind } from '@hindsight/shared-contracts/api';
import { createdAt, tenantId, newestFirst } from './columns';
import { agents } from './memory';
import { organizations, userId } from './people';

/** One call. Belongs to an organization or, without one, to the owner of the token. Partitioned by time. */
export const agentActivity = pgTable(
  'agent_activity',
  {
    id: bigserial('id', { mode: 'number' }).notNull(),
    userId: userId(),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null until the token names an agent. */
    agentId: uuid('agent_id').references(() => agents.id, { onDelete: 'cascade' }),
    tokenId: uuid('token_id').notNull(),
    tokenName: varchar('token_name', { length: 100 }).notNull(),
    client: varchar('client', { length: 100 }),
    kind: varchar('kind', { length: 10 }).$type<ActivityKind>().notNull(),
    action: varchar('action', { length: 10 }).$type<ActivityAction>().notNull(),
    call: varchar('call', { length: 100 }).notNull(),
    query: text('query'),
    searchType: varchar('search_type', { length: 20 }),
    hits: integer('hits'),
    memoryIds: uuid('memory_ids').array().notNull(),
    latencyMs: integer('latency_ms').notNull(),
    status: integer('status').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
    tenantId: tenantId(),
  },
  (table) => [
    index('agent_activity_agent_idx').on(table.agentId, ...newestFirst(table.createdAt, table.id)),
    // Reads dominate; this finds the rare other calls without scanning them.
    index('agent_activity_agent_rare_idx')
      .on(table.agentId, ...newestFirst(table.createdAt, table.id))
      .where(sql`kind <> 'read'`),
    index('agent_activity_token_idx').on(table.tokenId, ...newestFirst(table.createdAt, table.id)),
    index('agent_activity_organization_idx').on(
      table.organizationId,
      ...newestFirst(table.createdAt, table.id),
    ),
    index('agent_activity_own_idx')
      .on(table.userId, ...newestFirst(table.createdAt, table.id))
      .where(sql`organization_id is null`),
    index('agent_activity_unnamed_idx')
      .on(table.tokenId)
      .where(sql`agent_id is null`),
    index('agent_activity_age_idx').on(table.createdAt),
  ],
);
