/** Request headers that reach the service: those of the API, and the identity that the session proves. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  BROWSER_HEADERS,
  CALL_HEADERS,
  CREDENTIAL_HEADERS,
  requiresSession,
} from '@hindsight/shared-contracts/api';
import { CSRF_COOKIE, type Session } from './session';

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a header is hop-by-hop, so a proxy must not forward it. */
export const isHopByHop = (name: string) => HOP_BY_HOP.has(name.toLowerCase());

/** Cookies of API calls: the CSRF token, the log position after a write, and the browser that started a sign-in. */
export const CALL_COOKIES = [CSRF_COOKIE, 'hindsight_read_after', 'hindsight_interaction'];
/** Cookies of an OAuth sign-in in progress. */
export const OAUTH_COOKIES = ['hindsight_resume'];

function pickCookies(cookie: string, names: readonly string[]): string {
  const pairs = cookie.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => names.includes(pair.split('=')[0]!)).join('; ');
}

/** A personal access token acts for its owner alone, so the session is left out of the request. */
export function hasAccessToken(headers: IncomingHttpHeaders): boolean {
  return Boolean(headers['x-api-key']) || /^bearer\s/i.test(headers.authorization ?? '');
}

interface Caller {
  headers: IncomingHttpHeaders;
  /** Set on `/api` with a valid session, else null. */
  session: Session | null;
  /** `/guest-api`: no identity and no credentials of any kind. */
  guest: boolean;
}

/** Whether a page calls without the session it had: answered as a guest, it would show that everything is gone. */
export function lacksSession({ headers, session, guest }: Caller): boolean {
  return requiresSession(headers) && !guest && !session && !hasAccessToken(headers);
}

interface Forwarded extends Caller {
  /** Names of the cookies that are forwarded. */
  cookies: readonly string[];
  gatewaySecret: string;
  clientAddress: string;
  /** Our own public origin. */
  origin: string;
}

/** Builds the headers for the service. */
export function forwardedHeaders(request: Forwarded): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  const named = [...CALL_HEADERS, ...BROWSER_HEADERS, ...(request.guest ? [] : CREDENTIAL_HEADERS)];
  for (const header of [...named, 'Content-Length']) {
    const name = header.toLowerCase();
    const value = request.headers[name];
    const sent = name === 'cookie' ? pickCookies(String(value ?? ''), request.cookies) : value;
    if (sent) result[name] = sent;
  }
  const { host, protocol } = new URL(request.origin);
  // With the secret, the service trusts the client address, also without a session.
  result['x-gateway-secret'] = request.gatewaySecret;
  result['x-forwarded-for'] = request.clientAddress;
  result['x-forwarded-host'] = host;
  result['x-forwarded-proto'] = protocol.slice(0, -1);
  if (request.session && !request.guest && !hasAccessToken(request.headers)) {
    result['x-auth-request-email'] = request.session.email;
    result['x-auth-request-user'] = request.session.email;
    // Lets the service reject signed-out sessions. The id is part of the signed cookie and grants nothing by itself.
    result['x-auth-request-session'] = request.session.id;
  }
  return result;
}
