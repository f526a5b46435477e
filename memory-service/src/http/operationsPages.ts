/** Pages for operators and API clients: OpenAPI, documentation, metrics. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../config';
import { docsPage, DOCS_POLICY } from './docsPage';
import { isFromGateway } from './identity';
import { openApiDocument } from './openApi';
import { HttpProblem } from './problem';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the pages and times every request by its route's pattern, so that no id becomes a label. */
export function registerOperationsPages(app: FastifyInstance, config: Config): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
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
