/** Pages for operators and API clients: OpenAPI, documentation, metrics. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { docsPage, DOCS_POLICY } from '../platform/http/docsPage';
import { isFromGateway } from '../platform/auth/identity';
import { openApiDocument } from '../platform/http/openApi';
import { HttpProblem } from '../platform/http/problem';
import type { Services, Operations } from '../platform/http/services';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the pages and times every request by its route's pattern, so that no id becomes a label. */
export function registerOperationsPages(
  app: FastifyInstance,
  { config, database }: Pick<Services, 'config' | 'database'>,
  recorders: Pick<Operations, 'activity' | 'retrievals'>,
): void {
  const registry = new Registry();
  // Its timer would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1000 });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  new Counter({
    name: 'dropped_records_total',
    help: 'What agents did and retrieved that was dropped, because the database did not answer for too long or did not take it.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of ['activity', 'retrievals'] as const) this.inc({ kind }, recorders[kind].dropped());
      this.inc({ kind: 'retrieval_counts' }, recorders.retrievals.uncounted());
    },
  });
  const replicas = database.replicas;
  if (replicas) {
    new Gauge({
      name: 'read_replica_in_use',
      help: '1 where a read replica answers, 0 where it is left out.',
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        for (const { name, isUsed } of replicas.states()) this.set({ replica: name }, isUsed ? 1 : 0);
      },
    });
    new Gauge({
      name: 'read_replica_lag_bytes',
      help: 'Bytes of the log that a read replica has not replayed.',
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        for (const { name, lagBytes } of replicas.states()) {
          if (lagBytes === null) this.remove({ replica: name });
          else this.set({ replica: name }, lagBytes);
        }
      },
    });
  }
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });

  // Built at the first request: describing every schema takes a tenth of a second, which would delay the start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/openapi.json', () => (document ??= openApiDocument(config.build.version)));
  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', DOCS_POLICY).send(docsPage()),
  );
  app.get('/metrics', async (request, reply) => {
    // For operators inside the network; people come through the gateway.
    if (isFromGateway(config, request.headers)) throw new HttpProblem(404, 'Not Found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
