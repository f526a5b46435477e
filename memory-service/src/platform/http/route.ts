/** Registers endpoints from the contract's table: gates, validation and serialization are the same for all of them. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '@hindsight/shared-contracts/api';
import type { EndpointSchemas, Endpoints } from '@hindsight/shared-contracts/api';
import type { z } from 'zod';
import { GUEST } from '../auth/rules/principal';
import type { Person, Principal, TokenHolder } from '../auth/rules/principal';
import type { Scope } from '../auth/rules/scope';
import { limited, onReplica } from '../database/database';
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
import { knowsUnrated, withZeroScores } from './preferHeader';
import { createSerializer } from './serializers';
import { repeatedAnswer } from './repeatedAnswer';
import { noteWrite, identifyReader } from './replicaReads';
import type { Services } from './services';

/** What a handler knows of its call that the request does not say. */
interface CallNote {
  /** What was found or made, in the order of the answer. */
  memoryIds: readonly string[];
  /** The author of what was written. */
  agentId?: string;
  /** The organization of a memory that is gone now. */
  organizationId?: string | null;
  /** Of a search: its text, its kind and its hits, those of earlier pages included; null when it went past the last page. */
  search?: { query: string; type: string; hits: number | null };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the handler has noted something. */
    note: CallNote | null;
    /** Whether the work was done for this request, rather than an earlier answer repeated. */
    wasCarriedOut: boolean;
  }
}

/** A call as it was answered. */
export interface AnsweredCall {
  request: FastifyRequest;
  reply: FastifyReply;
  payload: unknown;
  /** The endpoint of the contract. */
  key: string;
  isMemory: boolean;
  /** The scope that a token needs for it. */
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
  header: (name: string) => string | undefined;
  setHeader: (name: string, value: string) => void;
  /** Tells the activity of an agent what the request does not say. */
  note: (note: CallNote) => void;
  /** Aborts when the client goes away before the answer. */
  signal: AbortSignal;
  /** Network address that the request came from. */
  address: string;
}

type Route<K extends Key> = {
  [A in Access]: {
    access: A;
    /** Scope that a token needs; absent: `read` for GET, else `write`. */
    tokenScope?: 'read' | 'write';
    /** How often one caller may make the call, whatever comes of it. */
    limit?: CallLimit;
    /**
     * Does the answer depend on nothing but the database, the caller, the address and the preferences? Then it carries a tag, by which a
     * client that has it is spared it, and is kept while nothing is written where that can be known.
     */
    repeatable?: true;
    /** Whether the work takes several transactions, so that none could keep its answer for a repeated request. Idempotency keys are ignored. */
    hasOwnTransactions?: true;
    /** A stream is sent as it is: JSON, or events where the contract says so. */
    handle: (call: Call<K, A>) => Promise<Answer<K> | AcceptedAnswer<K> | Readable> | Answer<K>;
  };
}[Access];

/** A route for every endpoint of the contract: one that is missing does not compile. */
export type Routes = { [K in Key]: Route<K> };

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

/** Turns of the calls, by what they cost. */
export interface Shares {
  cheap: FairShare;
  costly: FairShare;
}

/** What endpoints are registered with: the services, and whether each answer is compared with the contract. */
type Registration = Services & {
  checksAnswers: boolean;
  shares: Shares;
  /** Called with every answer before it is sent. */
  observe: (call: AnsweredCall) => void;
};

/** What the log says of a request whose client did not wait; nobody receives it. */
const CLIENT_GONE = 499;
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

/** Whose line a call waits in. A person's page does not wait for what their agents ask. */
function callerIn(principal: Principal, address: string): string {
  if (principal.kind === 'guest') return `guest:${address}`;
  return `${principal.kind}:${principal.userId}`;
}

/** Registers one endpoint. The app ignores trailing slashes, so both forms reach it. */
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
    // Who asks is looked up in the database too: hundreds of calls of one caller must not stand before another's there.
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
      const body = await share.run(callerIn(principal, address), () =>
        carryOut(request, reply, principal, address, kind),
      );
      if (isUnsafeMethod(method)) await noteWrite(services.database, principal, reply);
      // After the turn: a client that reads slowly, or a stream that does not end, would keep it.
      return reply.send(body);
    },
  });

  /** Does the work of a call and prepares its reply; resolves with the body to send. */
  async function carryOut(
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
    // The gates and the validated schemas above have made the call what the route's types say.
    const handle = route.handle as unknown as (validated: typeof call) => Promise<unknown>;
    /** Does the work and puts status and headers into the reply; resolves with the body. */
    const answer = async (database: Database): Promise<unknown> => {
      request.wasCarriedOut = true;
      const result = await handle(Object.assign(call, { database: limited(database, kind) }));
      const isAccepted = result instanceof Accepted;
      if (isAccepted)
        Object.assign(headers, { location: result.location, 'preference-applied': 'respond-async' });
      void reply.status(isAccepted ? 202 : status).headers(headers);
      const body = isAccepted ? result.body : result;
      if (body instanceof Readable) return body;
      return knowsUnrated(call.header('prefer')) ? body : withZeroScores(body);
    };
    const keyed = route.hasOwnTransactions ? undefined : keyedCall(request);
    if (!keyed) {
      // What decides about people and rights is read where it is written.
      const reader =
        !isUnsafeMethod(method) && route.access === 'memory' && identifyReader(request, principal);
      const database = reader ? onReplica(services.database, reader) : services.database;
      if (route.repeatable) {
        request.wasCarriedOut = true;
        const serialize = (body: unknown) => reply.serialize(body as Record<string, unknown>);
        return repeatedAnswer(request, reply, { database, headers, serialize, read: () => answer(database) });
      }
      const body = await answer(database);
      if (body instanceof Readable) void reply.type(schemas.stream ? EVENTS_TYPE : JSON_TYPE);
      return body;
    }
    const wire = await idempotency.once(keyed, async (database): Promise<WireAnswer> => {
      const result = await answer(database);
      // `serialize` answers bytes for some routes, and is typed for texts alone.
      const body = result === undefined ? '' : String(reply.serialize(result));
      return { status: reply.statusCode, headers, body };
    });
    void reply.status(wire.status).headers(wire.headers);
    if (wire.body === '') return undefined;
    // As bytes: the framework would serialize a text again.
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
