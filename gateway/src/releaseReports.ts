/** Endpoints where open pages report on releases and operators read the reports. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { MAX_REPORT_BYTES } from '@hindsight/shared-contracts/reports';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Collector, createCollector } from '../../tooling/releases/watch/collector';
import { startWatch } from '../../tooling/releases/watch/startWatch';
import { STATUS_STYLE } from '../../tooling/releases/watch/statusPage';
import path from 'node:path';
import { answerBody } from './answers';
import type { GatewayConfig } from './config';
import { PLAIN_PAGE_POLICY } from './security';
import { equalSecret, type Session } from './session';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * @param readRegistry the registry that browsers get.
 * @returns the collector, which knows the failing releases.
 */
export async function addReleaseReports(
  app: FastifyInstance,
  { dataDir, store, origin, operatorToken, releasesKey: key, watchMs, webhook }: GatewayConfig,
  readRegistry: () => Promise<Registry | null>,
  readSession: (request: FastifyRequest) => Session | null,
): Promise<Collector> {
  const log = (record: Record<string, unknown>) => console.warn(JSON.stringify(record));
  const collector = createCollector({
    file: path.join(dataDir, 'release-reports.jsonl'),
    registry: readRegistry,
    log,
  });
  if (store) {
    const stop = startWatch({
      store,
      collector,
      webhook,
      key,
      log,
      roundMs: watchMs,
    });
    app.addHook('onClose', stop);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Accept any content type: an invalid report is refused with a message.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
      (_request, body, done) => done(null, String(body)),
    );
    scope.post<{ Body?: string }>('/release-reports', async (request, reply) => {
      const { status, detail } = await collector.take(
        request.body ?? '',
        normalizeIP(request.ip),
        readSession(request)?.email ?? null,
      );
      return reply.code(status).send(detail ? { detail } : undefined);
    });
  });

  /** Whether the operator token matches; without one, whether the request comes from this machine to a local installation. */
  const isOperator = ({ headers, ip }: FastifyRequest) =>
    operatorToken
      ? equalSecret(headers.authorization ?? '', `Bearer ${operatorToken}`)
      : origin === undefined && LOOPBACK.test(ip);
  const requireOperator = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store');
    if (!isOperator(request)) return reply.code(404).send(answerBody('notFound'));
  };
  app.get('/release-status', { onRequest: requireOperator }, async (_request, reply) =>
    reply
      .header('Content-Security-Policy', PLAIN_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(await collector.page()),
  );
  app.get('/release-status.css', { onRequest: requireOperator }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STATUS_STYLE),
  );
  app.get('/metrics', { onRequest: requireOperator }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await collector.metrics()),
  );
  return collector;
}
