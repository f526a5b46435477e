/** Tables of people and shared workspaces: users, organizations, memberships, invitations, tokens. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { TokenActivity } from '@hindsight/shared-contracts/api';
import { createdAt, id, timestampColumn, updatedAt, newestFirst } from './columns';

export const role = pgEnum('role', ['viewer', 'editor', 'admin', 'owner']);
export const betaAccessStatus = pgEnum('beta_access_status', [
  'not_requested',
  'pending',
  'accepted',
  'denied',
  'revoked',
]);
export const invitationStatus = pgEnum('invitation_status', ['pending', 'accepted', 'revoked', 'expired']);
export const tokenStatus = pgEnum('token_status', ['active', 'revoked']);

/** `email` is trimmed and lowercased by the service; a check constraint enforces that. */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: varchar('email', { length: 320 }).notNull(),
    displayName: varchar('display_name', { length: 80 }),
    /** Subject at the identity provider, bound at the first sign-in. */
    externalSubject: varchar('external_subject', { length: 255 }),
    isSuperadmin: boolean('is_superadmin').notNull().default(false),
    betaAccessStatus: betaAccessStatus('beta_access_status').notNull().default('not_requested'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_external_subject_key').on(table.externalSubject),
  ],
);

/** The person that a row belongs to; deleted with them. */
export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: varchar('name', { length: 255 }).notNull(),
    /** Lookalike skeleton of the name; null until it is first compared. */
    nameSkeleton: text('name_skeleton'),
    slug: varchar('slug', { length: 255 }),
    isActive: boolean('is_active').notNull().default(true),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('organizations_name_key').on(sql`lower(${table.name})`),
    uniqueIndex('organizations_slug_key').on(table.slug),
    index('organizations_skeleton_idx').on(table.nameSkeleton),
  ],
);

export const memberships = pgTable(
  'memberships',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: userId(),
    role: role('role').notNull().default('viewer'),
    canRead: boolean('can_read').notNull().default(true),
    canWrite: boolean('can_write').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_user_idx').on(table.userId),
  ],
);

/** Only the hash of the link's token is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 320 }).notNull(),
    role: role('role').notNull().default('viewer'),
    /** Flags of the future membership; null: the role's defaults. */
    canRead: boolean('can_read'),
    canWrite: boolean('can_write'),
    status: invitationStatus('status').notNull().default('pending'),
    tokenHash: text('token_hash'),
    invitedByUserId: uuid('invited_by_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
    acceptedAt: timestampColumn('accepted_at'),
    revokedAt: timestampColumn('revoked_at'),
  },
  (table) => [
    uniqueIndex('invitations_one_pending_key')
      .on(table.organizationId, table.email)
      .where(sql`status = 'pending'`),
    index('invitations_list_idx').on(table.organizationId, ...newestFirst(table.createdAt, table.id)),
  ],
);

/** Only the hash of the secret is stored; `token_id` is the public half that finds the row. */
export const personalAccessTokens = pgTable(
  'personal_access_tokens',
  {
    id: id(),
    userId: userId(),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    tokenId: varchar('token_id', { length: 16 }).notNull(),
    secretHash: text('secret_hash').notNull(),
    name: varchar('name', { length: 100 }).notNull(),
    scopes: text('scopes').array().notNull(),
    status: tokenStatus('status').notNull().default('active'),
    lastFour: varchar('last_four', { length: 4 }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestampColumn('last_used_at'),
    expiresAt: timestampColumn('expires_at'),
    /** Observed activity in API format; reset with a new secret. */
    activity: jsonb('activity').$type<Partial<TokenActivity>>(),
    /** The agent that its calls named last; may be deleted. */
    lastAgentId: uuid('last_agent_id'),
    /** Limits the token to its owner's personal workspace; `organization_id` is null then. */
    isPersonal: boolean('is_personal').notNull().default(false),
    /** The agent chosen for the program; may be deleted. */
    agentId: uuid('agent_id'),
    /** The OAuth client with access; null for a token whose secret a program holds. */
    oauthClientId: text('oauth_client_id'),
  },
  (table) => [
    uniqueIndex('personal_access_tokens_token_id_key').on(table.tokenId),
    index('personal_access_tokens_user_idx').on(table.userId, table.createdAt.desc().nullsFirst()),
  ],
);

/** Sessions that were signed out, kept until their cookies expire. */
export const endedSessions = pgTable('ended_sessions', {
  id: uuid('id').primaryKey(),
  endedAt: timestampColumn('ended_at').notNull().defaultNow(),
});
