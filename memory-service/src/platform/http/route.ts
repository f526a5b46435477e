/** Registers endpoints from the contract's table with the same gates, validation and serialization for all. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '@hindsight/shared-contracts/api';
import type { EndpointSchemas, Endpoints } from '@hindsight/shared-contracts/api';
import type { z } from 'zod';
import { GUEST } from '../auth/rules/principal';
import type { Person, Principal, TokenHolder } from '../auth/rules/principal';
import type { Scope } from '../auth/rules/scope';
import { withStatementLimit, onReplica } from '../database/database';
import type { Database } from '../database/database';
import type { StatementKind } from '../database/statementLimits';
import { countCall } from './callLimits';
import type { CallLimit } from './callLimits';
import { isCostly, statementKind } from './cost';
import type { Asked } from './cost';
import type { FairShare } from './fairShare';
import { header, isUnsafeMethod, neededScope, passGates, requestScope } from './gates';
import type { Access } from './gates';
import { clientIp, identifyCaller } from '../auth/identity';
import { createIdempotency } from './idempotency';
import type { Idempotency, WireAnswer } from './idempotency';
import { supportsUnrated, withZeroScores } from './preferHeader';
import { createSerializer } from './serializers';
import { cachedAnswer } from './cachedAnswer';
import { noteWrite, identifyReader } from './replicaReads';
import type { Services } from './services';

/** Facts about a request that only its handler knows. */
interface CallNote {
  /** Memories found or created, in response order. */
  memoryIds: readonly string[];
  /** Author of the written memory. */
  agentId?: string;
  /** Organization of a memory that no longer exists. */
  organizationId?: string | null;
  /** For a search: query, type and hits including those of earlier pages; null past the last page. */
  search?: { query: string; type: string; hits: number | null };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the handler adds a note. */
    note: CallNote | null;
    /** Whether the request was carried out, rather than an earlier response repeated. */
    wasCarriedOut: boolean;
  }
}

/** A request with its response. */
export interface AnsweredCall {
  request: FastifyRequest;
  reply: FastifyReply;
  payload: unknown;
  /** Endpoint key in the contract. */
  key: string;
  isMemory: boolean;
  /** Required token scope. */
  needs: 'read' | 'write';
}

type Key = keyof Endpoints;
type Part<K extends Key, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends z.ZodType> ? z.output<S> : undefined;
type Answer<K extends Key> = Endpoints[K] extends { response: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

type AcceptedAnswer<K extends Key> = Endpoints[K] extends { accepted: infer S extends z.ZodType }
  ? Accepted<z.input<S>>
  : never;

/** 202 response for a request whose work continues afterwards. */
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
  /** Workspace of the request. Throws 422 when the hints are invalid. */
  scope: () => Scope;
  header: (name: string) => string | undefined;
  setHeader: (name: string, value: string) => void;
  /** Adds facts that the request does not contain to the agent's activity. */
  note: (note: CallNote) => void;
  /** Aborts when the client disconnects before the response. */
  signal: AbortSignal;
  /** Network address of the client. */
  address: string;
}

type Route<K extends Key> = {
  [A in Access]: {
    access: A;
    /** Token scope required; default: `read` for GET, else `write`. */
    tokenScope?: 'read' | 'write';
    /** Rate limit per caller, regardless of the outcome. */
    limit?: CallLimit;
    /**
     * Whether the response depends only on the database, the caller, the URL and the preferences. If so, it is tagged, so a client can
     * revalidate its copy, and cached until the next write where writes can be observed.
     */
    repeatable?: true;
    /** Whether the work takes several transactions, so that none could store its response for a retry. Idempotency keys are ignored. */
    hasOwnTransactions?: true;
    /** A stream is sent unchanged: JSON, or events if the contract says so. */
    handle: (call: Call<K, A>) => Promise<Answer<K> | AcceptedAnswer<K> | Readable> | Answer<K>;
  };
}[Access];

/** A route for every endpoint of the contract; a missing one is a compile error. */
export type Routes = { [K in Key]: Route<K> };

/** Method and Fastify path for a key such as `GET /memory-blocks/{id}`. */
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

/** Fair queues by cost. */
export interface Shares {
  cheap: FairShare;
  costly: FairShare;
}

/** Dependencies of the endpoints: the services, and whether responses are validated against the contract. */
type Registration = Services & {
  checksAnswers: boolean;
  shares: Shares;
  /** Called with every response before it is sent. */
  observe: (call: AnsweredCall) => void;
};

/** Logged status of a request whose client disconnected; never sent. */
const CLIENT_GONE = 499;
const JSON_TYPE = 'application/json; charset=utf-8';
const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

/** Headers that, besides the body, affect the outcome of a write. */
const MEANINGFUL_HEADERS = ['x-active-scope', 'x-organization-id', 'if-match', 'prefer'];

/** Arguments of `once` for a write with an idempotency key; undefined for other requests. */
function keyedCall(request: FastifyRequest) {
  const { principal, method, url, headers, body } = request;
  const key = header(headers, 'idempotency-key');
  if (key === undefined || !isUnsafeMethod(method) || !principal || principal.kind === 'guest')
    return undefined;
  const meaning = MEANINGFUL_HEADERS.map((name) => header(headers, name) ?? null);
  return { key, principal, request: [method, url, meaning, body ?? null] };
}

/** Fair-share queue: page and token traffic of one user are queued separately. */
function fairShareKey(principal: Principal, address: string): string {
  if (principal.kind === 'guest') return `guest:${address}`;
  return `${principal.kind}:${principal.userId}`;
}

/** Registers one endpoint. The app ignores trailing slashes, so both forms match. */
function register<K extends Key>(
  app: FastifyInstance,
  { checksAnswers, idempotency, shares, observe, ...services }: Registration & { idempotency: Idempotency },
  key: K,
  route: Route<K>,
): void {
  const serializer = createSerializer(key, checksAnswers);
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
    // Identification also queries the database: hundreds of requests of one caller must not block another's there.
    onRequest: (request, reply) =>
      shares.cheap.run(identifyCaller(services, request), () =>
        passGates(request, reply, services, route, path),
      ),
    onSend: async (request, reply, payload) => {
      const isMemory = route.access === 'memory' || route.access === 'writer';
      observe({ request, reply, payload, key, isMemory, needs: neededScope(route, method) });
      return payload;
    },
    handler: async (request, reply) => {
      const principal = request.principal ?? GUEST;
      const address = clientIp(services.config, request);
      const asked: Asked = request.query ?? {};
      const share = isCostly(path, asked) ? shares.costly : shares.cheap;
      const kind = statementKind(method, path, asked);
      const body = await share.run(fairShareKey(principal, address), () =>
        handleRequest(request, reply, principal, address, kind),
      );
      if (isUnsafeMethod(method)) await noteWrite(services.database, principal, reply);
      // Sent outside the turn: a slow client or an endless stream would keep the slot.
      return reply.send(body);
    },
  });

  /** Runs a request and prepares its reply; resolves to the body to send. */
  async function handleRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
    address: string,
    kind: StatementKind,
  ): Promise<unknown> {
    if (reply.raw.destroyed) {
      void reply.status(CLIENT_GONE);
      return undefined;
    }
    if (route.limit) {
      const caller = principal.kind === 'guest' ? address : principal.userId;
      await countCall(services.database, route.limit, caller);
    }
    const headers: Record<string, string> = {};
    const call = {
      ...services,
      principal,
      params: request.params,
      query: request.query,
      body: request.body,
      scope: () => requestScope(request, principal),
      header: (name: string) => header(request.headers, name.toLowerCase()),
      setHeader: (name: string, value: string) => void (headers[name] = value),
      note: (note: CallNote) => void (request.note = note),
      address,
      get signal() {
        return clientGoneSignal(reply);
      },
    };
    // The gates and validation above guarantee the types of the route.
    const handle = route.handle as unknown as (validated: typeof call) => Promise<unknown>;
    /** Runs the handler and sets status and headers of the reply; resolves to the body. */
    const answer = async (database: Database): Promise<unknown> => {
      request.wasCarriedOut = true;
      const result = await handle(Object.assign(call, { database: withStatementLimit(database, kind) }));
      const isAccepted = result instanceof Accepted;
      if (isAccepted)
        Object.assign(headers, { location: result.location, 'preference-applied': 'respond-async' });
      void reply.status(isAccepted ? 202 : status).headers(headers);
      const body = isAccepted ? result.body : result;
      if (body instanceof Readable) return body;
      return supportsUnrated(call.header('prefer')) ? body : withZeroScores(body);
    };
    const keyed = route.hasOwnTransactions ? undefined : keyedCall(request);
    if (!keyed) {
      // Data that decides about people and rights is read from the primary.
      const reader =
        !isUnsafeMethod(method) && route.access === 'memory' && identifyReader(request, principal);
      const database = reader ? onReplica(services.database, reader) : services.database;
      if (route.repeatable) {
        request.wasCarriedOut = true;
        const serialize = (body: unknown) => reply.serialize(body as Record<string, unknown>);
        return cachedAnswer(request, reply, { database, headers, serialize, read: () => answer(database) });
      }
      const body = await answer(database);
      if (body instanceof Readable) void reply.type(schemas.stream ? EVENTS_TYPE : JSON_TYPE);
      return body;
    }
    const wire = await idempotency.once(keyed, async (database): Promise<WireAnswer> => {
      const result = await answer(database);
      // `serialize` returns bytes for some routes, but is typed for text only.
      const body = result === undefined ? '' : String(reply.serialize(result));
      return { status: reply.statusCode, headers, body };
    });
    void reply.status(wire.status).headers(wire.headers);
    if (wire.body === '') return undefined;
    // Sent as bytes: the framework would serialize a string again.
    void reply.type(JSON_TYPE);
    return Buffer.from(wire.body);
  }
}

/** Registers every endpoint of the contract. */
export function registerRoutes(app: FastifyInstance, services: Registration, routes: Routes): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('tokenRow', null);
  app.decorateRequest('note', null);
  app.decorateRequest('wasCarriedOut', false);
  const registration = { ...services, idempotency: createIdempotency(services.database) };
  const registerKey = <K extends Key>(key: K) => register(app, registration, key, routes[key]);
  for (const key of Object.keys(endpoints) as Key[]) registerKey(key);
}
