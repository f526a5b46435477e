/**
 * MCP over Streamable HTTP, at `/mcp`: a server for each request and no session, so that every replica answers every request. Its tools
 * call this service as any client does, with the token of the request.
 */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { connect, createMcpServer } from '@hindsight/mcp-server';
import type { Config } from '../config';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { asksThisMachine, isLocalName, isOnThisMachine } from '../localDeveloper';
import { acceptLargeJson, UnreadableRequest } from './mcpBody';
import { HttpProblem } from './problem';

/** Never resolved: its requests stay in this process. */
const OWN_ADDRESS = 'http://service.internal';
/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** By which way a request came: decides whether it is from this machine, and which address its attempts count for. */
const WAY = ['host', 'x-forwarded-for', 'x-gateway-secret'] as const;

/** What the client takes for the network: the same routes, hooks and limits as from outside. */
function fetchWithin(app: FastifyInstance, { ip, headers: outer }: FastifyRequest): typeof fetch {
  const way = Object.fromEntries(WAY.flatMap((name) => (outer[name] ? [[name, String(outer[name])]] : [])));
  return async (input, init = {}) => {
    const response = await app.inject({
      method: init.method as NonNullable<InjectOptions['method']>,
      url: String(input).slice(OWN_ADDRESS.length),
      headers: { ...(init.headers as Record<string, string>), ...way },
      remoteAddress: ip,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const body = BODILESS.has(response.statusCode) ? null : response.payload;
    return new Response(body, { status: response.statusCode, headers });
  };
}

/** The token of a request, as it came. A session is no identity here: a page of another site could use it. */
function tokenOf({ headers }: FastifyRequest): Record<string, string> {
  const { authorization, 'x-api-key': key } = headers;
  if (authorization !== undefined) return { Authorization: authorization };
  return typeof key === 'string' ? { 'X-API-Key': key } : {};
}

/** Which agent and which program call, for the activity of the agent. */
function introductionOf({ headers }: FastifyRequest): Record<string, string> {
  const { 'x-agent-id': agent, 'user-agent': program } = headers;
  return {
    ...(typeof agent === 'string' && { 'X-Agent-Id': agent }),
    ...(program && { 'User-Agent': program }),
  };
}

/** What calls use that name nothing: the agent that the request introduces. */
function defaultsOf({ headers }: FastifyRequest) {
  const { 'x-agent-id': agent } = headers;
  const agentId = typeof agent === 'string' && isUuid(agent) ? agent : null;
  return { agentId, conversationId: null, scope: null };
}

/** A page that may call: the dashboard's own, or one of this machine that reaches the service directly, such as an inspector. */
function isOwnPage({ headers, ip }: FastifyRequest, appOrigin: string): boolean {
  const { origin } = headers;
  if (origin === undefined || origin === appOrigin) return true;
  const isLocalPage = URL.canParse(origin) && isLocalName(new URL(origin).hostname);
  return isLocalPage && isOnThisMachine(ip, headers) && asksThisMachine(headers);
}

/** Whether the sender of a request, or of any request of a batch, wants to hear of its progress. */
const wantsProgress = (message: unknown): boolean =>
  [message].flat().some((one) => {
    const { params } = (one ?? {}) as { params?: { _meta?: { progressToken?: unknown } } };
    return params?._meta?.progressToken !== undefined;
  });

/** JSON-RPC's code for a request that cannot be carried out as it is. */
const INVALID_REQUEST = -32600;

function addRoutes(app: FastifyInstance, config: Config): void {
  acceptLargeJson(app);
  app.post('/mcp', async (request, reply) => {
    if (!isOwnPage(request, config.appBaseUrl.origin))
      throw new HttpProblem(403, 'This request comes from a page of another site and was refused.');
    if (request.body instanceof UnreadableRequest) {
      const { id, status, reason } = request.body;
      // A client shows an error to its model where it belongs to a request; a status alone it takes for a broken server.
      return reply
        .status(id === null ? status : 200)
        .send({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message: reason } });
    }

    const identity = { ...tokenOf(request), ...introductionOf(request) };
    const defaults = defaultsOf(request);
    const client = { baseUrl: OWN_ADDRESS, identity, defaults };
    const server = createMcpServer({
      api: connect(client, { fetch: fetchWithin(app, request) }),
      defaults,
      version: config.build.version,
      log: (message, error) => request.log.error({ err: error }, message),
    });
    // JSON that breaks off is an error at once; after events that end without an answer, a client waits until its time is up.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress(request.body) });
    reply.raw.once('close', () => {
      server.close().catch((error: unknown) => request.log.error({ err: error }, 'mcp did not close'));
    });
    // nginx would keep the events until there are enough of them.
    reply.header('x-accel-buffering', 'no');
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request.raw, reply.raw, request.body);
  });

  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new HttpProblem(405, 'There is no session and no stream of its own here. Use POST.');
    },
  });
}

/** Registers the routes, with a way of their own to read bodies. */
export function registerMcp(app: FastifyInstance, config: Config): void {
  void app.register((scope, _options, done) => {
    addRoutes(scope, config);
    done();
  });
}
