/** Stores personal access tokens with the hash of the secret, never the secret. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ApiToken, TokenActivity } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { MAX_ACTIVE_TOKENS } from './rules/tokens';
import { audit } from '../database/audits';
import type { Database, Handle } from '../database/database';
import { onlyRow } from '../database/errors';
import { personalAccessTokens as tokens, users } from '../../schema/people';
import { PERSON_COLUMNS } from './users';
import type { StoredUser } from './users';
import { wireTime, wireTimeOrNull } from '../http/wire';

type TokenRow = typeof tokens.$inferSelect;

/** Token data for identification; `isExpired` by the database's clock. */
export interface StoredToken {
  row: Pick<
    TokenRow,
    | 'id'
    | 'tokenId'
    | 'name'
    | 'scopes'
    | 'organizationId'
    | 'isPersonal'
    | 'status'
    | 'secretHash'
    | 'agentId'
  >;
  isExpired: boolean;
  owner: StoredUser;
}

/** Lookup keys of a token: its public id, or the id of its row. */
const KEYS = { publicId: 'token.token_id', rowId: 'token.id' } as const;

/** Finds the token and its owner in their current state, including a revocation moments ago. */
export async function findToken(
  database: Database,
  id: string,
  key: keyof typeof KEYS = 'publicId',
): Promise<StoredToken | undefined> {
  const [found] = await database.ask<StoredToken>({
    name: `token-with-owner-by-${key}`,
    text: `
      select json_build_object('id', token.id, 'tokenId', token.token_id, 'name', token.name,
          'scopes', token.scopes, 'organizationId', token.organization_id, 'isPersonal', token.is_personal,
          'status', token.status, 'secretHash', token.secret_hash,
          'agentId', (select agents.id from agents where agents.id = token.agent_id)) as row,
        coalesce(token.expires_at <= now(), false) as "isExpired",
        (select row_to_json(person) from (select ${PERSON_COLUMNS}) as person) as owner
      from personal_access_tokens as token join users on users.id = token.user_id
      where ${KEYS[key]} = $1`,
    values: [id],
  });
  return found;
}

/** Token use that is not written yet. */
export interface TokenUse {
  /** Time of the last acceptance; null if not accepted. */
  usedAt: Date | null;
  seen: Partial<TokenActivity>;
}

/** Records uses of tokens by row id. New details replace earlier ones of the same kind. */
export async function recordUses(handle: Handle, uses: ReadonlyMap<string, TokenUse>): Promise<void> {
  const rows = [...uses].map(([id, { usedAt, seen }]) => ({ id, at: usedAt?.toISOString() ?? null, seen }));
  await handle.execute(sql`
    update personal_access_tokens as token
    set last_used_at = greatest(token.last_used_at, used.at), activity = coalesce(token.activity, '{}') || used.seen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as used(id uuid, at timestamptz, seen jsonb)
    where token.id = used.id`);
}

const NOTHING_SEEN: TokenActivity = {
  handshake_at: null,
  sign_in_at: null,
  read_at: null,
  write_at: null,
  fault: null,
};

/** Recorded uses of a token; undefined if the person has no token with this id. */
export async function tokenActivity(
  handle: Handle,
  userId: string,
  id: string,
): Promise<TokenActivity | undefined> {
  const [row] = await handle.select({ activity: tokens.activity }).from(tokens).where(ownToken(userId, id));
  return row && { ...NOTHING_SEEN, ...row.activity };
}

/** A person's tokens, newest first, including revoked ones. */
export async function listTokens(handle: Handle, userId: string): Promise<ApiToken[]> {
  const rows = await handle
    .select()
    .from(tokens)
    .where(eq(tokens.userId, userId))
    .orderBy(desc(tokens.createdAt), desc(tokens.id));
  return rows.map(toWire);
}

export interface NewToken {
  userId: string;
  organizationId: string | null;
  isPersonal: boolean;
  agentId: string | null;
  oauthClientId: string | null;
  tokenId: string;
  secretHash: string;
  lastFour: string;
  name: string;
  scopes: string[];
  expiresAt: string | null;
}

const isUsable = and(
  eq(tokens.status, 'active'),
  sql`(${tokens.expiresAt} is null or ${tokens.expiresAt} > now())`,
);

/** Inserts a token; undefined if the person has reached the limit of active ones. */
export async function insertToken(handle: Handle, token: NewToken): Promise<ApiToken | undefined> {
  // Locks the person's row, so that of two concurrent requests the second counts the first one's token.
  await handle.select({ id: users.id }).from(users).where(eq(users.id, token.userId)).for('update');
  const [active] = await handle
    .select({ total: count() })
    .from(tokens)
    .where(and(eq(tokens.userId, token.userId), isUsable));
  if ((active?.total ?? 0) >= MAX_ACTIVE_TOKENS) return undefined;
  const row = onlyRow(await handle.insert(tokens).values(token).returning());
  const { name, scopes, expiresAt } = token;
  await auditToken(handle, row, 'token_create', { name, scopes, expires_at: expiresAt });
  return toWire(row);
}

const ownToken = (userId: string, id: string) => and(eq(tokens.id, id), eq(tokens.userId, userId));

/** Finds and locks the usable token of an earlier approval for the same program and agent. */
export async function findConnection(
  handle: Handle,
  userId: string,
  agentId: string,
  program: { name: string } | { oauthClientId: string },
): Promise<string | undefined> {
  const ofProgram =
    'name' in program
      ? and(eq(tokens.name, program.name), isNull(tokens.oauthClientId))
      : eq(tokens.oauthClientId, program.oauthClientId);
  const [row] = await handle
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.userId, userId), eq(tokens.agentId, agentId), isUsable, ofProgram))
    .orderBy(desc(tokens.createdAt))
    .limit(1)
    .for('update');
  return row?.id;
}

/** Updates a token with the rights and expiry of another approval. */
export async function renewToken(
  handle: Handle,
  id: string,
  change: Pick<NewToken, 'scopes' | 'organizationId' | 'isPersonal' | 'expiresAt'>,
): Promise<ApiToken> {
  const row = onlyRow(await handle.update(tokens).set(change).where(eq(tokens.id, id)).returning());
  await auditToken(handle, row, 'token_update', {
    name: row.name,
    scopes: row.scopes,
    expires_at: row.expiresAt,
  });
  return toWire(row);
}

/** Revokes a token; true even if it was already revoked, false if the person has no token with this id. */
export async function revokeToken(handle: Handle, userId: string, id: string): Promise<boolean> {
  const [row] = await handle.select().from(tokens).where(ownToken(userId, id)).for('update');
  if (!row) return false;
  if (row.status === 'revoked') return true;
  await handle.update(tokens).set({ status: 'revoked' }).where(eq(tokens.id, id));
  await auditToken(handle, row, 'token_revoke', { name: row.name });
  return true;
}

/** Gives an active token a new id and secret; the old ones become invalid on commit. */
export async function rotateToken(
  handle: Handle,
  userId: string,
  id: string,
  fresh: { tokenId: string; secretHash: string; lastFour: string },
): Promise<ApiToken | undefined> {
  const [row] = await handle
    .update(tokens)
    .set({ ...fresh, lastUsedAt: null, activity: null })
    .where(and(ownToken(userId, id), isUsable))
    .returning();
  if (!row) return undefined;
  await auditToken(handle, row, 'token_rotate', { name: row.name });
  return toWire(row);
}

/** Changes the given fields. `expiresAt: null` removes the expiry, undefined keeps it. */
export async function changeToken(
  handle: Handle,
  userId: string,
  id: string,
  change: { name?: string | undefined; expiresAt?: string | null | undefined },
): Promise<ApiToken | 'missing' | 'revoked'> {
  const [row] = await handle.select().from(tokens).where(ownToken(userId, id)).for('update');
  if (!row) return 'missing';
  if (row.status === 'revoked') return 'revoked';
  if (change.name === undefined && change.expiresAt === undefined) return toWire(row);
  const changed = onlyRow(await handle.update(tokens).set(change).where(eq(tokens.id, id)).returning());
  await auditToken(handle, row, 'token_update', { name: changed.name, expires_at: changed.expiresAt });
  return toWire(changed);
}

function auditToken(
  handle: Handle,
  row: TokenRow,
  actionType: AuditAction,
  metadata: Record<string, unknown>,
): Promise<void> {
  return audit(handle, {
    actionType,
    targetType: 'personal_access_token',
    targetId: row.id,
    organizationId: row.organizationId,
    actorUserId: row.userId,
    metadata,
  });
}

function toWire(row: TokenRow): ApiToken {
  return {
    id: row.id,
    user_id: row.userId,
    name: row.name,
    scopes: row.scopes,
    organization_id: row.organizationId,
    is_personal: row.isPersonal,
    agent_id: row.agentId,
    signs_in: row.oauthClientId !== null,
    status: row.status,
    created_at: wireTime(row.createdAt),
    last_used_at: wireTimeOrNull(row.lastUsedAt),
    expires_at: wireTimeOrNull(row.expiresAt),
    prefix: row.tokenId.slice(0, 8),
    last_four: row.lastFour,
  };
}
