/** A token as the dashboard shows it. */
import type { ApiToken, ApiTokenWithSecret } from '@hindsight/shared-contracts/api';

import { SIGNED_IN } from './texts';

export type TokenScope = 'read' | 'write';
/** The service sends neither `expired`, which follows from the expiry, nor `lost`: its person has left the organization that it is limited to. */
export type TokenState = 'active' | 'revoked' | 'expired' | 'lost';

export interface Token {
  id: string;
  name: string;
  /** Beginning of the public half and end of the secret: what a person can recognize a token by. */
  prefix: string;
  lastFour: string;
  scopes: readonly string[];
  /** Null: every workspace of its owner, or only the personal one. */
  organizationId: string | null;
  isPersonal: boolean;
  /** A program signed in: there is no secret that a person could copy or renew. */
  signsIn: boolean;
  revoked: boolean;
  /** ISO times; null when never used, or without end. */
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** A token with its text, which the service tells once. */
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

/** The answer of a creation or a rotation. @throws Error when it does not tell the secret. */
export function readNewToken(answer: ApiTokenWithSecret): NewToken {
  if (!answer.token) throw new Error('The service did not return the secret of the token.');
  return { token: readToken(answer), secret: answer.token };
}

/** @param organizations those of the person. */
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

/** `1a2b3c4d…WxYz`. */
export function shownForm({ prefix, lastFour, signsIn }: Token): string {
  if (signsIn) return SIGNED_IN;
  return prefix || lastFour ? `${prefix}…${lastFour}` : '';
}
