/** What is wrong with where a request is addressed to. The same rules are maps in nginx's `callers.conf`. */
import type { FastifyRequest } from 'fastify';
import type { AnswerName } from './answers';

/** A step within a path, or one level up, also when written as %2e and %2f. */
const DOT_SEGMENT = /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i;

const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isMalformed(address: string): boolean {
  const path = address.split('?')[0]!;
  if (DOT_SEGMENT.test(path)) return true;
  try {
    // eslint-disable-next-line no-control-regex -- control characters are what is refused
    return /[\x00-\x1f\x7f]/.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}

/**
 * The answer of a request that is addressed wrongly, else null. A name that is not ours may be another site's, made to resolve to
 * this machine (DNS rebinding): its pages must read nothing here.
 * @param hosts names beside those of this machine, in lower case.
 */
export function addressRefusal(request: FastifyRequest, hosts: readonly string[]): AnswerName | null {
  const host = request.hostname.toLowerCase();
  const path = request.raw.url!;
  if (path !== '/healthz' && !LOCAL_NAMES.has(host) && !hosts.includes(host)) return 'wrongHost';
  return isMalformed(path) ? 'malformed' : null;
}
