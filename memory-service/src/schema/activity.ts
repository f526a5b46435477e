/** Tables for notifications, beta access requests, audits, mails and the service's own state. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { NOTIFICATION_TYPE_NAMES, UNCONDITIONAL_NOTIFICATIONS } from '@hindsight/shared-contracts/rules';
import { createdAt, id, timestampColumn, tenantId, updatedAt, newestFirst } from './columns';
import { organizations, userId } from './people';

export const notificationEventType = pgEnum('notification_event_type', [
  ...NOTIFICATION_TYPE_NAMES,
  ...UNCONDITIONAL_NOTIFICATIONS,
]);

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: userId(),
    eventType: notificationEventType('event_type').notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    message: text('message').notNull(),
    actionUrl: varchar('action_url', { length: 500 }),
    actionText: varchar('action_text', { length: 100 }),
    metadata: jsonb('metadata'),
    readAt: timestampColumn('read_at'),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at'),
    /** The organization it is about; deleted with it. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('notifications_list_idx').on(table.userId, ...newestFirst(table.createdAt, table.id)),
    index('notifications_organization_idx').on(table.organizationId),
  ],
);

export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: userId(),
    eventType: notificationEventType('event_type').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`gen_random_uuid()`),
    emailEnabled: boolean('email_enabled').notNull(),
    inAppEnabled: boolean('in_app_enabled').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.eventType] })],
);

export const betaRequestStatus = pgEnum('beta_request_status', ['pending', 'accepted', 'denied']);

/** At most one pending request per person: a partial unique index decides races. */
export const betaAccessRequests = pgTable(
  'beta_access_requests',
  {
    id: id(),
    userId: userId(),
    email: varchar('email', { length: 320 }).notNull(),
    status: betaRequestStatus('status').notNull().default('pending'),
    requestedAt: timestampColumn('requested_at').notNull().defaultNow(),
    reviewedAt: timestampColumn('reviewed_at'),
    reviewerEmail: varchar('reviewer_email', { length: 320 }),
    /** Kept after the decision, to distinguish a used link from an invalid one. */
    reviewTokenHash: text('review_token_hash'),
    reason: text('reason'),
    reviewTokenExpiresAt: timestampColumn('review_token_expires_at'),
  },
  (table) => [
    uniqueIndex('beta_access_requests_one_pending_key')
      .on(table.userId)
      .where(sql`status = 'pending'`),
    index('beta_access_requests_user_idx').on(table.userId, ...newestFirst(table.requestedAt, table.id)),
  ],
);

export const auditStatus = pgEnum('audit_status', ['success', 'failure']);

/** Rows outlive their targets: ids have no foreign keys, except the organization, which is set to null. Partitioned by time. */
export const audits = pgTable(
  'audits',
  {
    id: uuid('id')
      .notNull()
      .default(sql`gen_random_uuid()`),
    actionType: varchar('action_type', { length: 100 }).notNull(),
    status: auditStatus('status').notNull(),
    targetType: varchar('target_type', { length: 100 }),
    targetId: uuid('target_id'),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
    actorUserId: uuid('actor_user_id').notNull(),
    reason: text('reason'),
    metadata: jsonb('metadata'),
    createdAt: createdAt(),
    tenantId: tenantId(),
    /** Shared by all entries of one request; null in rows from before the column existed. */
    transactionId: bigint('transaction_id', { mode: 'number' }).default(
      sql`(pg_current_xact_id()::text)::bigint`,
    ),
  },
  (table) => [
    index('audits_organization_idx').on(table.organizationId, ...newestFirst(table.createdAt, table.id)),
    index('audits_target_idx').on(table.targetType, table.targetId),
    index('audits_transaction_idx').on(table.transactionId),
    index('audits_actor_idx').on(table.actorUserId, ...newestFirst(table.createdAt, table.id)),
  ],
);

export const mailStatus = pgEnum('mail_status', ['pending', 'sent', 'failed']);

/** One change within a mail that may combine several. */
export interface MailNews {
  title: string;
  message: string;
  action?: { label: string; url: string };
  /** The organization it names; its deletion removes this entry from the mail. */
  organization_id?: string;
}

/** Queue and outbox of mails, in the order written. A row is inserted in the transaction of its change. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    event: varchar('event', { length: 100 }).notNull(),
    recipient: varchar('recipient', { length: 320 }).notNull(),
    replyTo: varchar('reply_to', { length: 320 }),
    /** The person whose action caused the mail; mail limits count by this. */
    actorUserId: uuid('actor_user_id'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** Changes that this mail reports; later ones join until it is due. Null for all other mails. */
    news: jsonb('news').$type<MailNews[]>(),
    /** One-click unsubscribe URL for mail clients. */
    unsubscribeUrl: text('unsubscribe_url'),
    status: mailStatus('status').notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestampColumn('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: timestampColumn('sent_at'),
    /** The organization it is about; deleted with it. A mail about changes stores one per change instead. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('mails_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index('mails_recipient_idx').on(table.recipient, table.createdAt),
    index('mails_actor_idx').on(table.actorUserId, table.event, table.createdAt),
    index('mails_organization_idx').on(table.organizationId),
  ],
);

/** Hits within the current window, for limits that must hold across processes. */
export const rateCounters = pgTable('rate_counters', {
  key: varchar('key', { length: 400 }).primaryKey(),
  windowStart: timestampColumn('window_start').notNull(),
  hits: integer('hits').notNull(),
});

/** Key-value state of this database, such as whether the demo workspace is being written or complete. */
export const serviceState = pgTable('service_state', {
  key: varchar('key', { length: 100 }).primaryKey(),
  value: text('value').notNull(),
});

/** Language-model tokens used per day (UTC), so that the daily limit holds across processes and restarts. */
export const languageModelUsage = pgTable('language_model_usage', {
  day: date('day', { mode: 'string' }).primaryKey(),
  tokens: bigint('tokens', { mode: 'number' }).notNull(),
});

/**
 * Calls and token costs of the language model, by workspace (organization or owner, the nil UUID for public data), month (UTC) and kind of
 * work. No foreign key, so that costs survive deletion.
 */
export const languageModelCosts = pgTable(
  'language_model_costs',
  {
    tenantId: tenantId(),
    month: date('month', { mode: 'string' }).notNull(),
    kind: varchar('kind', { length: 30 }).notNull(),
    calls: integer('calls').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month, table.kind] })],
);

/** Subscriptions to the weekly digest, and their next due time. */
export const digests = pgTable(
  'digests',
  {
    userId: userId().primaryKey(),
    /** End of the week that the next digest covers. */
    dueAt: timestampColumn('due_at').notNull(),
    /** Lease: another process is writing it until then. */
    retryAt: timestampColumn('retry_at').notNull().defaultNow(),
  },
  (table) => [index('digests_due_idx').on(table.dueAt)],
);
