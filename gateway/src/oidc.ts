/** Sign-in with an OpenID provider: code flow with PKCE, at the paths that identity proxies use. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { answerBody, ANSWERS, type AnswerName } from './answers';
import type { OidcConfig } from './config';
import { safeRedirect } from './redirect';
import { seal, unseal } from './session';
import { nowSeconds, type Sessions } from './sessions';

/** Holds a sign-in in progress; the browser returns it to whichever gateway serves the callback. */
const ATTEMPT_COOKIE = '_hindsight_sign_in';
const ATTEMPT_SECONDS = 600;

interface Attempt {
  expiresAt: number;
  state: string;
  nonce: string;
  verifier: string;
  rd: string;
}

interface OidcOptions {
  provider: OidcConfig;
  secret: string;
  sessions: Sessions;
  requestOrigin(request: FastifyRequest): string;
}

/** Discovers the provider's metadata at the first sign-in and retries after a failure, because the provider may start later. */
function discoverer({ issuer, clientId, clientSecret, reachedAt }: OidcConfig) {
  let found: Promise<oidc.Configuration> | null = null;
  const { origin, protocol } = new URL(issuer);
  const inside = reachedAt ? new URL(reachedAt) : null;
  /** Calls of this server use the provider's internal address; browsers use the issuer's own. */
  const fetchInside: oidc.CustomFetch = (url, options) =>
    fetch(
      inside && url.startsWith(origin) ? inside.origin + url.slice(origin.length) : url,
      options as RequestInit,
    );
  const isPlain = protocol === 'http:' || inside?.protocol === 'http:';
  return () =>
    (found ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute: isPlain ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: fetchInside,
      })
      .catch((error: Error) => {
        found = null;
        throw error;
      }));
}

export function addOidc(
  app: FastifyInstance,
  { provider, secret, sessions, requestOrigin }: OidcOptions,
): void {
  const discover = discoverer(provider);
  const refusal = (name: AnswerName) =>
    Object.assign(new Error(name), { statusCode: ANSWERS[name].status, body: answerBody(name) });

  async function discoverProvider(): Promise<oidc.Configuration> {
    return discover().catch((error: Error) => {
      app.log.error({ err: error }, 'OpenID provider unreachable');
      throw refusal('signInDown');
    });
  }

  const start = async (request: FastifyRequest<{ Querystring: { rd?: string } }>, reply: FastifyReply) => {
    const configuration = await discoverProvider();
    const origin = requestOrigin(request);
    const attempt: Attempt = {
      expiresAt: nowSeconds() + ATTEMPT_SECONDS,
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      rd: safeRedirect(request.query.rd, origin),
    };
    const target = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: `${origin}/oauth2/callback`,
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return reply
      .setCookie(ATTEMPT_COOKIE, seal('sign-in', attempt, secret), {
        path: '/oauth2',
        httpOnly: true,
        sameSite: 'lax',
        secure: origin.startsWith('https:'),
        maxAge: ATTEMPT_SECONDS,
      })
      .header('Cache-Control', 'no-store')
      .redirect(target.href, 303);
  };
  app.get('/oauth2/sign_in', start);
  // Path in links of earlier versions.
  app.get('/oauth2/start', start);

  app.get('/oauth2/callback', async (request, reply) => {
    const attempt = unseal<Attempt>('sign-in', request.cookies[ATTEMPT_COOKIE], secret, nowSeconds());
    reply.clearCookie(ATTEMPT_COOKIE, { path: '/oauth2' }).header('Cache-Control', 'no-store');
    if (!attempt) throw refusal('signInOver');
    const configuration = await discoverProvider();
    const tokens = await oidc
      .authorizationCodeGrant(configuration, new URL(request.raw.url!, requestOrigin(request)), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      })
      .catch((error: Error) => {
        app.log.warn({ err: error }, 'a sign-in failed');
        throw refusal('signInOver');
      });
    const claims = tokens.claims();
    if (typeof claims?.email !== 'string' || claims.email_verified !== true) throw refusal('noEmail');
    sessions.start(reply, claims.email.toLowerCase());
    return reply.redirect(attempt.rd, 303);
  });
}
