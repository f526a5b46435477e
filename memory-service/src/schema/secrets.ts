/** Tables about secrets in memories: policies of workspaces, and findings. Neither stores a secret. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgEnum, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import type { SecretMode } from '@hindsight/shared-contracts/api';
import { createdAt, id, timestampColumn, tenantId, updatedAt, newestFirst } from './columns';
import { scope, scopeCheck, memoryBlockId } from './memory';
import { organizations, users } from './people';

/** The policy of a personal workspace or an organization; without a row, secrets are marked. */
export const secretPolicies = pgTable(
  'secret_policies',
  {
    id: id(),
    ownerUserId: uuid('owner_user_id').references(() => users.id, { onDelete: 'cascade' }),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    mode: varchar('mode', { length: 10 }).$type<SecretMode>().notNull(),
    updatedAt: updatedAt(),
    tenantId: tenantId(),
  },
  (table) => [
    check(
      'secret_policies_workspace_check',
      sql`(${table.ownerUserId} is null) <> (${table.organizationId} is null)`,
    ),
    uniqueIndex('secret_policies_owner_key').on(table.ownerUserId),
    uniqueIndex('secret_policies_organization_key').on(table.organizationId),
  ],
);

export const secretState = pgEnum('secret_state', ['open', 'masked', 'not_a_secret']);

/** A secret in a memory block, by location and kind. */
export const secretFindings = pgTable(
  'secret_findings',
  {
    id: id(),
    memoryBlockId: memoryBlockId(),
    /** API name of the field that contains it. */
    field: varchar('field', { length: 50 }).notNull(),
    /** The earlier version that contains it; null for the current text. */
    version: integer('version'),
    kind: varchar('kind', { length: 50 }).notNull(),
    /** Salted with the workspace. Null once the secret is removed from the text. */
    secretHash: varchar('secret_hash', { length: 64 }),
    state: secretState('state').notNull(),
    decidedBy: uuid('decided_by'),
    decidedAt: timestampColumn('decided_at'),
    ...scope(),
    createdAt: createdAt(),
  },
  (table) => [
    scopeCheck('secret_findings_scope_check', table),
    uniqueIndex('secret_findings_key').on(table.memoryBlockId, table.field, table.secretHash),
    index('secret_findings_organization_idx').on(
      table.organizationId,
      ...newestFirst(table.createdAt, table.id),
    ),
    index('secret_findings_owner_idx').on(table.ownerUserId, ...newestFirst(table.createdAt, table.id)),
  ],
);
