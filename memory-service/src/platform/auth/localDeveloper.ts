/**
 * The DEV_MODE developer, who runs the service alone on their own machine without signing in, see docs/adr/0194-identity-at-the-edge.md.
 */
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

export const isLocalName = (host: string): boolean => LOCAL_NAMES.has(host.toLowerCase());

/** Whether a process on this machine connected directly, without a proxy. */
export function isOnThisMachine(ip: string, headers: IncomingHttpHeaders): boolean {
  const viaProxy = headers['x-gateway-secret'] !== undefined || headers['x-forwarded-for'] !== undefined;
  return LOOPBACK.has(ip) && !viaProxy;
}

/** Whether the Host header names this machine. Another name that resolves here may belong to another site's page (DNS rebinding). */
export function isLocalRequest({ host = '' }: IncomingHttpHeaders): boolean {
  return isLocalName(host.replace(/:\d+$/, ''));
}

/** Browsers send an origin, a cookie or fetch metadata; a request without them is not from a page. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  return [headers.origin, headers.cookie, headers['sec-fetch-site']].some((value) => value !== undefined);
}
