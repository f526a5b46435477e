/** Which request headers reach the service: the client's own minus everything that speaks of identity. */
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE, type Session } from './session';

/** Names that only the gateway may write. Compared after `_` became `-`, because many servers read both as one. */
const RESERVED = /^(x-auth-request-.*|x-forwarded-.*|x-gateway-secret|x-real-ip|forwarded|remote-user)$/;
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
  'host',
  'expect',
]);
const CREDENTIALS = new Set(['authorization', 'x-api-key', 'cookie', 'x-csrf-token']);

const canonical = (name: string) => name.toLowerCase().replaceAll('_', '-');

/** Is this a header that a client may never set? */
const isReserved = (name: string) => RESERVED.test(canonical(name));

/** Is this a header of one connection, which a proxy must not hand on? */
export const isHopByHop = (name: string) => HOP_BY_HOP.has(canonical(name));

function withoutSession(cookie: string): string {
  const kept = cookie.split(';').filter((pair) => pair.trim().split('=')[0] !== SESSION_COOKIE);
  return kept.join(';').trim();
}

/** A personal access token speaks for its owner alone; the session then stays out of the request. */
export function hasAccessToken(headers: IncomingHttpHeaders): boolean {
  return Boolean(headers['x-api-key']) || /^bearer\s/i.test(headers.authorization ?? '');
}

interface Forwarded {
  headers: IncomingHttpHeaders;
  /** Set on `/api` with a valid session, null otherwise. */
  session: Session | null;
  /** `/guest-api`: no identity and no credentials of any kind. */
  guest: boolean;
  gatewaySecret: string;
  clientAddress: string;
  host: string;
}

/** Builds the headers for the service. */
export function forwardedHeaders(request: Forwarded): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  const named = canonical(String(request.headers.connection ?? ''))
    .split(',')
    .map((name) => name.trim());
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || isReserved(name) || isHopByHop(name) || named.includes(canonical(name)))
      continue;
    if (request.guest && CREDENTIALS.has(canonical(name))) continue;
    if (name === 'cookie') {
      const rest = withoutSession(String(value));
      if (rest) result.cookie = rest;
      continue;
    }
    result[name] = value;
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
