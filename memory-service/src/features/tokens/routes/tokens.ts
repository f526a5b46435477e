/** Endpoints for a person's access tokens. A token cannot manage tokens, except revoke itself. */
import type { ApiToken } from '@hindsight/shared-contracts/api';
import { parseMoment } from '../../../platform/http/rules/paging';
import type { Person } from '../../../platform/auth/rules/principal';
import { MAX_ACTIVE_TOKENS, hashSecret, newToken } from '../../../platform/auth/rules/tokens';
import {
  changeToken,
  insertToken,
  listTokens,
  revokeToken,
  rotateToken,
  tokenActivity,
} from '../../../platform/auth/tokens';
import { HttpProblem } from '../../../platform/http/problem';
import type { Handle } from '../../../platform/database/database';
import type { Routes } from '../../../platform/http/route';
import type { Services } from '../../../platform/http/services';

/** Expiry of a token in ISO-8601; null means never. @throws 422 if it is not a valid time in the future. */
export function expiry(value: string | null | undefined): string | null | undefined {
  if (value === null || value === undefined) return value;
  const moment = parseMoment(value);
  if (!moment) {
    throw new HttpProblem(422, 'expires_at must be a date and time such as 2027-01-31T12:00:00Z.');
  }
  if (moment.getTime() <= Date.now()) throw new HttpProblem(422, 'expires_at must be in the future.');
  return moment.toISOString();
}

/** @throws 403 unless the person is a member of the organization, whether or not it exists. */
export function requireMembership(memberships: Person['memberships'], organizationId: string): void {
  if (!memberships.some((membership) => membership.organization_id === organizationId)) {
    throw new HttpProblem(403, 'You are not a member of this organization');
  }
}

/** Generates a token and the values to store for it. */
export async function mintToken({ tokens }: Services) {
  const token = newToken();
  const secretHash = hashSecret(await tokens.pepper(), token.secret);
  return {
    text: token.text,
    stored: { tokenId: token.tokenId, secretHash, lastFour: token.secret.slice(-4) },
  };
}

/** Settings of a new token, and the program it was created for. */
export interface TokenWish {
  name: string;
  scopes: readonly string[];
  organizationId: string | null;
  expiresAt: string | null | undefined;
  isPersonal?: boolean;
  agentId?: string;
  oauthClientId?: string;
}

/** Creates a person's token, enforcing the rules for all tokens. */
export async function createToken(
  handle: Handle,
  { userId, memberships }: Person,
  stored: Awaited<ReturnType<typeof mintToken>>['stored'],
  wish: TokenWish,
): Promise<ApiToken> {
  const { organizationId, isPersonal = false, agentId = null, oauthClientId = null } = wish;
  if (organizationId !== null) requireMembership(memberships, organizationId);
  const written = await insertToken(handle, {
    ...stored,
    userId,
    name: wish.name,
    scopes: [...new Set(wish.scopes)],
    organizationId,
    isPersonal,
    agentId,
    oauthClientId,
    expiresAt: expiry(wish.expiresAt) ?? null,
  });
  if (written) return written;
  const detail = `You have reached the limit of ${MAX_ACTIVE_TOKENS} active tokens. Revoke one first.`;
  throw new HttpProblem(409, detail, { code: 'token_limit' });
}

const MISSING = 'Token not found';

export const tokenRoutes = {
  'GET /users/me/tokens': {
    access: 'person',
    handle: async ({ database, principal, setHeader }) => {
      const list = await database.read(principal, (handle) => listTokens(handle, principal.userId));
      setHeader('x-total-count', String(list.length));
      return list;
    },
  },

  'POST /users/me/tokens': {
    access: 'person',
    handle: async (call) => {
      const { database, principal, body } = call;
      const { text, stored } = await mintToken(call);
      const wish = { ...body, organizationId: body.organization_id ?? null, expiresAt: body.expires_at };
      const written = await database.write(principal, (handle) =>
        createToken(handle, principal, stored, wish),
      );
      return { ...written, token: text };
    },
  },

  'DELETE /users/me/tokens/{id}': {
    access: 'person',
    handle: async ({ database, principal, params }) => {
      const found = await database.write(principal, (handle) =>
        revokeToken(handle, principal.userId, params.id),
      );
      if (!found) throw new HttpProblem(404, MISSING);
      return undefined;
    },
  },

  'DELETE /users/me/tokens/current': {
    access: 'session',
    handle: async ({ database, principal }) => {
      if (principal.kind !== 'token') throw new HttpProblem(400, 'This request doesn’t include a token.');
      const { userId, token } = principal;
      await database.write(principal, (handle) => revokeToken(handle, userId, token.id));
      return undefined;
    },
  },

  'POST /users/me/tokens/{id}/rotate': {
    access: 'person',
    handle: async (call) => {
      const { database, principal, params } = call;
      const { text, stored } = await mintToken(call);
      const rotated = await database.write(principal, (handle) =>
        rotateToken(handle, principal.userId, params.id, stored),
      );
      if (!rotated) throw new HttpProblem(404, 'Token not found or not active');
      return { ...rotated, token: text };
    },
  },

  'PATCH /users/me/tokens/{id}': {
    access: 'person',
    handle: async ({ database, principal, params, body }) => {
      const change = { name: body.name ?? undefined, expiresAt: expiry(body.expires_at) };
      const changed = await database.write(principal, (handle) =>
        changeToken(handle, principal.userId, params.id, change),
      );
      if (changed === 'missing') throw new HttpProblem(404, MISSING);
      if (changed === 'revoked')
        throw new HttpProblem(409, 'The token has been revoked and can’t be changed.');
      return changed;
    },
  },

  'GET /users/me/tokens/{id}/activity': {
    access: 'person',
    handle: async ({ database, principal, params }) => {
      const activity = await database.read(principal, (handle) =>
        tokenActivity(handle, principal.userId, params.id),
      );
      if (!activity) throw new HttpProblem(404, MISSING);
      return activity;
    },
  },
} satisfies Partial<Routes>;
