/** Who is signed in: our own sessions in a signed cookie, or the person that an identity-aware proxy names. */
import { createHash } from 'node:crypto';
import { SESSION_SECONDS } from '@hindsight/shared-contracts/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from './config';
import {
  CSRF_COOKIE,
  createCsrfToken,
  newSession,
  openSession,
  sealSession,
  type Session,
  SESSION_COOKIE,
} from './session';

export interface Sessions {
  /** Session of a request, verified once per request. The service refuses a signed-out session. */
  of(request: FastifyRequest): Session | null;
  start(reply: FastifyReply, email: string): void;
  /** Clears the session cookies in the browser. */
  forget(reply: FastifyReply): void;
  /** Restores a lost CSRF cookie. */
  renewCsrf(request: FastifyRequest, reply: FastifyReply, session: Session): void;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

type SessionConfig = Pick<GatewayConfig, 'sessionSecret' | 'origin' | 'identityHeader'>;

/** @param isTrusted whether a request comes through a proxy that may name the signed-in person. */
export function createSessions(
  { sessionSecret, origin, identityHeader }: SessionConfig,
  isTrusted: (request: FastifyRequest) => boolean,
): Sessions {
  const known = new WeakMap<FastifyRequest, Session | null>();
  const cookie = {
    path: '/',
    sameSite: 'lax',
    ...(origin?.startsWith('https:') ? { secure: true } : {}),
  } as const;

  function proxySession(request: FastifyRequest, header: string): Session | null {
    const email = request.headers[header];
    if (typeof email !== 'string' || !email || !isTrusted(request)) return null;
    const id = createHash('sha256').update(email).digest('base64url');
    return { email: email.toLowerCase(), id, expiresAt: Number.POSITIVE_INFINITY };
  }

  return {
    of(request) {
      let session = known.get(request);
      if (session === undefined) {
        session = identityHeader
          ? proxySession(request, identityHeader)
          : openSession(request.cookies[SESSION_COOKIE], sessionSecret, nowSeconds());
        known.set(request, session);
      }
      return session;
    },
    start(reply, email) {
      const session = newSession(email, nowSeconds());
      const lasting = { ...cookie, maxAge: SESSION_SECONDS };
      reply
        .setCookie(SESSION_COOKIE, sealSession(session, sessionSecret), { ...lasting, httpOnly: true })
        .setCookie(CSRF_COOKIE, createCsrfToken(session, sessionSecret), lasting);
    },
    forget: (reply) =>
      void reply.clearCookie(SESSION_COOKIE, { path: '/' }).clearCookie(CSRF_COOKIE, { path: '/' }),
    renewCsrf(request, reply, session) {
      const token = createCsrfToken(session, sessionSecret);
      if (request.cookies[CSRF_COOKIE] !== token) reply.setCookie(CSRF_COOKIE, token, cookie);
    },
  };
}
