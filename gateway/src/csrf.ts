/** Refuses cross-site writes from a signed-in browser: origin check and double-submit token. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerName } from './answers';
import { hasAccessToken } from './identityHeaders';
import { CSRF_COOKIE, createCsrfToken, equalSecret, type Session } from './session';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `Sec-Fetch-Site` values of our own pages, and of requests that no page made. */
const OWN_SITE = new Set(['same-origin', 'none']);

interface Write {
  method: string;
  headers: IncomingHttpHeaders;
  cookies: Record<string, string | undefined>;
  session: Session | null;
  secret: string;
  /** Our own origin. */
  origin: string;
}

/** Returns the refusal of a forged write, else null. Calls without a session (tokens, guests) carry nothing to abuse. */
export function csrfRefusal(write: Write): AnswerName | null {
  if (SAFE.has(write.method) || !write.session || hasAccessToken(write.headers)) return null;
  const { origin } = write.headers;
  if (origin !== undefined && origin !== write.origin) return 'foreignWrite';
  if (!OWN_SITE.has(String(write.headers['sec-fetch-site'] ?? 'none'))) return 'foreignWrite';
  const expected = createCsrfToken(write.session, write.secret);
  const header = String(write.headers['x-csrf-token'] ?? '');
  const cookie = write.cookies[CSRF_COOKIE] ?? '';
  // A sibling host may have planted a second cookie of this name.
  if (String(write.headers.cookie).split(`${CSRF_COOKIE}=`).length > 2) return 'csrfMissing';
  if (equalSecret(header, expected) && equalSecret(cookie, expected)) return null;
  return 'csrfMissing';
}
