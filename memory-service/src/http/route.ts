/** Registers endpoints from the contract's table: gates, validation and serialisation are the same for all of them. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints, requiresSession, SESSION_ENDED } from '@hindsight/shared-contracts/api';
import type { BuildInfo, EndpointSchemas, Endpoints } from '@hindsight/shared-contracts/api';
import type { z } from 'zod';
import type { Config } from '../config';
import {
  mayChangeAnything,
  maySignedIn,
  mayTarget,
  mayUseMemoryData,
  mayWithScope,
} from '../domain/permissions';
import { GUEST } from '../domain/principal';
import type { Person, Principal, TokenHolder } from '../domain/principal';
import { preferHeaders, resolveScope } from '../domain/scope';
import type { Scope } from '../domain/scope';
import { isBrowser } from '../localDeveloper';
import type { Operations } from '../operations';
import type { Database } from '../storage/database';
import { requireSameSite } from './csrf';
import { serializerOf } from './serializers';
import { createIdempotency } from './idempotency';
import type { Idempotency, WireAnswer } from './idempotency';
import { identify, isFromGateway } from './identity';
import { knowsUnrated, withZeroScores } from './prefer';
import { HttpProblem, demand } from './problem';
import { activityOf } from './tokenActivity';
import type { TokenRegistry } from './tokenRegistry';

/** What every handler may use. */
export interface Services {
  config: Config;
  database: Database;
  tokens: TokenRegistry;
  operations: Operations;
  /** The package of the MCP server that this build offers. */
  mcpServer?: BuildInfo['mcp_server'];
}

/**
 * Who may call: `anyone` is not even identified, `session` may be a guest, a person or a token,
 * `person` must be signed in (tokens are not), `memory` uses memory data (guests: public rows; people and tokens:
 * after the beta gate), `writer` changes memory data (people and tokens, which need the scope `write`).
 */
type Access = 'anyone' | 'session' | 'person' | 'memory' | 'writer';

type Key = keyof Endpoints;
type Part<K extends Key, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends z.ZodType> ? z.output<S> : undefined;
type Answer<K extends Key> = Endpoints[K] extends { response: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

type AcceptedAnswer<K extends Key> = Endpoints[K] extends { accepted: infer S extends z.ZodType }
  ? Accepted<z.input<S>>
  : never;

/** The answer of a request whose work goes on after it: 202. */
export class Accepted<T> {
  constructor(
    readonly body: T,
    readonly location: string,
  ) {}
}

export interface Call<K extends Key, A extends Access = Access> extends Services {
  principal: A extends 'person' ? Person : A extends 'writer' ? Person | TokenHolder : Principal;
  params: Part<K, 'params'>;
  query: Part<K, 'query'>;
  body: Part<K, 'body'>;
  /** The workspace that the request is about. Throws 422 when the hints cannot be understood. */
  scope: () => Scope;
  /** A header of the request, or undefined. */
  header: (name: string) => string | undefined;
  /** Adds a header to the answer. */
  setHeader: (name: string, value: string) => void;
  /** Aborts when the client goes away before the answer. */
  signal: AbortSignal;
  /** Network address that the request came from. */
  address: string;
}

/** How one endpoint is served. */
type Route<K extends Key> = {
  [A in Access]: {
    access: A;
    /** Scope that a token needs; absent: `read` for GET, else `write`. */
    tokenScope?: 'read' | 'write';
    /** A stream is sent as it is: JSON, or events where the contract says so. */
    handle: (call: Call<K, A>) => Promise<Answer<K> | AcceptedAnswer<K> | Readable> | Answer<K>;
  };
}[Access];

/** A route for every endpoint of the contract: one that is missing does not compile. */
export type Routes = { [K in Key]: Route<K> };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the gates have established it. */
    principal: Principal | null;
    /** Row of the token that the request carries, whether or not it was accepted. */
    tokenRow: string | null;
  }
}

const header = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** What headers and query string hint about the workspace, each as it was sent. */
function hintsOf(request: FastifyRequest) {
  const query = (request.query ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const inQuery = { scope: text(query['scope']), organizationId: text(query['organization_id']) };
  const inHeaders = {
    scope: header(request.headers, 'x-active-scope'),
    organizationId: header(request.headers, 'x-organization-id'),
  };
  return { inQuery, hints: preferHeaders(inHeaders, inQuery) };
}

function scopeOf(request: FastifyRequest, principal: Principal): Scope {
  const { inQuery, hints } = hintsOf(request);
  demand(mayTarget(principal, inQuery.organizationId?.trim().toLowerCase() || undefined));
  const scope = resolveScope(principal, hints);
  if ('problem' in scope) throw new HttpProblem(422, scope.problem.message);
  return scope;
}

/** Writes to these must name their workspace; a token implies it. */
const SCOPED =
  /^\/(agents|keywords|memory-blocks|pinned-questions|consolidation|consolidation-suggestions)(\/|$)/;

function requireScope(request: FastifyRequest): void {
  const { hints } = hintsOf(request);
  if (hints.scope === undefined) throw new HttpProblem(400, 'scope_required');
  if (hints.scope === 'organization' && hints.organizationId === undefined) {
    throw new HttpProblem(400, 'organization_id_required');
  }
}

/**
 * Whether a person asks about an organization that they are no member of. It is answered as an empty one, so a page that shows it would
 * not notice that a membership or the organization has ended; whether the organization exists is not revealed.
 */
function isOutside(request: FastifyRequest, principal: Principal): boolean {
  const { scope, organizationId: id } = hintsOf(request).hints;
  if (principal.kind !== 'person' || principal.isSuperadmin) return false;
  if (scope !== 'organization' || id === undefined) return false;
  return principal.memberships.every(({ organization_id }) => organization_id !== id);
}

/** The client's address; for forwarded requests the one that the gateway reports. */
function addressOf(config: Config, request: FastifyRequest): string {
  const forwarded = isFromGateway(config, request.headers)
    ? header(request.headers, 'x-forwarded-for')?.split(',')[0]?.trim()
    : undefined;
  return (forwarded ?? request.ip).slice(0, 100);
}

const isUnsafeMethod = (method: string) => method !== 'GET' && method !== 'HEAD';

/** The scope that a token needs for memory data. */
function neededScope(route: { tokenScope?: 'read' | 'write' }, method: string): 'read' | 'write' {
  return route.tokenScope ?? (isUnsafeMethod(method) ? 'write' : 'read');
}

/** The checks before validation: identity, permissions and CSRF. */
async function passGates(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  route: { access: Access; tokenScope?: 'read' | 'write' },
  path: string,
): Promise<void> {
  const { access } = route;
  if (access === 'anyone') return;
  const isUnsafe = isUnsafeMethod(request.method);
  const address = addressOf(services.config, request);
  const onToken = (id: string) => void (request.tokenRow = id);
  const principal = await identify({ ...services, address, onToken }, request.headers).catch(
    (error: unknown) => {
      const isRefused = access === 'session' && error instanceof HttpProblem && error.status === 401;
      throw isRefused ? new HttpProblem(401, error.detail, { authenticated: false }) : error;
    },
  );
  if (principal.kind === 'guest' && requiresSession(request.headers)) {
    throw new HttpProblem(SESSION_ENDED.status, SESSION_ENDED.detail, { code: SESSION_ENDED.code });
  }
  request.principal = principal;
  if (isOutside(request, principal)) reply.header('x-scope-membership', 'none');
  if (access === 'person' && principal.kind === 'token') demand(maySignedIn(principal));
  if (isUnsafe) {
    demand(mayChangeAnything(principal));
    // A browser adds no token by itself, so another site's page cannot make it send one.
    const isProgram =
      principal.kind === 'token' ||
      (principal.kind === 'person' && principal.isLocalDeveloper && !isBrowser(request.headers));
    if (!isProgram) requireSameSite(request.headers, services.config.appBaseUrl.origin);
  }
  if (access === 'person') demand(maySignedIn(principal));
  if (access === 'memory' || access === 'writer') {
    demand(mayUseMemoryData(principal));
    demand(mayWithScope(principal, neededScope(route, request.method)));
    if (isUnsafe && principal.kind === 'person' && SCOPED.test(path)) requireScope(request);
  }
}

/** Method and Fastify path of a key such as `GET /memory-blocks/{id}`. */
export function parseKey(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, path: path.replace(/\{(\w+)\}/g, ':$1') };
}

function clientGoneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  if (reply.raw.closed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}

/** What endpoints are registered with: the services, and whether each answer is compared with the contract. */
type Registration = Services & { checksAnswers: boolean };

const JSON_TYPE = 'application/json; charset=utf-8';
const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

/** Headers beside the body that change what a write does. */
const MEANINGFUL_HEADERS = ['x-active-scope', 'x-organization-id', 'if-match', 'prefer'];

/** What `once` needs of a write that carries an idempotency key; undefined for other requests. */
function keyedCall(request: FastifyRequest) {
  const { principal, method, url, headers, body } = request;
  const key = header(headers, 'idempotency-key');
  if (key === undefined || !isUnsafeMethod(method) || !principal || principal.kind === 'guest')
    return undefined;
  const meaning = MEANINGFUL_HEADERS.map((name) => header(headers, name) ?? null);
  return { key, principal, request: [method, url, meaning, body ?? null] };
}

/** Registers one endpoint. The app ignores trailing slashes, so both forms reach it. */
function register<K extends Key>(
  app: FastifyInstance,
  { checksAnswers, idempotency, ...services }: Registration & { idempotency: Idempotency },
  key: K,
  route: Route<K>,
): void {
  const serializer = serializerOf(key, checksAnswers);
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
      ...(schemas.response && {
        response: { [status]: schemas.response, ...(schemas.accepted && { 202: schemas.accepted }) },
      }),
    },
    ...(serializer && { serializerCompiler: serializer }),
    onRequest: (request, reply) => passGates(request, reply, services, route, path),
    onSend: async (request, reply, payload) => {
      if (request.tokenRow === null) return payload;
      const isMemory = route.access === 'memory' || route.access === 'writer';
      const stage = isMemory ? neededScope(route, method) : 'sign_in';
      const accepted = request.principal?.kind === 'token';
      const seen = activityOf({ accepted, stage, call: key }, reply.statusCode, payload, new Date());
      services.tokens.note(request.tokenRow, seen);
      return payload;
    },
    handler: async (request, reply) => {
      const principal = request.principal ?? GUEST;
      const headers: Record<string, string> = {};
      const call = {
        ...services,
        principal,
        params: request.params,
        query: request.query,
        body: request.body,
        scope: () => scopeOf(request, principal),
        header: (name: string) => header(request.headers, name.toLowerCase()),
        setHeader: (name: string, value: string) => void (headers[name] = value),
        address: addressOf(services.config, request),
        get signal() {
          return clientGoneSignal(reply);
        },
      };
      // The gates and the validated schemas above have made the call what the route's types say.
      const handle = route.handle as unknown as (validated: typeof call) => Promise<unknown>;
      /** Does the work and puts status and headers into the reply; resolves with the body. */
      const answer = async (database: Database): Promise<unknown> => {
        const result = await handle(Object.assign(call, { database }));
        const isAccepted = result instanceof Accepted;
        if (isAccepted)
          Object.assign(headers, { location: result.location, 'preference-applied': 'respond-async' });
        void reply.status(isAccepted ? 202 : status).headers(headers);
        const body = isAccepted ? result.body : result;
        if (body instanceof Readable) return body;
        return knowsUnrated(call.header('prefer')) ? body : withZeroScores(body);
      };
      const keyed = keyedCall(request);
      if (!keyed) {
        const body = await answer(services.database);
        if (body instanceof Readable) void reply.type(schemas.stream ? EVENTS_TYPE : JSON_TYPE);
        return reply.send(body);
      }
      const wire = await idempotency.once(keyed, async (database): Promise<WireAnswer> => {
        const result = await answer(database);
        // `serialize` answers bytes for some routes, and is typed for texts alone.
        const body = result === undefined ? '' : String(reply.serialize(result));
        return { status: reply.statusCode, headers, body };
      });
      void reply.status(wire.status).headers(wire.headers);
      if (wire.body === '') return reply.send();
      // As bytes: the framework would serialise a text again.
      return reply.type(JSON_TYPE).send(Buffer.from(wire.body));
    },
  });
}

/** Registers every endpoint of the contract. */
export function registerRoutes(app: FastifyInstance, services: Registration, routes: Routes): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('tokenRow', null);
  const registration = { ...services, idempotency: createIdempotency(services.database) };
  const registerKey = <K extends Key>(key: K) => register(app, registration, key, routes[key]);
  for (const key of Object.keys(endpoints) as Key[]) registerKey(key);
}
