/** Sign-in without a provider: people pick a demo person from a page. For local installations only. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeRedirect } from './redirect';
import { PLAIN_PAGE_POLICY } from './security';
import { equalSecret, hmac } from './session';
import type { Sessions } from './sessions';
import { type Person, SIGN_IN_STYLES, signInPage } from './signInPage';

/** Binds the form to the browser that requested it, so nobody can sign a visitor in as someone else. */
const FORM_COOKIE = '_hindsight_sign_in';
const LONGEST_EMAIL = 254;
/** HTML's rule for email fields: plain ASCII, so an address fits into a header. */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

const BAD_EMAIL = 'Enter an email address such as name@example.org.';
const STALE_FORM = 'This page was open too long or came from another site. Please choose again.';

export interface SignInOptions {
  secret: string;
  people: readonly Person[];
  sessions: Sessions;
  requestOrigin(request: FastifyRequest): string;
}

/** The lower-cased address, or null when it is invalid. */
function normalEmail(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const email = text.trim().toLowerCase();
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : null;
}

export function addSignIn(
  app: FastifyInstance,
  { secret, people, sessions, requestOrigin }: SignInOptions,
): void {
  const formToken = (browser: string) => hmac(secret, 'sign-in form', browser);

  function showPage(
    request: FastifyRequest,
    reply: FastifyReply,
    rd: string,
    problem?: string,
    typed?: string,
  ) {
    const browser = request.cookies[FORM_COOKIE] ?? randomBytes(18).toString('base64url');
    reply.setCookie(FORM_COOKIE, browser, { path: '/oauth2', httpOnly: true, sameSite: 'lax' });
    return reply
      .code(problem ? 400 : 200)
      .headers({ 'Content-Security-Policy': PLAIN_PAGE_POLICY, 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(signInPage({ people, rd, token: formToken(browser), problem, typed }));
  }

  app.get<{ Querystring: { rd?: string } }>('/oauth2/sign_in', (request, reply) =>
    showPage(request, reply, safeRedirect(request.query.rd, requestOrigin(request))),
  );

  app.get('/oauth2/sign_in.css', (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8').send(SIGN_IN_STYLES),
  );

  app.post<{ Body: URLSearchParams }>('/oauth2/sign_in', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const origin = requestOrigin(request);
    const rd = safeRedirect(form.get('rd'), origin);
    const browser = request.cookies[FORM_COOKIE];
    const foreign = request.headers.origin !== undefined && request.headers.origin !== origin;
    if (foreign || !browser || !equalSecret(form.get('token') ?? '', formToken(browser))) {
      return showPage(request, reply, rd, STALE_FORM);
    }
    const typed = form.get('email') ?? '';
    const email = normalEmail(typed);
    if (!email) return showPage(request, reply, rd, BAD_EMAIL, typed);
    sessions.start(reply, email);
    return reply
      .clearCookie(FORM_COOKIE, { path: '/oauth2' })
      .header('Cache-Control', 'no-store')
      .redirect(rd, 303);
  });
}
