/** Refuses writes that another site makes a signed-in browser send: origin check and double submit. */
import type { IncomingHttpHeaders } from 'node:http';
import { hasAccessToken } from './identityHeaders';
import { CSRF_COOKIE, csrfTokenOf, equalSecret, type Session } from './session';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Write {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Record<string, string | undefined>;
  session: Session | null;
  secret: string;
  /** Our own origin. */
  origin: string;
}

/** A sentence when the request must be refused, else null. Calls without a session (tokens, guests) carry nothing to abuse. */
export function csrfComplaint(write: Write): string | null {
  if (SAFE.has(write.method) || !write.session || hasAccessToken(write.headers)) return null;
  const { origin } = write.headers;
  if (origin !== undefined && origin !== write.origin)
    return 'This request came from another site and was refused.';
  const expected = csrfTokenOf(write.session, write.secret);
  const header = String(write.headers['x-csrf-token'] ?? '');
  const cookie = write.cookies[CSRF_COOKIE] ?? '';
  if (equalSecret(header, expected) && equalSecret(cookie, expected)) return null;
  return 'The security token (X-CSRF-Token) is missing or out of date. Reload the page and try again.';
}
