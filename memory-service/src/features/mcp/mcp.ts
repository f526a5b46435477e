/**
 * MCP over Streamable HTTP at `/mcp`: one stateless server per request, so that any replica can answer. Its tools call this service's
 * public API with the token of the request.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { connect, createMcpServer, listsEarlierTools } from '@hindsight/mcp-server';
import type { Config } from '../../platform/config/config';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { parseToken } from '../../platform/auth/rules/tokens';
import { isLocalRequest, isLocalName, isOnThisMachine } from '../../platform/auth/localDeveloper';
import { requestToken, clientIp } from '../../platform/auth/identity';
import { acceptLargeJson, UnreadableRequest } from './mcpBody';
import { buildChallenge } from '../oauth';
import { HttpProblem } from '../../platform/http/problem';
import type { Services } from '../../platform/http/services';

type McpServices = Pick<Services, 'config' | 'tokens' | 'oauth'>;

/** Placeholder origin; never resolved, since requests stay in this process. */
const OWN_ADDRESS = 'http://service.internal';
/** Statuses whose responses have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** Headers that identify the route of a request: they determine whether it is local, and which address its attempts count for. */
const WAY = ['host', 'x-forwarded-for', 'x-gateway-secret'] as const;

/** A `fetch` that injects requests into this server, with the same routes, hooks and limits as from outside. */
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

/** The authenticated caller: headers for calls to the service, the agent of the token, and a cleanup that runs after the request. */
interface McpCaller {
  identity: Record<string, string>;
  agentId: string | null;
  end: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    mcpCaller: McpCaller | null;
  }
}

const refuse = (config: Config, detail: string, isWrong: boolean) =>
  new HttpProblem(401, detail, isWrong ? { error: 'invalid_token' } : {}, {
    'www-authenticate': buildChallenge(config, isWrong ? detail : undefined),
  });

const SIGN_IN = 'Sign in to use this server, or send a Hindsight token.';

/**
 * Authenticates a request by a personal token or an OAuth access token for this address. Sessions are not accepted, since a page of
 * another site could use them.
 * @throws 401 with a sign-in challenge.
 */
async function identifyCaller(request: FastifyRequest, services: McpServices): Promise<McpCaller> {
  const { config, tokens, oauth } = services;
  const end = () => undefined;
  const token = requestToken(request.headers);
  if (token === undefined) {
    const { headers, ip } = request;
    const isDeveloper = config.developer && isOnThisMachine(ip, headers) && isLocalRequest(headers);
    // An unsupported kind of credentials is not the same as none.
    const isAnonymous = headers.authorization === undefined && (config.allowsMcpGuests || isDeveloper);
    if (isAnonymous) return { identity: {}, agentId: null, end };
    throw refuse(config, SIGN_IN, false);
  }
  const signedIn = parseToken(token) ? undefined : await oauth.tokenBehind(token);
  if (signedIn) {
    const loan = tokens.lend(signedIn);
    return {
      identity: { Authorization: `Bearer ${loan.text}` },
      agentId: signedIn.row.agentId,
      end: loan.end,
    };
  }
  const { row } = await tokens
    .check(token, clientIp(config, request), () => undefined)
    .catch((error: unknown) => {
      throw error instanceof HttpProblem && error.status === 401 ? refuse(config, error.detail, true) : error;
    });
  return { identity: { Authorization: `Bearer ${token}` }, agentId: row.agentId, end };
}

/** Headers that identify the agent and the client, for the activity log. */
function introduceClient({ headers }: FastifyRequest): Record<string, string> {
  const { 'x-agent-id': agent, 'user-agent': program } = headers;
  return {
    ...(typeof agent === 'string' && { 'X-Agent-Id': agent }),
    ...(program && { 'User-Agent': program }),
  };
}

/** Defaults for calls that name no agent: the agent in the request headers, else the one of its token. */
function readDefaults({ headers, mcpCaller }: FastifyRequest) {
  const { 'x-agent-id': agent } = headers;
  const agentId = typeof agent === 'string' && isUuid(agent) ? agent : (mcpCaller?.agentId ?? null);
  return { agentId, conversationId: null, scope: null };
}

/** Whether a page may call: the dashboard, or a page on this machine that connects directly, such as an inspector. */
function isOwnPage({ headers, ip }: FastifyRequest, appOrigin: string): boolean {
  const { origin } = headers;
  if (origin === undefined || origin === appOrigin) return true;
  const isLocalPage = URL.canParse(origin) && isLocalName(new URL(origin).hostname);
  return isLocalPage && isOnThisMachine(ip, headers) && isLocalRequest(headers);
}

/** Whether a request, or any request of a batch, asks for progress notifications. */
const wantsProgress = (message: unknown): boolean =>
  [message].flat().some((one) => {
    const { params } = (one ?? {}) as { params?: { _meta?: { progressToken?: unknown } } };
    return params?._meta?.progressToken !== undefined;
  });

const BOTH_TYPES = 'application/json, text/event-stream';

/** Response types that the client accepts; JSON if it accepts anything. */
function acceptedTypes({ headers: { accept = '*/*' } }: FastifyRequest): { json: boolean; events: boolean } {
  return {
    json: /application\/(json|\*)|\*\/\*/i.test(accept),
    events: /text\/(event-stream|\*)/i.test(accept),
  };
}

/** JSON-RPC error code "Invalid Request". */
const INVALID_REQUEST = -32600;

function addRoutes(app: FastifyInstance, services: McpServices): void {
  const { config } = services;
  acceptLargeJson(app);
  app.decorateRequest('mcpCaller', null);
  // Authenticates before reading the body, so that anonymous callers cannot upload large ones.
  app.addHook('onRequest', async (request) => {
    if (!isOwnPage(request, config.appBaseUrl.origin))
      throw new HttpProblem(403, 'This request came from another site and was blocked.');
    request.mcpCaller = await identifyCaller(request, services);
  });
  app.addHook('onResponse', async ({ mcpCaller }) => mcpCaller?.end());
  app.post('/mcp', async (request, reply) => {
    if (request.body instanceof UnreadableRequest) {
      const { id, status, reason } = request.body;
      // Clients show a JSON-RPC error to their model, but treat a bare error status as a broken server.
      return reply
        .status(id === null ? status : 200)
        .send({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message: reason } });
    }

    const identity = { ...request.mcpCaller?.identity, ...introduceClient(request) };
    const defaults = readDefaults(request);
    const client = { baseUrl: OWN_ADDRESS, identity, defaults };
    const newServer = () =>
      createMcpServer({
        api: connect(client, { fetch: fetchWithin(app, request) }),
        defaults,
        withEarlierTools: listsEarlierTools(request.headers['x-hindsight-tools']),
        version: config.build.version,
        log: (message, error) => request.log.error({ err: error }, message),
      });
    const accepted = acceptedTypes(request);
    // Truncated JSON fails at once; when an event stream ends without a response, the client waits for its timeout.
    const enableJsonResponse = accepted.json && !(accepted.events && wantsProgress(request.body));
    // Keeps nginx from buffering the events.
    reply.header('x-accel-buffering', 'no');
    const ofProtocol = Object.entries(request.headers).filter(([name]) => name.startsWith('mcp-'));
    const headers = {
      ...Object.fromEntries(ofProtocol.map(([name, value]) => [name, String(value)])),
      'content-type': 'application/json',
      // The SDK requires clients to accept both types.
      accept: accepted.json || accepted.events ? BOTH_TYPES : String(request.headers.accept),
    };
    const asked = new Request(`${OWN_ADDRESS}/mcp`, { method: 'POST', headers });
    const parsedBody = request.body;
    const closeWithReply = (server: { close(): Promise<void> }) =>
      reply.raw.once('close', () => {
        server
          .close()
          .catch((error: unknown) => request.log.error({ err: error }, 'failed to close the MCP server'));
      });
    if (await isLegacyRequest(asked, parsedBody)) {
      const server = newServer();
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse });
      closeWithReply(server);
      await server.connect(transport);
      return reply.send(await transport.handleRequest(asked, { parsedBody }));
    }
    const handler = createMcpHandler(newServer, { legacy: 'reject' });
    closeWithReply(handler);
    return reply.send(await handler.fetch(asked, { parsedBody }));
  });

  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new HttpProblem(405, 'This server is stateless and offers no event stream. Use POST.');
    },
  });
}

/** Registers the routes with a separate body parser. */
export function registerMcp(app: FastifyInstance, services: McpServices): void {
  void app.register((scope, _options, done) => {
    addRoutes(scope, services);
    done();
  });
}
