/**
 * Lets the dashboard call this service directly, its local fallback when the gateway does not respond. Only the dashboard's own origin is
 * allowed; identity and CSRF checks are the same as for any request.
 */
import { CALL_HEADERS, CREDENTIAL_HEADERS } from '@hindsight/shared-contracts/api';
import type { FastifyInstance } from 'fastify';

/** Headers by which a developer's page identifies the person, see `developmentHeaders` in the host. */
const DEVELOPER_HEADERS = ['X-Auth-Request-Email', 'X-Auth-Request-User'];

const ALLOWED = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': [...CALL_HEADERS, ...CREDENTIAL_HEADERS, ...DEVELOPER_HEADERS].join(', '),
  'access-control-max-age': '600',
};
const EXPOSED =
  'ETag, Location, Preference-Applied, Retry-After, X-Request-Id, X-Scope-Membership, X-Search-Metadata, X-Total-Count';

/** Adds CORS headers for `origin` to every response, and answers preflight requests. */
export function allowOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin');
    if (request.headers.origin !== origin) return done();
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': EXPOSED,
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return done();
    return void reply.status(204).headers(ALLOWED).send();
  });
}
