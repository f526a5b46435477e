/** Registers endpoints from the contract's table: gates, validation and serialisation are the same for all of them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints } from '@hindsight/shared-contracts/api';
import type { EndpointSchemas, Endpoints } from '@hindsight/shared-contracts/api';
import type { z } from 'zod';
import type { Config } from '../config';
import { mayChangeAnything, maySignedIn, mayUseMemoryData } from '../domain/permissions';
import { GUEST } from '../domain/principal';
import type { Person, Principal } from '../domain/principal';
import { preferHeaders, resolveScope } from '../domain/scope';
import type { Scope } from '../domain/scope';
import type { Database } from '../storage/database';
import { requireSameSite } from './csrf';
import { identify } from './identity';
import { HttpProblem, demand } from './problem';

/** What every handler may use. */
export interface Services {
  config: Config;
  database: Database;
}

/**
 * Who gets past the door: `anyone` is not even identified, `session` may be a guest or a person,
 * `person` must be signed in, `memory` reads memory data (guests: public rows; people: after the beta gate).
 */
type Access = 'anyone' | 'session' | 'person' | 'memory';

type Key = keyof Endpoints;
type Part<K extends Key, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends z.ZodType> ? z.output<S> : undefined;
type Answer<K extends Key> = Endpoints[K] extends { response: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

export interface Call<K extends Key, A extends Access = Access> extends Services {
  principal: A extends 'person' ? Person : Principal;
  params: Part<K, 'params'>;
  query: Part<K, 'query'>;
  body: Part<K, 'body'>;
  /** The workspace that the request is about. Throws 422 when the hints cannot be understood. */
  scope: () => Scope;
}

/** How one endpoint is served. */
export type Route<K extends Key> = {
  [A in Access]: { access: A; handle: (call: Call<K, A>) => Promise<Answer<K>> | Answer<K> };
}[Access];

/** A route for every endpoint of the contract: one that is missing does not compile. */
export type Routes = { [K in Key]: Route<K> };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the gates have established it. */
    principal: Principal | null;
  }
}

const header = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

function scopeOf(request: FastifyRequest, principal: Principal): Scope {
  const query = (request.query ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const hints = preferHeaders(
    {
      scope: header(request.headers, 'x-active-scope'),
      organizationId: header(request.headers, 'x-organization-id'),
    },
    { scope: text(query['scope']), organizationId: text(query['organization_id']) },
  );
  const scope = resolveScope(principal, hints);
  if ('problem' in scope) throw new HttpProblem(422, scope.problem.message);
  return scope;
}

/** The gates before validation: who is it, may they, and did their own browser page ask? */
async function passGates(
  request: FastifyRequest,
  services: Services,
  access: Access,
  isUnsafe: boolean,
): Promise<void> {
  if (access === 'anyone') return;
  const principal = await identify(services.config, services.database, request.headers);
  request.principal = principal;
  if (isUnsafe) {
    demand(mayChangeAnything(principal));
    requireSameSite(request.headers, services.config.appBaseUrl.origin);
  }
  if (access === 'person') demand(maySignedIn(principal));
  if (access === 'memory') demand(mayUseMemoryData(principal));
}

/** Method and Fastify path of a key such as `GET /memory-blocks/{id}`. */
export function parseKey(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, path: path.replace(/\{(\w+)\}/g, ':$1') };
}

/** Registers one endpoint. The app ignores trailing slashes, so both forms reach it. */
function register<K extends Key>(app: FastifyInstance, services: Services, key: K, route: Route<K>): void {
  const schemas: EndpointSchemas = endpoints[key];
  const { method, path } = parseKey(key);
  const status = schemas.status ?? 200;
  app.route({
    method,
    url: path,
    schema: {
      ...(schemas.params && { params: schemas.params }),
      ...(schemas.query && { querystring: schemas.query }),
      ...(schemas.body && { body: schemas.body }),
      ...(schemas.response && { response: { [status]: schemas.response } }),
    },
    onRequest: (request) => passGates(request, services, route.access, method !== 'GET'),
    handler: async (request, reply) => {
      const principal = request.principal ?? GUEST;
      const call = {
        ...services,
        principal,
        params: request.params,
        query: request.query,
        body: request.body,
        scope: () => scopeOf(request, principal),
      };
      // The gates and the validated schemas above have made the call what the route's types say.
      const handle = route.handle as unknown as (validated: typeof call) => Promise<unknown>;
      const answer = await handle(call);
      return reply.status(status).send(answer);
    },
  });
}

/** Registers every endpoint of the contract. */
export function registerRoutes(app: FastifyInstance, services: Services, routes: Routes): void {
  app.decorateRequest('principal', null);
  const registerKey = <K extends Key>(key: K) => register(app, services, key, routes[key]);
  for (const key of Object.keys(endpoints) as Key[]) registerKey(key);
}
