/** The session cookie: who signed in, until when, signed so that nobody else can write one. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const SESSION_COOKIE = '_hindsight_session';
/** Name of the identity proxy's cookie: the client copies it into X-CSRF-Token. */
export const CSRF_COOKIE = '_oauth2_proxy_csrf';
/** Twelve hours, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

export interface Session {
  email: string;
  /** Random, one per sign-in. */
  id: string;
  /** Unix time in seconds. */
  expiresAt: number;
}

export const hmac = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');

/** Compares without telling by time how much was right. */
export function equalSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function newSession(email: string, nowSeconds: number): Session {
  return { email, id: randomBytes(18).toString('base64url'), expiresAt: nowSeconds + SESSION_SECONDS };
}

/** Cookie value: payload and signature. */
export function sealSession(session: Session, secret: string): string {
  const payload = Buffer.from(JSON.stringify(session)).toString('base64url');
  return `${payload}.${hmac(secret, 'session', payload)}`;
}

/** The session in a cookie value, or null when it is absent, forged, broken or over. */
export function openSession(value: string | undefined, secret: string, nowSeconds: number): Session | null {
  const [payload, signature, ...rest] = (value ?? '').split('.');
  if (!payload || !signature || rest.length > 0) return null;
  if (!equalSecret(signature, hmac(secret, 'session', payload))) return null;
  const session = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Session;
  return session.expiresAt > nowSeconds ? session : null;
}

/** Value of the readable CSRF cookie: bound to the session, so a planted cookie does not help. */
export const csrfTokenOf = (session: Session, secret: string) => hmac(secret, 'csrf', session.id);
