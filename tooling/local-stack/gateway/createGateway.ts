/** Puts the gateway together: pages, sign-in, and the way to the service. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { answerBody, ANSWERS } from './answers';
import { addDocuments } from './documents';
import type { GatewayConfig } from './config';
import { csrfRefusal } from './csrf';
import { createForwarder, UPSTREAM_TIMEOUT_MS } from './forward';
import { forwardedHeaders, lacksSession } from './identityHeaders';
import { SECURITY_HEADERS } from './security';
import { openSession, SESSION_COOKIE } from './session';
import { addSignIn } from './signIn';
import type { Person } from './signInPage';

const FORM_BYTES = 16 * 1024;
const REPORT_BYTES = 16 * 1024;
const LONGEST_REPORT = 2000;

export interface GatewayParts {
  config: GatewayConfig;
  people: readonly Person[];
  /** For tests; production's 300 s otherwise. */
  upstreamTimeoutMs?: number;
}

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

/** @returns the gateway, not listening yet. */
export async function createGateway({
  config,
  people,
  upstreamTimeoutMs,
}: GatewayParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: FORM_BYTES,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
  });
  await app.register(cookie);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    return reply.code(status).send({ detail: status >= 500 ? 'Internal Server Error' : error.message });
  });

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  addViolationReports(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  addSignIn(app, { secret: config.sessionSecret, people, originOf });
  await addDocuments(app, config);
  await app.register((scope) => addForwarding(scope, config, upstreamTimeoutMs ?? UPSTREAM_TIMEOUT_MS));
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

async function addForwarding(app: FastifyInstance, config: GatewayConfig, timeoutMs: number): Promise<void> {
  const forwarder = createForwarder(config.serviceOrigin, timeoutMs);
  app.addHook('onClose', async () => forwarder.close());
  // Bodies are streamed on, never read here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  for (const prefix of ['/api', '/guest-api']) {
    const guest = prefix === '/guest-api';
    app.all(`${prefix}/*`, (request, reply) => {
      const session = guest
        ? null
        : openSession(request.cookies[SESSION_COOKIE], config.sessionSecret, Math.floor(Date.now() / 1000));
      const forgery = csrfRefusal({
        method: request.method,
        headers: request.headers,
        cookies: request.cookies,
        session,
        secret: config.sessionSecret,
        origin: originOf(request),
      });
      const isEnded = lacksSession({ headers: request.headers, session, guest });
      const refusal = forgery ?? (isEnded ? 'sessionEnded' : null);
      if (refusal) return reply.code(ANSWERS[refusal].status).send(answerBody(refusal));
      const headers = forwardedHeaders({
        headers: request.headers,
        session,
        guest,
        gatewaySecret: config.gatewaySecret,
        clientAddress: request.ip,
        host: request.host,
      });
      reply.hijack();
      forwarder.forward(request.raw, reply.raw, request.raw.url!.slice(prefix.length), headers);
    });
  }
}
