/** Pages for operators and API clients: OpenAPI, documentation, metrics. */
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { docsPage, DOCS_POLICY } from '../platform/http/docsPage';
import { isFromGateway } from '../platform/auth/identity';
import { openApiDocument } from '../platform/http/openApi';
import { HttpProblem } from '../platform/http/problem';
import type { Services, Operations } from '../platform/http/services';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const ANSWER_MS = 1000;
const WORK = {
  name: 'metrics',
  text: `select (select count(*)::int from jobs where status = 'queued') as queued,
    (select count(*)::int from jobs where status = 'running') as running,
    (select count(*)::int from mails where status = 'pending') as mails,
    (select coalesce(sum(tokens), 0)::float8 from language_model_usage
      where day = (now() at time zone 'UTC')::date) as tokens,
    (select coalesce(json_object_agg(kind, json_build_object('calls', calls, 'tokens', tokens)), '{}') from (
      select kind, sum(calls) as calls, sum(tokens) as tokens from language_model_costs group by kind) as used) as costs`,
  values: [],
};

/** Registers gauges for queued and running work. @returns a function that refreshes them. */
function measureWork(registry: Registry, database: Services['database'], events: Operations['events']) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const connections = gauge('database_connections', 'Database connections of this process.', 'state');
  const streams = gauge('event_streams', 'Open event streams of this process.');
  const up = gauge('database_up', '1 if the database responded when the metrics were collected.');
  const jobs = gauge('jobs', 'Unfinished jobs across all processes.', 'status');
  const mails = gauge('mails_pending', 'Pending emails across all processes.');
  const tokens = gauge('language_model_tokens', 'Language model tokens used today (UTC).');
  const calls = gauge(
    'language_model_calls_by_kind',
    'Language model calls since the database was created, by kind of work.',
    'kind',
  );
  const spent = gauge(
    'language_model_tokens_by_kind',
    'Language model tokens used by these calls, by kind of work.',
    'kind',
  );
  return async () => {
    const pool = database.connections();
    for (const state of ['idle', 'busy', 'waiting'] as const) connections.set({ state }, pool[state]);
    streams.set(events.count());
    const asked = database.ask<{
      queued: number;
      running: number;
      mails: number;
      tokens: number;
      costs: Record<string, { calls: number; tokens: number }>;
    }>(WORK);
    // While the database does not respond, the figures of this process are still published.
    const [row] = await Promise.race([asked.catch(() => []), setTimeout(ANSWER_MS, [], { ref: false })]);
    up.set(row ? 1 : 0);
    if (!row) return;
    jobs.set({ status: 'queued' }, row.queued);
    jobs.set({ status: 'running' }, row.running);
    mails.set(row.mails);
    tokens.set(row.tokens);
    for (const [kind, cost] of Object.entries(row.costs)) {
      calls.set({ kind }, cost.calls);
      spent.set({ kind }, cost.tokens);
    }
  };
}

/** Registers the pages and times every request by its route's pattern, so that no id becomes a label. */
export function registerOperationsPages(
  app: FastifyInstance,
  { config, database }: Pick<Services, 'config' | 'database'>,
  operations: Pick<Operations, 'activity' | 'retrievals' | 'events'>,
): void {
  const registry = new Registry();
  // At the default precision, its timer would wake an idle process a hundred times per second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1000 });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  new Counter({
    name: 'dropped_records_total',
    help: 'Agent activity and retrievals dropped because the database was unavailable for too long or rejected them.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of ['activity', 'retrievals'] as const) this.inc({ kind }, operations[kind].dropped());
      this.inc({ kind: 'retrieval_counts' }, operations.retrievals.uncounted());
    },
  });
  const measure = measureWork(registry, database, operations.events);
  const replicas = database.replicas;
  if (replicas) {
    new Gauge({
      name: 'read_replica_in_use',
      help: '1 if a read replica is in use, 0 if it is skipped.',
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        for (const { name, isUsed } of replicas.states()) this.set({ replica: name }, isUsed ? 1 : 0);
      },
    });
    new Gauge({
      name: 'read_replica_lag_bytes',
      help: 'Write-ahead log bytes that a read replica has not yet replayed.',
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

  // Built on first request: describing every schema takes a tenth of a second, which would delay startup.
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/openapi.json', () => (document ??= openApiDocument(config.build.version)));
  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', DOCS_POLICY).send(docsPage()),
  );
  app.get('/metrics', async (request, reply) => {
    // For operators inside the network; end users always come through the gateway.
    if (isFromGateway(config, request.headers)) throw new HttpProblem(404, 'Not Found');
    await measure();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
