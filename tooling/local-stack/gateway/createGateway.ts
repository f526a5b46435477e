/** Puts the gateway together: pages, sign-in, and the way to the service. */
import { MAX_BODY_BYTES } from '@hindsight/shared-contracts/rules';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addressRefusal } from './address';
import { answerBody, ANSWERS, type AnswerName } from './answers';
import { addDocuments } from './documents';
import type { GatewayConfig } from './config';
import { csrfRefusal } from './csrf';
import { createEndedSessions } from './endedSessions';
import { createForwarder, UPSTREAM_TIMEOUT_MS } from './forward';
import { forwardedHeaders, lacksSession } from './identityHeaders';
import { createOpenReads, type OpenReads } from './openReads';
import { createOpenRequests, MAX_OPEN_OF_ADDRESS } from './openRequests';
import { registryReader } from './registryFile';
import { addReleaseReports } from './releaseReports';
import { SECURITY_HEADERS } from './security';
import { openSession, SESSION_COOKIE, type Session } from './session';
import { addSignIn } from './signIn';
import type { Person } from './signInPage';

const FORM_BYTES = 16 * 1024;
const REPORT_BYTES = 16 * 1024;
const LONGEST_REPORT = 2000;
/** A request that is not complete by then ends: slow ones must not hold connections. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface GatewayParts {
  config: GatewayConfig;
  people: readonly Person[];
  /** For tests; production's 300 s otherwise. */
  upstreamTimeoutMs?: number;
  /** For tests; `MAX_OPEN_OF_ADDRESS` otherwise. */
  maxOpenOfAddress?: number;
}

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

const refuse = (reply: FastifyReply, name: AnswerName) =>
  reply.code(ANSWERS[name].status).send(answerBody(name));

/** Failures of the framework itself, whose sentences repeat what was sent. */
const FRAMEWORK_ANSWERS: Readonly<Record<string, AnswerName>> = {
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unknownBody',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
};

/** Agents get their answer from the service, which reads what they send to its end. */
const AGENTS_PATH = '/api/mcp';

/** The service ends the connection of a body that is too large, which would look as if it were down. */
const sizeRefusal = ({ headers, url }: FastifyRequest) =>
  Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES && url !== AGENTS_PATH ? 'tooLarge' : null;

function answerError(error: Error & { statusCode?: number; code?: string }, reply: FastifyReply) {
  const known = FRAMEWORK_ANSWERS[error.code ?? ''];
  if (known) return refuse(reply, known);
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  return reply.code(status).send({ detail: status >= 500 ? 'Internal Server Error' : error.message });
}

/** @returns the gateway, not listening yet. */
export async function createGateway({
  config,
  people,
  upstreamTimeoutMs,
  maxOpenOfAddress = MAX_OPEN_OF_ADDRESS,
}: GatewayParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: FORM_BYTES,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: (error, _request, reply) => void answerError(error, reply.headers(SECURITY_HEADERS)),
  });
  await app.register(cookie);
  const takesIn = createOpenRequests(maxOpenOfAddress);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (!takesIn(request.ip, reply.raw)) return refuse(reply.header('Retry-After', 1), 'tooMany');
    const refusal = addressRefusal(request, config.hosts);
    if (refusal) return refuse(reply, refusal);
  });
  app.setErrorHandler((error: Error, _request, reply) => answerError(error, reply));

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  addViolationReports(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const ended = createEndedSessions(config.endedSessionsFile);
  const sessionOf = ({ cookies }: FastifyRequest) => {
    const session = openSession(cookies[SESSION_COOKIE], config.sessionSecret, Math.floor(Date.now() / 1000));
    return session && ended.has(session) ? null : session;
  };
  const reads = createOpenReads();
  const onSignOut = (request: FastifyRequest) => {
    const session = sessionOf(request);
    if (!session) return;
    ended.add(session);
    reads.end(session);
  };
  addSignIn(app, { secret: config.sessionSecret, people, originOf, onSignOut });
  const complain = (problem: string) => console.error(JSON.stringify({ msg: 'document', problem }));
  const readRegistry = registryReader(config, complain);
  const served = async () => (await readRegistry()).registry;
  const { withFailing } = await addReleaseReports(app, config, served, sessionOf);
  await addDocuments(app, config, { sessionOf, readRegistry, withFailing, complain });
  await app.register((scope) =>
    addForwarding(scope, config, { sessionOf, reads }, upstreamTimeoutMs ?? UPSTREAM_TIMEOUT_MS),
  );
  return app;
}

/** Browsers report here what the Content-Security-Policy stopped; the stack's log shows it. */
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

/** What goes to the service: with the prefix or without it, and whether the person's session counts. */
const FORWARDED: readonly { prefix: string; isKept?: true; hasSession?: true }[] = [
  { prefix: '/api', hasSession: true },
  { prefix: '/guest-api' },
  // Programs that sign in, and the browser on its way between them and the approval page.
  { prefix: '/oauth', isKept: true },
  { prefix: '/.well-known', isKept: true },
];

async function addForwarding(
  app: FastifyInstance,
  config: GatewayConfig,
  { sessionOf, reads }: { sessionOf: (request: FastifyRequest) => Session | null; reads: OpenReads },
  timeoutMs: number,
): Promise<void> {
  const forwarder = createForwarder(config.serviceOrigin, timeoutMs);
  app.addHook('onClose', async () => forwarder.close());
  // Bodies are streamed on, never read here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  for (const { prefix, isKept = false, hasSession = false } of FORWARDED) {
    const guest = prefix === '/guest-api';
    app.all(`${prefix}/*`, (request, reply) => {
      const session = hasSession ? sessionOf(request) : null;
      const forgery = csrfRefusal({
        method: request.method,
        headers: request.headers,
        cookies: request.cookies,
        session,
        secret: config.sessionSecret,
        origin: originOf(request),
      });
      const isEnded = lacksSession({ headers: request.headers, session, guest });
      const refusal = forgery ?? (isEnded ? 'sessionEnded' : sizeRefusal(request));
      if (refusal) return refuse(reply, refusal);
      const headers = forwardedHeaders({
        headers: request.headers,
        session,
        guest,
        gatewaySecret: config.gatewaySecret,
        clientAddress: request.ip,
        host: request.host,
      });
      reply.hijack();
      if (session && request.method === 'GET') reads.add(session, reply.raw);
      const path = request.raw.url!;
      forwarder.forward(request.raw, reply.raw, isKept ? path : path.slice(prefix.length), headers);
    });
  }
}
