/** Stores what the authorization server keeps, as its library asks for it. */
import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database, Handle } from '../../../platform/database/database';
import { oauthRecords as records } from '../../../schema/oauth';
import { personalAccessTokens as tokens } from '../../../schema/people';
import { revokeToken } from '../../../platform/auth/tokens';

const SYSTEM = { kind: 'system' } as const;
/** Seconds after which a registered client that nobody approved is forgotten. */
const UNUSED_CLIENT_SECONDS = 24 * 3600;

const hashText = (id: string) => createHash('sha256').update(id).digest('hex');

/** Before the hash of a client's secret, which is compared with that of the one that is sent. */
const HASHED = 'sha256:';

/** A client's secret as it is stored. */
export const hashClientSecret = (secret: string): string => HASHED + hashText(secret);

/** The payload without a secret that someone could use. */
const withHashedSecret = ({ client_secret: secret, ...payload }: AdapterPayload): AdapterPayload =>
  typeof secret !== 'string'
    ? payload
    : { ...payload, client_secret: secret.startsWith(HASHED) ? secret : hashClientSecret(secret) };

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Ends the token that a grant was approved with, so that its owner sees it ended. */
async function revokeGrantToken(handle: Handle, tokenId: string): Promise<void> {
  const [token] = await handle.select({ userId: tokens.userId }).from(tokens).where(eq(tokens.id, tokenId));
  if (token) await revokeToken(handle, token.userId, tokenId);
}

/** The library's adapter for one of its models. Ids are stored as hashes: a reader of the table can use none of them. */
export function oauthAdapter(database: Database, kind: string): Adapter {
  const ofId = (id: string) => and(eq(records.kind, kind), eq(records.idHash, hashText(id)));
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
      const [row] = await database.read(SYSTEM, (handle) => handle.select().from(records).where(ofId(id)));
      if (!row) return undefined;
      const consumed = row.consumedAt && { consumed: Math.floor(Date.parse(row.consumedAt) / 1000) };
      const jti = kind === 'Client' ? {} : { jti: id };
      return { ...withHashedSecret(row.payload as AdapterPayload), ...jti, ...consumed };
    },

    /** Of two at once with the same code or token, one gets something for it. */
    async consume(id) {
      const { rowCount } = await database.write(SYSTEM, (handle) =>
        handle
          .update(records)
          .set({ consumedAt: sql`now()` })
          .where(and(ofId(id), isNull(records.consumedAt))),
      );
      if (rowCount !== 0) return;
      const { errors } = await import('oidc-provider');
      throw new errors.InvalidGrant('already used');
    },

    async destroy(id) {
      await database.write(SYSTEM, async (handle) => {
        const [gone] = await handle.delete(records).where(ofId(id)).returning({ tokenId: records.tokenId });
        if (kind === 'Grant' && gone?.tokenId) await revokeGrantToken(handle, gone.tokenId);
      });
    },

    async revokeByGrantId(grantId) {
      await database.write(SYSTEM, (handle) =>
        handle.delete(records).where(and(eq(records.kind, kind), eq(records.grantId, grantId))),
      );
    },

    // Sessions of the library end with the request that they were made for, and there is no device flow.
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}

/** Ends grants of a token whose approval is renewed; the token itself stays. */
export async function deleteGrantsForToken(handle: Handle, tokenId: string): Promise<void> {
  await handle.delete(records).where(eq(records.tokenId, tokenId));
}

/** Hashes secrets of clients that earlier versions have stored as they were. */
async function hashStoredSecrets(handle: Handle): Promise<void> {
  await handle.execute(sql`
    update oauth_records set payload = jsonb_set(payload, '{client_secret}',
      to_jsonb(${HASHED} || encode(sha256(convert_to(payload ->> 'client_secret', 'UTF8')), 'hex')))
    where kind = 'Client' and payload ->> 'client_secret' not like ${`${HASHED}%`}`);
}

/** Deletes what has expired, what belongs to ended tokens, and clients that nobody approved. */
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
