/** Assembles the HTTP server: limits, error shapes, optional trailing slashes and every endpoint of the contract. */
import { fastifyRequestContext } from '@fastify/request-context';
import { context, propagation } from '@opentelemetry/api';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { endpoints } from '@hindsight/shared-contracts/api';
import { answerUnreadable, MAX_BODY_BYTES, nameCall } from '@hindsight/shared-contracts/rules';
import { registerOperationsPages } from './operationsPages';
import { createOperations } from './operations';
import { allowOrigin } from '../platform/http/cors';
import { answerError } from '../platform/http/errors';
import { createFairShare } from '../platform/http/fairShare';
import { identifyCaller } from '../platform/auth/identity';
import { parseKey, registerRoutes } from '../platform/http/route';
import type { Shares } from '../platform/http/route';
import type { Config } from '../platform/config/config';
import type { Database } from '../platform/database/database';
import { createMailQueue } from '../platform/mail/queue';
import { composeTexts } from '../platform/http/composedTexts';
import { acceptJson } from '../platform/http/jsonBody';
import { registerDigestPage, digestRoutes } from '../features/digest';
import { registerDownloads, registerMcp } from '../features/mcp';
import { registerEndedSessions } from '../platform/auth/endedSessions';
import { createAuthorizationServer, registerOAuth, oauthRequestRoutes } from '../features/oauth';
import { registerOutbox } from '../platform/mail/outbox';
import { tooManyRequests } from '../platform/http/problem';
import { createRateLimit } from '../platform/http/rateLimit';
import { logRequests } from '../platform/http/requestLog';
import { agentActivityRoutes, observeTokenCall } from '../features/agentActivity';
import { agentRoutes } from '../features/agents';
import { auditTrailRoutes } from '../features/audit';
import { betaAccessRoutes } from '../features/betaAccess';
import { deviceGrantRoutes, tokenRoutes } from '../features/tokens';
import { eventRoutes } from '../platform/events/routes/events';
import {
  feedbackRoutes,
  importBlockRoutes,
  bulkBlockRoutes,
  bulkEditRoutes,
  editBlockRoutes,
  memoryBlockRoutes,
  memoryWriteRoutes,
  visitRoutes,
} from '../features/memory';
import { invitationRoutes, memberRoutes, organizationRoutes } from '../features/organizations';
import { notificationRoutes } from '../features/notifications';
import { supportRoutes } from '../features/support';
import { analyticsRoutes } from '../features/analytics';
import {
  compactionRoutes,
  consolidationRoutes,
  mergeRoutes,
  optimizationRoutes,
  languageModelCostRoutes,
  pruningRoutes,
  rememberRoutes,
} from '../features/curation';
import { bulkOperationRoutes } from '../features/bulkOperations';
import { keywordCleanupRoutes, keywordRoutes } from '../features/keywords';
import { jobRoutes } from '../features/jobs';
import { pinnedQuestionRoutes } from '../features/pinnedQuestions';
import { pinnedViewRoutes, savedViewRoutes } from '../features/savedViews';
import { searchRoutes } from '../features/search';
import { reviewRoutes } from '../features/review';
import { secretRoutes } from '../features/secretFindings';
import { sessionRoutes } from '../platform/auth/routes/session';
import { createTokenRegistry } from '../platform/auth/tokenRegistry';

/** Exempt from rate limits: a supervisor that polls often must not see the service as down. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Time limit for receiving a whole request, so that slow clients do not hold connections. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Concurrent calls per process: costly ones in total and per caller, cheap ones per caller. The embedded engine has one connection. */
const TURNS = {
  embedded: { costly: 2, costlyOfCaller: 1, cheapOfCaller: 4 },
  server: { costly: 7, costlyOfCaller: 4, cheapOfCaller: 8 },
} as const;

/** Methods that the contract defines for a path; empty for an unknown path. */
function methodsFor(path: string): string[] {
  const plain = path.replace(/\/$/, '') || '/';
  const methods = Object.keys(endpoints).flatMap((key) => {
    const parsed = parseKey(key);
    const pattern = parsed.path.replace(/(?<!\/)\/+$/, '').replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(plain) ? [parsed.method] : [];
  });
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

/**
 * Reserves database connections for cheap calls by limiting costly ones. The embedded engine has a single connection, used in turn: two
 * costly calls keep it busy.
 */
function computeShares({ databaseUrl, waitingPerCaller: waiting }: Config): Shares {
  const turns = TURNS[databaseUrl === undefined ? 'embedded' : 'server'];
  return {
    costly: createFairShare({ total: turns.costly, perCaller: turns.costlyOfCaller, waiting }),
    cheap: createFairShare({ total: Infinity, perCaller: turns.cheapOfCaller, waiting }),
  };
}

/** Dependencies of a server; it creates everything else itself. */
export interface Foundation {
  config: Config;
  database: Database;
  /** Validates every response against the contract. For tests: otherwise large responses are sent as built. */
  checksAnswers?: boolean;
  downloadsFolder?: string;
  /** Script of the embedding thread. Without it, as in tests, only a configured embeddings server creates vectors. */
  encoderFile?: string;
}

/** Builds the server, ready to listen or to be injected into. Closing it flushes buffered records. */
export function buildApp(foundation: Foundation, logger?: FastifyBaseLogger): FastifyInstance {
  const { config, database, checksAnswers = false } = foundation;
  const tokens = createTokenRegistry(config, database);
  const operations = createOperations(foundation, logger);
  const oauth = createAuthorizationServer(config, database, (error) =>
    app.log.error({ err: error }, 'the authorization server failed'),
  );
  const services = { config, database, tokens, operations, oauth };
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // `requestLog` already writes one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId({ headers }) {
      propagation.inject(context.active(), headers);
      return nameCall(headers);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Requests on a keep-alive connection are still answered while the server closes.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerUnreadable,
  });
  // Node rejects an unknown Expect header with an empty body; handle the request as usual instead.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  void app.register(fastifyRequestContext, {
    defaultStoreValues: (request) => ({ trace: request.id }),
  });
  app.setValidatorCompiler<z.ZodType>((route) => {
    const validate = validatorCompiler(route);
    // Fastify passes null for a missing body; the schemas expect undefined.
    return (data: unknown) => validate(route.httpPart === 'body' && data === null ? undefined : data);
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  acceptJson(app);
  composeTexts(app);

  const secondsToWait = createRateLimit(config.requestsPerSecond);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      // Responses depend on the caller, so no cache on the way may store them.
      'cache-control': 'no-store',
    });
    const isCounted = config.requestsPerSecond > 0 && !PROBES.has(request.routeOptions.url ?? '');
    const wait = isCounted ? secondsToWait(identifyCaller(services, request)) : 0;
    done(wait > 0 ? tooManyRequests('Too many requests. Wait a moment and try again.', wait) : undefined);
  });
  logRequests(app, config);
  allowOrigin(app, config.appBaseUrl.origin);

  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsFor(request.url.split('?')[0] ?? '');
    if (allowed.length === 0) return reply.status(404).send({ detail: 'Not Found' });
    return reply
      .status(405)
      .header('allow', allowed.join(', '))
      .send({ detail: `Method ${request.method} is not allowed here. Use ${allowed.join(' or ')}.` });
  });

  const mails = createMailQueue(config, database, (error) =>
    app.log.error({ err: error }, 'sending email failed'),
  );
  app.addHook('onResponse', async (request) => {
    // The write may have queued mails and jobs, and its transaction has committed by now.
    if (request.method === 'GET') return;
    mails.wake();
    operations.jobs.wake();
  });
  app.addHook('onClose', async () => {
    await mails.close();
    await tokens.flush();
  });
  registerOutbox(app, services);
  registerDigestPage(app, services);
  registerOperationsPages(app, services, operations);
  registerEndedSessions(app, services);
  registerOAuth(app, services);
  registerMcp(app, services);
  const mcpServer = foundation.downloadsFolder && registerDownloads(app, foundation.downloadsFolder);
  // Event streams must end before the server waits for its open connections.
  app.addHook('preClose', () => operations.events.close());
  app.addHook('onClose', () => operations.close());
  registerRoutes(
    app,
    {
      ...services,
      ...(mcpServer ? { mcpServer } : {}),
      checksAnswers,
      shares: computeShares(config),
      observe: (call) => observeTokenCall({ tokens, activity: operations.activity }, call),
    },
    {
      ...sessionRoutes,
      ...tokenRoutes,
      ...deviceGrantRoutes,
      ...oauthRequestRoutes,
      ...memoryBlockRoutes,
      ...memoryWriteRoutes,
      ...feedbackRoutes,
      ...keywordCleanupRoutes,
      ...keywordRoutes,
      ...agentRoutes,
      ...agentActivityRoutes,
      ...organizationRoutes,
      ...auditTrailRoutes,
      ...memberRoutes,
      ...invitationRoutes,
      ...notificationRoutes,
      ...digestRoutes,
      ...betaAccessRoutes,
      ...supportRoutes,
      ...consolidationRoutes,
      ...searchRoutes,
      ...reviewRoutes,
      ...secretRoutes,
      ...analyticsRoutes,
      ...compactionRoutes,
      ...bulkBlockRoutes,
      ...bulkEditRoutes,
      ...editBlockRoutes,
      ...importBlockRoutes,
      ...bulkOperationRoutes,
      ...mergeRoutes,
      ...rememberRoutes,
      ...jobRoutes,
      ...pinnedQuestionRoutes,
      ...pinnedViewRoutes,
      ...savedViewRoutes,
      ...visitRoutes,
      ...eventRoutes,
      ...pruningRoutes,
      ...languageModelCostRoutes,
      ...optimizationRoutes,
    },
  );
  return app;
}
