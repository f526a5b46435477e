/** A small identity proxy, in place of the compose file's oauth2-proxy: the same addresses, the same headers for nginx. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as oidc from 'openid-client';
import { createEndedSessions } from '../../tooling/local-stack/gateway/endedSessions';
import { safeRedirect } from '../../tooling/local-stack/gateway/redirect';
import {
  newSession,
  openSession,
  sealSession,
  SESSION_COOKIE,
  SESSION_SECONDS,
} from '../../tooling/local-stack/gateway/session';

export interface ProxyOptions {
  port: number;
  /** Origin of the dashboard, as browsers see it. */
  origin: string;
  issuer: string;
  client: { id: string; secret: string };
  cookieSecret: string;
  /** Remembers the sessions that were signed out. */
  endedSessionsFile: string;
}

/** Binds the answer of the provider to the browser that asked. */
const ATTEMPT_COOKIE = `${SESSION_COOKIE}_csrf`;
const ATTEMPT_MS = 10 * 60_000;
const MOST_ATTEMPTS = 1000;

interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  rd: string;
  startedAt: number;
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pair = (request.headers.cookie ?? '').split(';').find((one) => one.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

const now = () => Math.floor(Date.now() / 1000);

export const redirectUri = (origin: string) => `${origin}/oauth2/callback`;

/** Listens when it resolves. */
export async function startProxy(options: ProxyOptions): Promise<Server> {
  const { origin, client, cookieSecret } = options;
  const provider = await oidc.discovery(new URL(options.issuer), client.id, client.secret, undefined, {
    execute: [oidc.allowInsecureRequests],
  });
  const attempts = new Map<string, Attempt>();
  const ended = createEndedSessions(options.endedSessionsFile);

  const send = (response: ServerResponse, status: number, headers: Record<string, string | string[]> = {}) =>
    response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end();

  async function start(url: URL, response: ServerResponse): Promise<void> {
    const attempt: Attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      rd: safeRedirect(url.searchParams.get('rd'), origin),
      startedAt: Date.now(),
    };
    const browser = randomBytes(24).toString('base64url');
    attempts.set(browser, attempt);
    const [oldest] = attempts.keys();
    if (attempts.size > MOST_ATTEMPTS && oldest !== undefined) attempts.delete(oldest);
    const target = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri(origin),
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    send(response, 302, {
      Location: target.href,
      'Set-Cookie': `${ATTEMPT_COOKIE}=${browser}; Path=/oauth2; HttpOnly; SameSite=Lax; Max-Age=600`,
    });
  }

  async function finish(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const browser = cookieOf(request, ATTEMPT_COOKIE) ?? '';
    const attempt = attempts.get(browser);
    attempts.delete(browser);
    if (!attempt || Date.now() - attempt.startedAt > ATTEMPT_MS) {
      send(response, 403);
      return;
    }
    const tokens = await oidc.authorizationCodeGrant(provider, new URL(url.pathname + url.search, origin), {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (typeof claims?.email !== 'string' || claims.email_verified !== true) {
      send(response, 403);
      return;
    }
    const session = sealSession(newSession(claims.email, now()), cookieSecret);
    send(response, 302, {
      Location: attempt.rd,
      'Set-Cookie': [
        `${SESSION_COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}`,
        `${ATTEMPT_COOKIE}=; Path=/oauth2; Max-Age=0`,
      ],
    });
  }

  const sessionOf = (request: IncomingMessage) =>
    openSession(cookieOf(request, SESSION_COOKIE), cookieSecret, now());

  /** What nginx asks about each request: 202 with who it is, or 401. */
  function check(request: IncomingMessage, response: ServerResponse): void {
    const found = sessionOf(request);
    const session = found && !ended.has(found) ? found : null;
    if (!session) send(response, 401);
    else send(response, 202, { 'X-Auth-Request-Email': session.email, 'X-Auth-Request-User': session.email });
  }

  function signOut(request: IncomingMessage, url: URL, response: ServerResponse): void {
    const session = sessionOf(request);
    if (session && !ended.has(session)) ended.add(session);
    send(response, 302, {
      Location: safeRedirect(url.searchParams.get('rd'), origin),
      'Set-Cookie': `${SESSION_COOKIE}=; Path=/; Max-Age=0`,
    });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const failed = () => response.headersSent || send(response, 403);
    if (url.pathname === '/oauth2/auth') check(request, response);
    else if (url.pathname === '/oauth2/start' || url.pathname === '/oauth2/sign_in')
      start(url, response).catch(failed);
    else if (url.pathname === '/oauth2/callback') finish(request, url, response).catch(failed);
    else if (url.pathname === '/oauth2/sign_out') signOut(request, url, response);
    else send(response, url.pathname === '/ping' ? 200 : 404);
  });
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  return server;
}
