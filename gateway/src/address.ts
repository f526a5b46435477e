/** What is wrong with where a request is addressed to. */
import type { FastifyRequest } from 'fastify';
import type { AnswerName } from './answers';

/** A step within a path, or one level up, also when written as %2e and %2f. */
const DOT_SEGMENT = /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i;

const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Prefixes of what is no page. */
const CALLS = /^\/(assets|oauth2|api|guest-api|oauth|releases|\.well-known)(\/|$)/;

const pathFrom = (address: string): string => address.split('?')[0]!;

/** Null for a path whose percent signs are not those of a UTF-8 text. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function isMalformed(address: string): boolean {
  const path = pathFrom(address);
  // A whole address, as proxies are sent it, would be routed by a path that is not the one that is checked and handed on.
  if (!path.startsWith('/')) return true;
  const text = decoded(path);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return DOT_SEGMENT.test(path) || text === null || /[\x00-\x1f\x7f]/.test(text);
}

/** A program in front of the gateway may read the other one of the two, and take the request for one to another site. */
const namesTwoHosts = ({ raw: { rawHeaders } }: FastifyRequest): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** The address by which a request is routed: one with a lone `%`, as people mistype and programs cut them, leads to Page Not Found. */
export function routedAddress(address: string): string {
  const path = pathFrom(address);
  const isMistyped = decoded(path) === null && !CALLS.test(path) && !DOT_SEGMENT.test(path);
  return isMistyped ? '/%25' : address;
}

/**
 * The answer of a request that is addressed wrongly, else null. A name that is not ours may be another site's, made to resolve to
 * this machine (DNS rebinding): its pages must read nothing here.
 * @param origin the one that people use; without it the names of this machine are ours.
 * @param hosts further names, in lower case.
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
  return isMalformed(path) || namesTwoHosts(request) ? 'malformed' : null;
}
