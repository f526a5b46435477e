/** A token as the dashboard shows it, read out of an answer that may leave fields out. */
import { fields, firstText, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';

export type TokenScope = 'read' | 'write';
/** `expired` is not told by the service: it follows from the expiry. */
export type TokenState = 'active' | 'revoked' | 'expired';

export interface Token {
  id: string;
  name: string;
  /** Beginning of the public half and end of the secret: what a person can recognise a token by. */
  prefix: string;
  lastFour: string;
  scopes: readonly string[];
  /** Null: every workspace of its owner. */
  organizationId: string | null;
  revoked: boolean;
  /** ISO times; null when unknown, never used, or without end. */
  createdAt: string | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** A token with its text, which the service tells once. */
export interface NewToken {
  token: Token;
  secret: string;
}

const timeOf = (value: unknown) => {
  const text = firstText(value);
  return Number.isNaN(Date.parse(text)) ? null : text;
};

/** Null for something without an id. */
export function readToken(value: unknown): Token | null {
  const given = fields(value);
  const id = firstText(given['id']);
  if (!id) return null;
  const scopes = given['scopes'];
  return {
    id,
    name: firstText(given['name']) || 'Unnamed token',
    prefix: firstText(given['prefix']),
    lastFour: firstText(given['last_four']),
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
    organizationId: firstText(given['organization_id']) || null,
    revoked: given['status'] === 'revoked',
    createdAt: timeOf(given['created_at']),
    lastUsedAt: timeOf(given['last_used_at']),
    expiresAt: timeOf(given['expires_at']),
  };
}

/** The answer of a change. @throws UnexpectedAnswerError when it is no token: nobody knows then what has become of it. */
export function readChangedToken(answer: unknown): Token {
  const token = readToken(answer);
  if (!token) throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
  return token;
}

/** The answer of a creation or a rotation. @throws Error when it does not tell the secret. */
export function readNewToken(answer: unknown): NewToken {
  const token = readToken(answer);
  const secret = firstText(fields(answer)['token']);
  if (!token || !secret) throw new Error('The service did not return the secret of the token.');
  return { token, secret };
}

export function stateOf(token: Token, now = Date.now()): TokenState {
  if (token.revoked) return 'revoked';
  return token.expiresAt !== null && Date.parse(token.expiresAt) <= now ? 'expired' : 'active';
}

/** `1a2b3c4d…WxYz`. */
export function shownForm({ prefix, lastFour }: Token): string {
  return prefix || lastFour ? `${prefix}…${lastFour}` : '';
}
