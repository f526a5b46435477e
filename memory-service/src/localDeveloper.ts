/** The developer on whose machine the service runs alone, without a sign-in: DEV_MODE, see docs/adr/0109-local-developer.md. */
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

export const isLocalName = (host: string): boolean => LOCAL_NAMES.has(host.toLowerCase());

/** Did a program on this machine connect by itself, with nobody in between? */
export function isOnThisMachine(ip: string, headers: IncomingHttpHeaders): boolean {
  const viaProxy = headers['x-gateway-secret'] !== undefined || headers['x-forwarded-for'] !== undefined;
  return LOOPBACK.has(ip) && !viaProxy;
}

/** Was the service asked for under a name of this machine? A foreign name that leads here is another site's page. */
export function asksThisMachine({ host = '' }: IncomingHttpHeaders): boolean {
  return isLocalName(host.replace(/:\d+$/, ''));
}

/** Browsers say where a request comes from; what says nothing of the kind is a program, and no page can hide behind it. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  return [headers.origin, headers.cookie, headers['sec-fetch-site']].some((value) => value !== undefined);
}
