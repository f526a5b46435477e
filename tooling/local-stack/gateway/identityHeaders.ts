/** Which request headers reach the service: those of the wire's table, and the identity that the session proves. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  BROWSER_HEADERS,
  CALL_HEADERS,
  CREDENTIAL_HEADERS,
  requiresSession,
} from '@hindsight/shared-contracts/api';
import { SESSION_COOKIE, type Session } from './session';

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

/** Is this a header of one connection, which a proxy must not hand on? */
export const isHopByHop = (name: string) => HOP_BY_HOP.has(name.toLowerCase());

function withoutSession(cookie: string): string {
  const kept = cookie.split(';').filter((pair) => pair.trim().split('=')[0] !== SESSION_COOKIE);
  return kept.join(';').trim();
}

/** A personal access token speaks for its owner alone; the session then stays out of the request. */
export function hasAccessToken(headers: IncomingHttpHeaders): boolean {
  return Boolean(headers['x-api-key']) || /^bearer\s/i.test(headers.authorization ?? '');
}

interface Caller {
  headers: IncomingHttpHeaders;
  /** Set on `/api` with a valid session, null otherwise. */
  session: Session | null;
  /** `/guest-api`: no identity and no credentials of any kind. */
  guest: boolean;
}

/** Whether a page whose session has ended calls: answered as a guest, it would show that everything is gone. */
export function lacksSession({ headers, session, guest }: Caller): boolean {
  return requiresSession(headers) && !guest && !session && !hasAccessToken(headers);
}

interface Forwarded extends Caller {
  gatewaySecret: string;
  clientAddress: string;
  host: string;
}

/** Builds the headers for the service. */
export function forwardedHeaders(request: Forwarded): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  const named = [...CALL_HEADERS, ...BROWSER_HEADERS, ...(request.guest ? [] : CREDENTIAL_HEADERS)];
  for (const header of [...named, 'Content-Length']) {
    const name = header.toLowerCase();
    const value = request.headers[name];
    const sent = name === 'cookie' ? withoutSession(String(value ?? '')) : value;
    if (sent) result[name] = sent;
  }
  result['x-forwarded-for'] = request.clientAddress;
  result['x-forwarded-host'] = request.host;
  result['x-forwarded-proto'] = 'http';
  if (request.session && !request.guest && !hasAccessToken(request.headers)) {
    result['x-auth-request-email'] = request.session.email;
    result['x-auth-request-user'] = request.session.email;
    result['x-gateway-secret'] = request.gatewaySecret;
  }
  return result;
}
