/** Storage adapter of the OAuth library. */
import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database, Handle } from '../../../platform/database/database';
import { oauthRecords as records } from '../../../schema/oauth';
import { personalAccessTokens as tokens } from '../../../schema/people';
import { revokeToken } from '../../../platform/auth/tokens';

const SYSTEM = { kind: 'system' } as const;
/** Age in seconds after which a registered but unapproved client is deleted. */
const UNUSED_CLIENT_SECONDS = 24 * 3600;

const hashText = (id: string) => createHash('sha256').update(id).digest('hex');

/** Prefix that marks a stored client secret as hashed. */
const HASHED = 'sha256:';

/** The stored form of a client secret. */
export const hashClientSecret = (secret: string): string => HASHED + hashText(secret);

/** The payload with its client secret hashed. */
const withHashedSecret = ({ client_secret: secret, ...payload }: AdapterPayload): AdapterPayload =>
  typeof secret !== 'string'
    ? payload
    : { ...payload, client_secret: secret.startsWith(HASHED) ? secret : hashClientSecret(secret) };

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Revokes the token of a grant, so that its owner sees it as revoked. */
async function revokeGrantToken(handle: Handle, tokenId: string): Promise<void> {
  const [token] = await handle.select({ userId: tokens.userId }).from(tokens).where(eq(tokens.id, tokenId));
  if (token) await revokeToken(handle, token.userId, tokenId);
}

/** The library's adapter for one of its models. Stores ids as hashes, so that read access to the table yields no usable ones. */
export function oauthAdapter(database: Database, kind: string): Adapter {
  const recordById = (id: string) => and(eq(records.kind, kind), eq(records.idHash, hashText(id)));
  return {
    async upsert(id, { jti: _jti, ...given }, expiresIn) {
      const payload = withHashedSecret(given);
      const values = {
        payload,
        grantId: payload.grantId ?? null,
        clientId: payload.clientId ?? null,
        tokenId: payload.accountId ?? null,
        expiresAt: expiresIn ? inSeconds(expiresIn) : null,
      };
      await database.write(SYSTEM, (handle) =>
        handle
          .insert(records)
          .values({ kind, idHash: hashText(id), ...values })
          .onConflictDoUpdate({ target: [records.kind, records.idHash], set: values }),
      );
    },

    async find(id) {
      const [row] = await database.read(SYSTEM, (handle) =>
        handle.select().from(records).where(recordById(id)),
      );
      if (!row) return undefined;
      const consumed = row.consumedAt && { consumed: Math.floor(Date.parse(row.consumedAt) / 1000) };
      const jti = kind === 'Client' ? {} : { jti: id };
      return { ...withHashedSecret(row.payload as AdapterPayload), ...jti, ...consumed };
    },

    /** Marks a code or token as used. @throws InvalidGrant when it already is, so only one of two concurrent calls succeeds. */
    async consume(id) {
      const { rowCount } = await database.write(SYSTEM, (handle) =>
        handle
          .update(records)
          .set({ consumedAt: sql`now()` })
          .where(and(recordById(id), isNull(records.consumedAt))),
      );
      if (rowCount !== 0) return;
      const { errors } = await import('oidc-provider');
      throw new errors.InvalidGrant('already used');
    },

    async destroy(id) {
      await database.write(SYSTEM, async (handle) => {
        const [gone] = await handle
          .delete(records)
          .where(recordById(id))
          .returning({ tokenId: records.tokenId });
        if (kind === 'Grant' && gone?.tokenId) await revokeGrantToken(handle, gone.tokenId);
      });
    },

    async revokeByGrantId(grantId) {
      await database.write(SYSTEM, (handle) =>
        handle.delete(records).where(and(eq(records.kind, kind), eq(records.grantId, grantId))),
      );
    },

    // Unused: library sessions last for one request, and there is no device flow.
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}

/** Deletes the grants of a token when its approval is renewed; keeps the token itself. */
export async function deleteGrantsForToken(handle: Handle, tokenId: string): Promise<void> {
  await handle.delete(records).where(eq(records.tokenId, tokenId));
}

/** Hashes client secrets that earlier versions stored in plain text. */
async function hashStoredSecrets(handle: Handle): Promise<void> {
  await handle.execute(sql`
    update oauth_records set payload = jsonb_set(payload, '{client_secret}',
      to_jsonb(${HASHED} || encode(sha256(convert_to(payload ->> 'client_secret', 'UTF8')), 'hex')))
    where kind = 'Client' and payload ->> 'client_secret' not like ${`${HASHED}%`}`);
}

/** Deletes expired records, records of inactive tokens, and unapproved clients. */
export async function deleteOldOauthRecords(handle: Handle): Promise<void> {
  await hashStoredSecrets(handle);
  await handle.delete(records).where(sql`${records.expiresAt} < now()`);
  await handle.delete(records).where(
    inArray(
      records.tokenId,
      handle
        .select({ id: tokens.id })
        .from(tokens)
        .where(sql`${tokens.status} <> 'active' or ${tokens.expiresAt} <= now()`),
    ),
  );
  await handle.execute(sql`
    delete from oauth_records as client
    where kind = 'Client' and created_at < now() - make_interval(secs => ${UNUSED_CLIENT_SECONDS})
      and not exists (
        select from oauth_records as used
        where used.kind = 'Grant' and used.client_id = client.payload ->> 'client_id')`);
}
