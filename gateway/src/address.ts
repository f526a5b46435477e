/** Checks the host name and path that a request is addressed to. */
import type { FastifyRequest } from 'fastify';
import type { AnswerName } from './answers';

/** A `.` or `..` path segment, also percent-encoded as %2e and %2f. */
const DOT_SEGMENT = /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i;

const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Path prefixes that are not pages. */
const CALLS = /^\/(assets|oauth2|api|guest-api|oauth|releases|\.well-known)(\/|$)/;

const pathFrom = (address: string): string => address.split('?')[0]!;

/** Null when the percent escapes are not valid UTF-8. */
function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function isMalformed(address: string): boolean {
  const path = pathFrom(address);
  // An absolute URL, as sent to proxies, would be routed by a path other than the one that is checked and forwarded.
  if (!path.startsWith('/')) return true;
  const text = decodePath(path);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return DOT_SEGMENT.test(path) || text === null || /[\x00-\x1f\x7f]/.test(text);
}

/** A proxy in front of the gateway may read the other Host header and treat the request as one for another site. */
const hasTwoHosts = ({ raw: { rawHeaders } }: FastifyRequest): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** URL used for routing. A page path with a stray `%`, mistyped or truncated, leads to Page Not Found. */
export function routableAddress(address: string): string {
  const path = pathFrom(address);
  const isMistyped = decodePath(path) === null && !CALLS.test(path) && !DOT_SEGMENT.test(path);
  return isMistyped ? '/%25' : address;
}

/**
 * Returns the refusal of a wrongly addressed request, else null. An unknown host name may be another site's, made to resolve to this
 * machine (DNS rebinding); its pages must not read anything here.
 * @param origin the public origin; without it, the local host names are accepted.
 * @param hosts further accepted names, in lower case.
 */
export function addressRefusal(
  request: FastifyRequest,
  origin: string | undefined,
  hosts: readonly string[],
): AnswerName | null {
  const name = request.hostname.toLowerCase();
  const path = request.raw.url!;
  const isOurs = origin ? request.host.toLowerCase() === new URL(origin).host : LOCAL_NAMES.has(name);
  if (path !== '/healthz' && !isOurs && !hosts.includes(name)) return 'wrongHost';
  return isMalformed(path) || hasTwoHosts(request) ? 'malformed' : null;
}
