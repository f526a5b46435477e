/** Signed cookies: who is signed in and until when, protected against forgery. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SESSION_SECONDS } from '@hindsight/shared-contracts/api';

export const SESSION_COOKIE = '_hindsight_session';
/** Cookie name of the identity proxy; the client copies the value into X-CSRF-Token. */
export const CSRF_COOKIE = '_oauth2_proxy_csrf';

/** Content that all signed cookies share. */
interface Expiring {
  /** Unix time in seconds. */
  expiresAt: number;
}

export interface Session extends Expiring {
  email: string;
  /** Random, one per sign-in. */
  id: string;
}

export const hmac = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');

/** Compares secrets in constant time. */
export function equalSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function newSession(email: string, nowSeconds: number): Session {
  return { email, id: randomBytes(18).toString('base64url'), expiresAt: nowSeconds + SESSION_SECONDS };
}

/** Seals content into a cookie value: payload and signature, valid for one purpose. */
export function seal(purpose: string, content: Expiring, secret: string): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${hmac(secret, purpose, payload)}`;
}

/** Content of a cookie value, or null when it is absent, forged, malformed or expired. */
export function unseal<Content extends Expiring>(
  purpose: string,
  value: string | undefined,
  secret: string,
  nowSeconds: number,
): Content | null {
  const [payload, signature, ...rest] = (value ?? '').split('.');
  if (!payload || !signature || rest.length > 0) return null;
  if (!equalSecret(signature, hmac(secret, purpose, payload))) return null;
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Content;
  return content.expiresAt > nowSeconds ? content : null;
}

export const sealSession = (session: Session, secret: string) => seal('session', session, secret);

export const openSession = (value: string | undefined, secret: string, nowSeconds: number) =>
  unseal<Session>('session', value, secret, nowSeconds);

/** Value of the readable CSRF cookie: bound to the session, so a planted cookie does not help. */
export const createCsrfToken = (session: Session, secret: string) => hmac(secret, 'csrf', session.id);
