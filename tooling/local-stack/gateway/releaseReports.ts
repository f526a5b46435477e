/** Where open pages report about releases, and where operators of this machine see what they reported. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { MAX_REPORT_BYTES } from '@hindsight/shared-contracts/reports';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { folderStore } from '../../releases/folderStore';
import { type Collector, createCollector } from '../../releases/watch/collector';
import { startWatch } from '../../releases/watch/startWatch';
import { STATUS_STYLE } from '../../releases/watch/statusPage';
import { answerBody } from './answers';
import type { GatewayConfig } from './config';
import { PLAIN_PAGE_POLICY } from './security';
import type { Session } from './session';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * @param readRegistry the registry that browsers get.
 * @returns what knows which releases fail.
 */
export async function addReleaseReports(
  app: FastifyInstance,
  { reportsFile, releasesDir, releasesKey: key, watchMs, webhook }: GatewayConfig,
  readRegistry: () => Promise<Registry | null>,
  sessionOf: (request: FastifyRequest) => Session | null,
): Promise<Collector> {
  const log = (record: Record<string, unknown>) => console.warn(JSON.stringify(record));
  const collector = createCollector({ file: reportsFile, registry: readRegistry, log });
  if (releasesDir) {
    const stop = startWatch({
      store: folderStore(releasesDir),
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
    // Whatever the type says: what is no report is refused with a sentence.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
      (_request, body, done) => done(null, String(body)),
    );
    scope.post<{ Body?: string }>('/release-reports', async (request, reply) => {
      const { status, detail } = await collector.take(
        request.body ?? '',
        request.ip,
        sessionOf(request)?.email ?? null,
      );
      return reply.code(status).send(detail ? { detail } : undefined);
    });
  });

  /** For this machine alone: nobody signs in as an operator here. */
  const forOperators = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store');
    if (!LOOPBACK.test(request.ip)) return reply.code(404).send(answerBody('notFound'));
  };
  app.get('/release-status', { onRequest: forOperators }, async (_request, reply) =>
    reply
      .header('Content-Security-Policy', PLAIN_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(await collector.page()),
  );
  app.get('/release-status.css', { onRequest: forOperators }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STATUS_STYLE),
  );
  app.get('/metrics', { onRequest: forOperators }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await collector.metrics()),
  );
  return collector;
}
