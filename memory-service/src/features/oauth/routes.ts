/** OAuth endpoints: metadata, the library's routes, and the redirect to the approval page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientIp } from '../../platform/auth/identity';
import { CALL_LIMITS, countCall } from '../../platform/http/callLimits';
import type { CallLimit } from '../../platform/http/callLimits';
import { cookies } from '../../platform/http/csrf';
import type { Services } from '../../platform/http/services';
import { COOKIES, resourceUrl, RIGHTS, ROUTES } from './authorizationServer';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The `WWW-Authenticate` challenge that points clients to the sign-in metadata (RFC 9728). */
export const buildChallenge = (config: Services['config'], error?: string): string => {
  const resource = new URL(resourceUrl(config));
  const parts = [
    `resource_metadata="${resource.origin}${RESOURCE_METADATA}${resource.pathname}"`,
    `scope="${RIGHTS.join(' ')}"`,
    ...(error === undefined ? [] : [`error="invalid_token"`, `error_description="${error}"`]),
  ];
  return `Bearer ${parts.join(', ')}`;
};

/** Whether a scope contains at least one known right. */
const hasKnownRight = (scope: string | null) => RIGHTS.some((right) => scope?.split(' ').includes(right));

/**
 * Rewrites a request for the library. Uses the public origin, which determines addresses and cookies. Drops all cookies except the one of
 * the request in progress, so that no earlier approval session applies. Adds all rights to a request without any, since the library would
 * otherwise grant none.
 */
function prepareRequest({ raw, headers }: FastifyRequest, origin: URL): void {
  const kept = cookies(headers.cookie, COOKIES.resume).map((value) => `${COOKIES.resume}=${value}`);
  headers.cookie = kept.join('; ');
  headers.host = origin.host;
  headers['x-forwarded-proto'] = origin.protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
  const url = new URL(raw.url ?? '/', origin);
  if (url.pathname !== ROUTES.authorization || hasKnownRight(url.searchParams.get('scope'))) return;
  const scopes = [url.searchParams.get('scope') ?? '', ...RIGHTS].join(' ').trim();
  url.searchParams.set('scope', scopes);
  raw.url = url.pathname + url.search;
}

export function registerOAuth(app: FastifyInstance, services: Services): void {
  const { config, database, oauth } = services;
  const origin = new URL(config.appBaseUrl.origin);
  const resource = resourceUrl(config);
  const count = (limit: CallLimit) => (request: FastifyRequest) =>
    countCall(database, limit, clientIp(config, request));

  void app.register((scope, _options, done) => {
    // The library parses bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));

    const metadata = {
      resource,
      authorization_servers: [origin.origin],
      scopes_supported: RIGHTS,
      bearer_methods_supported: ['header'],
      resource_name: 'Hindsight',
    };
    for (const path of ['', new URL(resource).pathname])
      scope.get(RESOURCE_METADATA + path, (_request, reply) =>
        reply.header('access-control-allow-origin', '*').send(metadata),
      );

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      prepareRequest(request, origin);
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await oauth.answer(request.raw, reply.raw);
    };
    const add = (method: 'GET' | 'POST', url: string, preHandler?: ReturnType<typeof count>) => {
      scope.route({ method, url, handler: answer, ...(preHandler && { preHandler }) });
      scope.options(url, answer);
    };
    add('GET', '/.well-known/oauth-authorization-server');
    add('GET', '/.well-known/openid-configuration');
    add('GET', ROUTES.jwks);
    add('GET', ROUTES.authorization, count(CALL_LIMITS.oauthRequests));
    add('GET', `${ROUTES.authorization}/:uid`);
    add('POST', ROUTES.token);
    add('POST', ROUTES.revocation);
    add('POST', ROUTES.registration, async (request) => {
      await count(CALL_LIMITS.clientRegistrations)(request);
      await countCall(database, CALL_LIMITS.allClientRegistrations, 'all');
    });

    scope.get<{ Params: { id: string } }>('/oauth/requests/:id', ({ params }, reply) =>
      reply.redirect(`/connect?request=${encodeURIComponent(params.id)}`, 303),
    );
    done();
  });
}
