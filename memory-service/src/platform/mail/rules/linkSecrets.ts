/** Secrets of links in emails: sent once, stored as a hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const LINK_DAYS = 7;

/** Creates a secret of 64 hex digits and the hash to store. */
export function newLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('hex');
  return { secret, hash: hashLinkSecret(secret) };
}

/** The secret has 256 random bits, so a plain hash cannot be reversed. */
function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. Nothing matches a missing hash. */
export function isLinkSecret(storedHash: string | null, secret: string): boolean {
  if (storedHash === null) return false;
  const stored = Buffer.from(storedHash, 'hex');
  const sent = Buffer.from(hashLinkSecret(secret), 'hex');
  return stored.length === sent.length && timingSafeEqual(stored, sent);
}
