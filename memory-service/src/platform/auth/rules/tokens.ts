/** Personal access tokens: their format, the check of their secret, and the rights of their scopes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'hs_pat_';

/** The two halves of a token: the public id for the lookup, and the secret as proof. */
export interface TokenParts {
  tokenId: string;
  secret: string;
}

/** Maximum number of active tokens per person. */
export const MAX_ACTIVE_TOKENS = 50;

/** Creates a token: 16 hex digits of id, 32 random bytes of secret. */
export function newToken(): TokenParts & { text: string } {
  const tokenId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { tokenId, secret, text: `${PREFIX}${tokenId}_${secret}` };
}

/** Splits a token at the first underscore after the prefix; undefined if it is malformed. */
export function parseToken(text: string): TokenParts | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const rest = text.slice(PREFIX.length);
  const separator = rest.indexOf('_');
  const tokenId = rest.slice(0, Math.max(separator, 0));
  const secret = rest.slice(separator + 1);
  return /^[0-9a-f]{16}$/.test(tokenId) && secret !== '' ? { tokenId, secret } : undefined;
}

/** Keyed hash for storage. The secret has 256 random bits, so a slow hash would add no protection. */
export function hashSecret(pepper: string, secret: string): string {
  return createHmac('sha256', pepper).update(secret).digest('hex');
}

/** Compares a stored hash with a secret in constant time. */
export function matchesHash(pepper: string, storedHash: string, secret: string): boolean {
  const stored = Buffer.from(storedHash, 'hex');
  const sent = Buffer.from(hashSecret(pepper, secret), 'hex');
  return stored.length === sent.length && timingSafeEqual(stored, sent);
}

/** `write` implies `read`; `manage` grants neither. */
export function grantsScope(scopes: readonly string[], needed: 'read' | 'write'): boolean {
  return scopes.includes('write') || (needed === 'read' && scopes.includes('read'));
}
