/** Tables of people and the workspaces they share: users, organizations, memberships, invitations, tokens. */
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
import { createdAt, id, moment, updatedAt, newestFirst } from './columns';

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

/** `email` is always trimmed and lower-cased before it gets here; the check keeps it so. */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: varchar('email', { length: 320 }).notNull(),
    displayName: varchar('display_name', { length: 80 }),
    /** Who this is at the identity provider, bound at the first sight of it. */
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

/** The person that a row is about, and goes with. */
export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: varchar('name', { length: 255 }).notNull(),
    /** What the name looks like; null until it is first compared with another. */
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

/** The token of an invitation link is kept as a hash only. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 320 }).notNull(),
    role: role('role').notNull().default('viewer'),
    /** Flags of the membership to come; null: those of the role. */
    canRead: boolean('can_read'),
    canWrite: boolean('can_write'),
    status: invitationStatus('status').notNull().default('pending'),
    tokenHash: text('token_hash'),
    invitedByUserId: uuid('invited_by_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('invitations_one_pending_key')
      .on(table.organizationId, table.email)
      .where(sql`status = 'pending'`),
    index('invitations_list_idx').on(table.organizationId, ...newestFirst(table.createdAt, table.id)),
  ],
);

/** Only a hash of the secret is stored; `token_id` is the public half that finds the row. */
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
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    /** What was seen of its calls, in the wire's shape; reset with a new secret. */
    activity: jsonb('activity').$type<Partial<TokenActivity>>(),
    /** The agent that its calls named last; the agent may be gone. */
    lastAgentId: uuid('last_agent_id'),
    /** Limits the token to its owner's personal workspace; `organization_id` is null then. */
    isPersonal: boolean('is_personal').notNull().default(false),
    /** The agent that the person chose for the program. It may be gone. */
    agentId: uuid('agent_id'),
    /** The OAuth client that got access; null for a token whose secret a program holds. */
    oauthClientId: text('oauth_client_id'),
  },
  (table) => [
    uniqueIndex('personal_access_tokens_token_id_key').on(table.tokenId),
    index('personal_access_tokens_user_idx').on(table.userId, table.createdAt.desc().nullsFirst()),
  ],
);

/** Sessions that their people have signed out of, until their cookies are over anyway. */
export const endedSessions = pgTable('ended_sessions', {
  id: uuid('id').primaryKey(),
  endedAt: moment('ended_at').notNull().defaultNow(),
});
