/** Puts the HTTP server together: limits, error shapes, both slash forms, every endpoint of the contract. */
import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { endpoints } from '@hindsight/shared-contracts/api';
import { MAX_BODY_BYTES } from '@hindsight/shared-contracts/rules';
import { registerOperationsPages } from './operationsPages';
import { createOperations } from '../operations';
import { allowOrigin } from './cors';
import { answerError } from './errors';
import { createFairShare } from './fairShare';
import { callerOf } from './identity';
import { parseKey, registerRoutes } from './route';
import type { Shares } from './route';
import type { Config } from '../config';
import type { Database } from '../storage/database';
import { createMailQueue } from '../mail/queue';
import { composeTexts } from './composedTexts';
import { acceptJson } from './jsonBody';
import { registerDigestPage } from './digestPage';
import { registerDownloads } from './downloads';
import { registerEndedSessions } from './endedSessions';
import { registerMcp } from './mcp';
import { createAuthorizationServer } from './oauth/authorizationServer';
import { registerOAuth } from './oauth/routes';
import { registerOutbox } from './outbox';
import { tooMany } from './problem';
import { createRateLimit } from './rateLimit';
import { logRequests } from './requestLog';
import { agentActivityRoutes } from './routes/agentActivity';
import { agentRoutes } from './routes/agents';
import { auditTrailRoutes } from './routes/auditTrail';
import { betaAccessRoutes } from './routes/betaAccess';
import { deviceGrantRoutes } from './routes/deviceGrants';
import { digestRoutes } from './routes/digest';
import { eventRoutes } from './routes/events';
import { feedbackRoutes } from './routes/feedback';
import { importBlockRoutes } from './routes/importBlocks';
import { invitationRoutes } from './routes/invitations';
import { memberRoutes } from './routes/members';
import { notificationRoutes } from './routes/notifications';
import { oauthRequestRoutes } from './routes/oauthRequests';
import { organizationRoutes } from './routes/organizations';
import { supportRoutes } from './routes/support';
import { analyticsRoutes } from './routes/analytics';
import { compactionRoutes } from './routes/compaction';
import { bulkBlockRoutes } from './routes/bulkBlocks';
import { bulkEditRoutes } from './routes/bulkEdits';
import { editBlockRoutes } from './routes/editBlocks';
import { bulkOperationRoutes } from './routes/bulkOperations';
import { consolidationRoutes } from './routes/consolidation';
import { keywordCleanupRoutes } from './routes/keywordCleanup';
import { keywordRoutes } from './routes/keywords';
import { jobRoutes } from './routes/jobs';
import { memoryBlockRoutes } from './routes/memoryBlocks';
import { memoryWriteRoutes } from './routes/memoryWrites';
import { mergeRoutes } from './routes/merge';
import { optimizationRoutes } from './routes/optimization';
import { pinnedQuestionRoutes } from './routes/pinnedQuestions';
import { pinnedViewRoutes } from './routes/pinnedViews';
import { savedViewRoutes } from './routes/savedViews';
import { pruningRoutes } from './routes/pruning';
import { searchRoutes } from './routes/search';
import { reviewRoutes } from './routes/review';
import { secretRoutes } from './routes/secrets';
import { sessionRoutes } from './routes/session';
import { tokenRoutes } from './routes/tokens';
import { visitRoutes } from './routes/visits';
import { createTokenRegistry } from './tokenRegistry';
import { observeTokenCall } from './agentActivity';

/** Health checks are not rate limited: a supervisor that polls often must not see the service as down. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** A request that is not complete by then ends: slow ones must not hold connections. */
export const REQUEST_TIMEOUT_MS = 60_000;

/** What is answered to requests that never become one, by the code of the fault. */
const UNREADABLE: Partial<Record<string, [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request is too long: its address and headers may have 16 KiB together. Ask with fewer words.',
  ],
};

/** Calls that run at once at a process: costly ones of all callers and of one, others of one. The embedded engine has one connection. */
export const TURNS = {
  embedded: { costly: 2, costlyOfCaller: 1, cheapOfCaller: 4 },
  server: { costly: 7, costlyOfCaller: 4, cheapOfCaller: 8 },
} as const;

/** Methods that the contract has for a path; empty when the path is unknown. */
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
 * Of the database's connections, costly calls leave some to cheap ones. The embedded engine has one, used in turn: two costly calls
 * keep it busy.
 */
function sharesOf({ databaseUrl, waitingPerCaller: waiting }: Config): Shares {
  const turns = TURNS[databaseUrl === undefined ? 'embedded' : 'server'];
  return {
    costly: createFairShare({ total: turns.costly, perCaller: turns.costlyOfCaller, waiting }),
    cheap: createFairShare({ total: Infinity, perCaller: turns.cheapOfCaller, waiting }),
  };
}

/** What a server is built on; all else is made here. */
export interface Foundation {
  config: Config;
  database: Database;
  /** Is every answer compared with the contract? For tests: large answers are otherwise sent as they were built. */
  checksAnswers?: boolean;
  /** Folder of the files that are offered for download. */
  downloadsFolder?: string;
}

/** The server, ready to listen or to be injected into. Closing it writes what it still remembers. */
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
    // One line for each request is enough: `requestLog`.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: ({ code }, socket) => {
      if (!socket.writable) return;
      const [status, detail] = UNREADABLE[code] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
      const body = JSON.stringify({ detail });
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });
  app.setValidatorCompiler<z.ZodType>((route) => {
    const validate = validatorCompiler(route);
    // The framework hands over null for a body that was not sent; to the schemas it is absent.
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
      // Answers depend on who asks; no cache between here and the browser may keep them.
      'cache-control': 'no-store',
    });
    const isCounted = config.requestsPerSecond > 0 && !PROBES.has(request.routeOptions.url ?? '');
    const wait = isCounted ? secondsToWait(callerOf(services, request)) : 0;
    done(wait > 0 ? tooMany('Too many requests. Wait a moment and try again.', wait) : undefined);
  });
  logRequests(app);
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
    app.log.error({ err: error }, 'mails could not be sent'),
  );
  app.addHook('onResponse', async (request) => {
    // A change may have written mails and jobs; its transaction is over now.
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
  // Before the server waits for its open connections.
  app.addHook('preClose', () => operations.events.close());
  app.addHook('onClose', () => operations.close());
  registerRoutes(
    app,
    {
      ...services,
      ...(mcpServer ? { mcpServer } : {}),
      checksAnswers,
      shares: sharesOf(config),
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
      ...jobRoutes,
      ...pinnedQuestionRoutes,
      ...pinnedViewRoutes,
      ...savedViewRoutes,
      ...visitRoutes,
      ...eventRoutes,
      ...pruningRoutes,
      ...optimizationRoutes,
    },
  );
  return app;
}
