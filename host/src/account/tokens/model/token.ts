/** API token as the dashboard shows it. */
import type { ApiToken, ApiTokenWithSecret } from '@hindsight/shared-contracts/api';

import { SIGNED_IN } from './texts';

export type TokenScope = 'read' | 'write';
/**
 * The service sends neither `expired` (derived from the expiry) nor `lost` (the owner has left the organization to which the token is
 * limited).
 */
export type TokenState = 'active' | 'revoked' | 'expired' | 'lost';

export interface Token {
  id: string;
  name: string;
  /** Start of the public half and end of the secret, by which people recognize a token. */
  prefix: string;
  lastFour: string;
  scopes: readonly string[];
  /** Null: all workspaces of the owner, or only the personal one. */
  organizationId: string | null;
  isPersonal: boolean;
  /** Issued to a program that signed in, so there is no secret to copy or rotate. */
  signsIn: boolean;
  revoked: boolean;
  /** ISO 8601; null when never used, or without expiry. */
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** Token with its secret, which the service returns only once. */
export interface NewToken {
  token: Token;
  secret: string;
}

export const readToken = (row: ApiToken): Token => ({
  id: row.id,
  name: row.name || 'Unnamed token',
  prefix: row.prefix,
  lastFour: row.last_four,
  scopes: row.scopes,
  organizationId: row.organization_id,
  isPersonal: row.is_personal,
  signsIn: row.signs_in,
  revoked: row.status === 'revoked',
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

/** Parses the response to a creation or rotation. @throws Error when the secret is missing. */
export function readNewToken(answer: ApiTokenWithSecret): NewToken {
  if (!answer.token) throw new Error('The service did not return the secret of the token.');
  return { token: readToken(answer), secret: answer.token };
}

/** @param organizations the user's organizations. */
export function tokenState(
  { revoked, expiresAt, organizationId }: Token,
  organizations: readonly { id: string }[],
  now = Date.now(),
): TokenState {
  if (revoked) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired';
  const isLost = organizationId !== null && organizations.every(({ id }) => id !== organizationId);
  return isLost ? 'lost' : 'active';
}

/** Masked form, e.g. `1a2b3c4d…WxYz`. */
export function shownForm({ prefix, lastFour, signsIn }: Token): string {
  if (signsIn) return SIGNED_IN;
  return prefix || lastFour ? `${prefix}…${lastFour}` : '';
}
