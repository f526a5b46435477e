/** Refuses writes that another site makes a signed-in browser send: origin check and double submit. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerName } from './answers';
import { hasAccessToken } from './identityHeaders';
import { CSRF_COOKIE, createCsrfToken, equalSecret, type Session } from './session';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What browsers declare of a request of our own pages, or of one that no page made. */
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

/** The answer of a request that must be refused, else null. Calls without a session (tokens, guests) carry nothing to abuse. */
export function csrfRefusal(write: Write): AnswerName | null {
  if (SAFE.has(write.method) || !write.session || hasAccessToken(write.headers)) return null;
  const { origin } = write.headers;
  if (origin !== undefined && origin !== write.origin) return 'foreignWrite';
  if (!OWN_SITE.has(String(write.headers['sec-fetch-site'] ?? 'none'))) return 'foreignWrite';
  const expected = createCsrfToken(write.session, write.secret);
  const header = String(write.headers['x-csrf-token'] ?? '');
  const cookie = write.cookies[CSRF_COOKIE] ?? '';
  // A second cookie of the name may have been planted from a sibling host.
  if (String(write.headers.cookie).split(`${CSRF_COOKIE}=`).length > 2) return 'csrfMissing';
  if (equalSecret(header, expected) && equalSecret(cookie, expected)) return null;
  return 'csrfMissing';
}
