/** Records of the authorization server: clients, pending requests, grants, codes and tokens (docs/adr/0550). */
import { index, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, timestampColumn } from './columns';
import { personalAccessTokens } from './people';

/** Ids are the codes and tokens themselves, so only hashes are stored. */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** The library's model name, such as `AccessToken`. */
    kind: varchar('kind', { length: 40 }).notNull(),
    idHash: varchar('id_hash', { length: 64 }).notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** Codes and tokens of one grant are revoked together. */
    grantId: text('grant_id'),
    clientId: text('client_id'),
    /** The personal token created by the approval; deleted with the grant's records. */
    tokenId: uuid('token_id').references(() => personalAccessTokens.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    consumedAt: timestampColumn('consumed_at'),
    expiresAt: timestampColumn('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    index('oauth_records_grant_idx').on(table.grantId),
    index('oauth_records_client_idx').on(table.clientId),
    index('oauth_records_token_idx').on(table.tokenId),
    index('oauth_records_expires_idx').on(table.expiresAt),
  ],
);
