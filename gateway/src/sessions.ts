/** Who is signed in: sessions of our own in a signed cookie, or what an identity-aware proxy in front of the gateway says. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from './config';
import { createEndedSessions } from './endedSessions';
import {
  CSRF_COOKIE,
  csrfTokenOf,
  newSession,
  openSession,
  sealSession,
  type Session,
  SESSION_COOKIE,
  SESSION_SECONDS,
} from './session';

export interface Sessions {
  /** The session of a request, checked once for each. */
  of(request: FastifyRequest): Session | null;
  start(reply: FastifyReply, email: string): void;
  /** Ends the session of a request here, not only in its browser. */
  end(request: FastifyRequest, reply: FastifyReply): void;
  /** Gives the readable cookie of writes to a session that lost it. */
  renewCsrf(request: FastifyRequest, reply: FastifyReply, session: Session): void;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

type SessionConfig = Pick<GatewayConfig, 'sessionSecret' | 'dataDir' | 'origin' | 'identityHeader'>;

/**
 * @param isTrusted whether a request comes through a proxy that may say who is signed in.
 * @param onEnd told of each session that signs out.
 */
export function createSessions(
  { sessionSecret, dataDir, origin, identityHeader }: SessionConfig,
  isTrusted: (request: FastifyRequest) => boolean,
  onEnd: (session: Session) => void,
): Sessions {
  const ended = createEndedSessions(path.join(dataDir, 'ended-sessions'));
  const known = new WeakMap<FastifyRequest, Session | null>();
  const cookie = {
    path: '/',
    sameSite: 'lax',
    ...(origin?.startsWith('https:') ? { secure: true } : {}),
  } as const;

  function fromProxy(request: FastifyRequest, header: string): Session | null {
    const email = request.headers[header];
    if (typeof email !== 'string' || !email || !isTrusted(request)) return null;
    const id = createHash('sha256').update(email).digest('base64url');
    return { email: email.toLowerCase(), id, expiresAt: Number.POSITIVE_INFINITY };
  }

  function fromCookie({ cookies }: FastifyRequest): Session | null {
    const session = openSession(cookies[SESSION_COOKIE], sessionSecret, nowSeconds());
    return session && ended.has(session) ? null : session;
  }

  function sessionOf(request: FastifyRequest): Session | null {
    let session = known.get(request);
    if (session === undefined) {
      session = identityHeader ? fromProxy(request, identityHeader) : fromCookie(request);
      known.set(request, session);
    }
    return session;
  }

  return {
    of: sessionOf,
    start(reply, email) {
      const session = newSession(email, nowSeconds());
      const lasting = { ...cookie, maxAge: SESSION_SECONDS };
      reply
        .setCookie(SESSION_COOKIE, sealSession(session, sessionSecret), { ...lasting, httpOnly: true })
        .setCookie(CSRF_COOKIE, csrfTokenOf(session, sessionSecret), lasting);
    },
    end(request, reply) {
      const session = sessionOf(request);
      if (session) {
        ended.add(session);
        onEnd(session);
      }
      reply.clearCookie(SESSION_COOKIE, { path: '/' }).clearCookie(CSRF_COOKIE, { path: '/' });
    },
    renewCsrf(request, reply, session) {
      const token = csrfTokenOf(session, sessionSecret);
      if (request.cookies[CSRF_COOKIE] !== token) reply.setCookie(CSRF_COOKIE, token, cookie);
    },
  };
}
