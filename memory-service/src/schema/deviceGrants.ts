/** Table of device grants. */
import { index, pgEnum, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampColumn } from './columns';
import { agents } from './memory';
import { personalAccessTokens, users } from './people';

export const deviceGrantStatus = pgEnum('device_grant_status', ['pending', 'approved', 'denied', 'redeemed']);

/** Both codes are stored as keyed hashes: user codes are short enough to brute-force from a plain hash. */
export const deviceGrants = pgTable(
  'device_grants',
  {
    id: id(),
    deviceCodeHash: varchar('device_code_hash', { length: 64 }).notNull(),
    userCodeHash: varchar('user_code_hash', { length: 64 }).notNull(),
    clientName: varchar('client_name', { length: 100 }).notNull(),
    machineName: varchar('machine_name', { length: 100 }).notNull(),
    address: text('address').notNull(),
    status: deviceGrantStatus('status').notNull().default('pending'),
    /** The person who decided; null while pending. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    tokenId: uuid('token_id').references(() => personalAccessTokens.id, { onDelete: 'set null' }),
    agentId: uuid('agent_id').references(() => agents.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
    nextPollAt: timestampColumn('next_poll_at').notNull(),
  },
  (table) => [
    uniqueIndex('device_grants_device_code_key').on(table.deviceCodeHash),
    uniqueIndex('device_grants_user_code_key').on(table.userCodeHash),
    index('device_grants_expires_idx').on(table.expiresAt),
  ],
);
