/** Assembles the gateway: pages, sign-in and forwarding to the service. */
import { createHash } from 'node:crypto';
import { answerUnreadable, MAX_BODY_BYTES, nameCall } from '@hindsight/shared-contracts/rules';
import compress from '@fastify/compress';
import { context, propagation } from '@opentelemetry/api';
import cookie from '@fastify/cookie';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addressRefusal, routableAddress } from './address';
import { answerBody, ANSWERS, type AnswerName } from './answers';
import { addDocuments } from './documents';
import type { GatewayConfig } from './config';
import { csrfRefusal } from './csrf';
import { drain } from './drain';
import { endSession, forward } from './forward';
import {
  CALL_COOKIES,
  forwardedHeaders,
  hasAccessToken,
  lacksSession,
  OAUTH_COOKIES,
} from './identityHeaders';
import { addOidc } from './oidc';
import { createOpenRequests } from './openRequests';
import { safeRedirect } from './redirect';
import { registryReader } from './registry';
import { addReleaseReports } from './releaseReports';
import { createReplicas, type Replicas } from './replicas';
import { SECURITY_HEADERS } from './security';
import { createSessions, type Sessions } from './sessions';
import { addSignIn } from './signIn';
import type { Person } from './signInPage';
import { streamWrite } from './telemetry';

const FORM_BYTES = 16 * 1024;
const REPORT_BYTES = 16 * 1024;
const LONGEST_REPORT = 2000;
/** Deadline for a complete request, so slow clients cannot hold connections. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Language model operations may stay silent for minutes. */
const UPSTREAM_TIMEOUT_MS = 300_000;
const RATE_WINDOW_SECONDS = 10;

export interface GatewayParts {
  config: GatewayConfig;
  /** People to choose from when there is no sign-in provider. */
  people: readonly Person[];
  /** For tests; defaults to 300 s. */
  upstreamTimeoutMs?: number;
}

const refuse = (reply: FastifyReply, name: AnswerName) =>
  reply
    .code(ANSWERS[name].status)
    .headers({ 'Cache-Control': 'no-store', ...(name === 'tooMany' ? { 'Retry-After': 1 } : {}) })
    .send(answerBody(name));

/** Framework errors, whose own messages echo the input. */
const FRAMEWORK_ANSWERS: Readonly<Record<string, AnswerName>> = {
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unknownBody',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
};

/** Endpoint of agents: the service answers oversized bodies itself, after reading them to the end. */
const AGENTS_PATH = '/api/mcp';
/** Endpoints of the service that are for operators only. */
const OPERATORS_PATH = /^\/(guest-)?api\/(metrics|ready)\/?(\?|$)/;

/** The service closes the connection on an oversized body, which would look like an outage. */
const sizeRefusal = ({ headers, url }: FastifyRequest) =>
  Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES && url !== AGENTS_PATH ? 'tooLarge' : null;

function answerError(
  error: Error & { statusCode?: number; code?: string; body?: object },
  reply: FastifyReply,
) {
  const known = FRAMEWORK_ANSWERS[error.code ?? ''];
  if (known) return refuse(reply, known);
  const status = error.statusCode ?? 500;
  if (error.body) return reply.code(status).send(error.body);
  if (status >= 500) console.error(error);
  return reply.code(status).send({ detail: status >= 500 ? 'Internal Server Error' : error.message });
}

type Rate = ReturnType<FastifyInstance['createRateLimit']>;

async function isExceeded(rate: Rate, request: FastifyRequest): Promise<boolean> {
  const answer = await rate(request);
  return !answer.isAllowed && answer.isExceeded;
}

/** Key of the rate limits: a token, a session, or else an address; for IPv6 its /64, because one host can use all of it. */
const identifyCaller = (request: FastifyRequest, sessions: Sessions) => {
  const token = hasAccessToken(request.headers)
    ? `${String(request.headers['x-api-key'])} ${request.headers.authorization}`
    : (sessions.of(request)?.id ?? normalizeIP(request.ip));
  return createHash('sha256').update(token).digest('base64url');
};

/** @returns the gateway, not listening yet. */
export async function createGateway({
  config,
  people,
  upstreamTimeoutMs = UPSTREAM_TIMEOUT_MS,
}: GatewayParts): Promise<FastifyInstance> {
  const { limits, trustedProxies } = config;
  const app = Fastify({
    logger: config.logsRequests && { base: null, hooks: { streamWrite } },
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: FORM_BYTES,
    genReqId({ headers }) {
      propagation.inject(context.active(), headers);
      return nameCall(headers);
    },
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    rewriteUrl: ({ url = '/' }) => routableAddress(url),
    frameworkErrors: (error, _request, reply) => void answerError(error, reply.headers(SECURITY_HEADERS)),
    clientErrorHandler: answerUnreadable,
    // A request without a Host header gets the same refusal as one with a wrong name, including the message.
    http: { requireHostHeader: false },
  });
  // Node would refuse an unknown Expect header without a message.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const requestOrigin = (request: FastifyRequest) => config.origin ?? `${request.protocol}://${request.host}`;
  await app.register(cookie);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false });
  await app.register(rateLimit, { global: false });

  const takesAddress = createOpenRequests(limits.addressOpen);
  const rate = (perSecond: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({
      max: perSecond * RATE_WINDOW_SECONDS,
      timeWindow: RATE_WINDOW_SECONDS * 1000,
      keyGenerator,
    });
  const addressRate = rate(limits.addressRate, ({ ip }) => normalizeIP(ip));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (!takesAddress(normalizeIP(request.ip), reply.raw)) return refuse(reply, 'tooMany');
    if (limits.addressRate && (await isExceeded(addressRate, request))) return refuse(reply, 'tooMany');
    const refusal = addressRefusal(request, config.origin, config.hosts);
    if (refusal) return refuse(reply, refusal);
  });
  if (config.logsRequests) logRequests(app);
  app.setErrorHandler((error: Error, _request, reply) => answerError(error, reply));

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  addViolationReports(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  const isTrusted = ({ socket, ip }: FastifyRequest) => socket.remoteAddress !== ip;
  const sessions = createSessions(config, isTrusted);
  const replicas = createReplicas(config.serviceOrigins, { timeoutMs: upstreamTimeoutMs });
  app.addHook('onClose', () => replicas.close());
  const callerRate = rate(limits.callerRate, (request) => identifyCaller(request, sessions));
  if (config.oidc)
    addOidc(app, { provider: config.oidc, secret: config.sessionSecret, sessions, requestOrigin });
  else if (!config.identityHeader)
    addSignIn(app, { secret: config.sessionSecret, people, sessions, requestOrigin });
  if (!config.identityHeader)
    app.get<{ Querystring: { rd?: string } }>('/oauth2/sign_out', async (request, reply) => {
      const session = sessions.of(request);
      // Until the service knows, a copied cookie would still grant full access.
      if (session && !(await endSession(replicas, session, config.gatewaySecret)))
        return refuse(reply, 'serviceDown');
      sessions.forget(reply);
      return reply
        .header('Cache-Control', 'no-store')
        .redirect(safeRedirect(request.query.rd, requestOrigin(request)), 303);
    });

  const complain = (problem: string) => console.error(JSON.stringify({ msg: 'document', problem }));
  const readRegistry = registryReader(config, complain);
  const loadRegistry = async () => (await readRegistry()).registry;
  const { withFailing } = await addReleaseReports(app, config, loadRegistry, sessions.of);
  await addDocuments(app, config, { readSession: sessions.of, readRegistry, withFailing, complain });

  const takesCaller = createOpenRequests(limits.callerOpen);
  const isTooMuch = async (request: FastifyRequest, reply: FastifyReply) =>
    !takesCaller(identifyCaller(request, sessions), reply.raw) ||
    (limits.callerRate > 0 && (await isExceeded(callerRate, request)));
  await app.register((scope) =>
    addForwarding(scope, config, { sessions, replicas, requestOrigin, isTooMuch }),
  );
  return app;
}

/** Logs one line per response: request, client, status and duration. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.url === '/healthz') return;
    app.log.info({
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      client: request.ip,
      trace: request.id,
    });
  });
}

/** Receives the browsers' Content-Security-Policy reports and logs them. */
function addViolationReports(app: FastifyInstance): void {
  const types = ['application/csp-report', 'application/reports+json'];
  app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: REPORT_BYTES }, (_request, body, done) =>
    done(null, String(body)),
  );
  app.post<{ Body: string }>('/csp-report', (request, reply) => {
    console.warn(
      JSON.stringify({ msg: 'csp violation', report: String(request.body).slice(0, LONGEST_REPORT) }),
    );
    return reply.code(204).send();
  });
}

/** Routes to the service: whether the prefix is kept, whether the session applies, and which cookies are forwarded. */
const FORWARDED: readonly {
  prefix: string;
  isKept?: true;
  hasSession?: true;
  known: readonly string[];
}[] = [
  { prefix: '/api', hasSession: true, known: CALL_COOKIES },
  { prefix: '/guest-api', known: [] },
  // OAuth clients, and the browser on its way to and from the approval page.
  { prefix: '/oauth', isKept: true, known: OAUTH_COOKIES },
  { prefix: '/.well-known', isKept: true, known: OAUTH_COOKIES },
];

interface ForwardingDeps {
  sessions: Sessions;
  replicas: Replicas;
  requestOrigin(request: FastifyRequest): string;
  isTooMuch(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

async function addForwarding(
  app: FastifyInstance,
  config: GatewayConfig,
  { sessions, replicas, requestOrigin, isTooMuch }: ForwardingDeps,
): Promise<void> {
  // Bodies are streamed through, never parsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  for (const { prefix, isKept = false, hasSession = false, known } of FORWARDED) {
    const guest = prefix === '/guest-api';
    app.all(`${prefix}/*`, async (request, reply) => {
      const path = request.raw.url!;
      if (OPERATORS_PATH.test(path)) return refuse(reply, 'notFound');
      if (await isTooMuch(request, reply)) return refuse(reply, 'tooMany');
      const session = hasSession ? sessions.of(request) : null;
      const origin = requestOrigin(request);
      const { method, headers, cookies } = request;
      const forgery = csrfRefusal({
        method,
        headers,
        cookies,
        session,
        secret: config.sessionSecret,
        origin,
      });
      const isEnded = lacksSession({ headers, session, guest });
      const refusal = forgery ?? (isEnded ? 'sessionEnded' : sizeRefusal(request));
      if (refusal) {
        await drain(request.raw);
        return refuse(reply, refusal);
      }
      if (session && method === 'GET') sessions.renewCsrf(request, reply, session);
      await replicas.refresh();
      return forward(
        replicas,
        request,
        reply,
        {
          path: isKept ? path : path.slice(prefix.length),
          headers: forwardedHeaders({
            headers,
            session,
            guest,
            cookies: known,
            gatewaySecret: config.gatewaySecret,
            clientAddress: request.ip,
            origin,
          }),
        },
        (name) => refuse(reply, name),
      );
    });
  }
}
