/**
 * Runs the stack with an OpenTelemetry collector: one call is one trace from the browser's header to the SQL statement, with logs and
 * metrics.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findBinaries } from '../native/binaries';
import { repoRoot } from '../native/place';
import { startNative } from '../native/stack';
import { missing } from './stack';

// oxlint-disable-next-line no-restricted-properties -- needs programs of the system that not every machine has; the reason is reported
test.skip(missing !== undefined, missing ?? '');

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const BROWSER_SPAN = '00f067aa0ba902b7';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}
interface LogRecord {
  traceId?: string;
  service: string;
  body?: { stringValue?: string };
}
type Resource = { attributes: Span['attributes'] };
interface Received {
  resourceSpans?: { resource: Resource; scopeSpans: { spans: Span[] }[] }[];
  resourceLogs?: { resource: Resource; scopeLogs: { logRecords: LogRecord[] }[] }[];
  resourceMetrics?: { resource: Resource; scopeMetrics: { metrics: { name: string }[] }[] }[];
}

const readService = ({ attributes }: Resource) =>
  attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';

/** An OTLP/HTTP receiver that records its requests. */
async function startCollector() {
  const spans: Span[] = [];
  const logs: LogRecord[] = [];
  const metrics = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const received = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Received;
      for (const { resource, scopeSpans } of received.resourceSpans ?? [])
        spans.push(
          ...scopeSpans.flatMap((scope) =>
            scope.spans.map((span) => ({ ...span, service: readService(resource) })),
          ),
        );
      for (const { resource, scopeLogs } of received.resourceLogs ?? [])
        logs.push(
          ...scopeLogs.flatMap((scope) =>
            scope.logRecords.map((one) => ({ ...one, service: readService(resource) })),
          ),
        );
      for (const { resource, scopeMetrics } of received.resourceMetrics ?? [])
        for (const { name } of scopeMetrics.flatMap((scope) => scope.metrics))
          metrics.add(`${readService(resource)} ${name}`);
      response.setHeader('content-type', 'application/json').end('{}');
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, logs, metrics, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

test('traces one call through gateway and service to the statement, with logs and metrics', async () => {
  const binaries = findBinaries();
  if ('missing' in binaries) throw new Error(binaries.missing);
  const { spans, logs, metrics, endpoint, stop } = await startCollector();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_METRIC_EXPORT_TIMEOUT: '400',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_BLRP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'info',
  };
  const stack = await startNative({ binaries, blocks: 0, gateway: env, replicas: env });

  const headers = { traceparent: `00-${TRACE}-${BROWSER_SPAN}-01` };
  const answer = await fetch(`${stack.origin}/guest-api/agents/?scope=public`, { headers });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, TRACE]);
  const gateway = 'hindsight-gateway';
  const service = 'hindsight-memory-service';
  const ours = () => spans.filter(({ traceId }) => traceId === TRACE);
  await expect
    .poll(() =>
      ours().some(({ service: name, parentSpanId }) => name === gateway && parentSpanId === BROWSER_SPAN),
    )
    .toBe(true);
  await expect.poll(() => ours().some(({ name }) => name.startsWith('pg.query:SELECT'))).toBe(true);

  // Walking up from the statement, each span has a parent, through both programs to the browser.
  const byId = new Map(ours().map((span) => [span.spanId, span]));
  const way: string[] = [];
  let span = ours().find(({ name }) => name.startsWith('pg.query:SELECT'));
  let top = span;
  for (; span; span = byId.get(span.parentSpanId ?? '')) {
    way.push(span.service);
    top = span;
  }
  expect([...new Set(way)]).toEqual([service, gateway]);
  expect(top?.parentSpanId).toBe(BROWSER_SPAN);

  for (const name of [gateway, service])
    await expect.poll(() => logs.some((one) => one.traceId === TRACE && one.service === name)).toBe(true);
  await expect
    .poll(() => [...metrics])
    .toEqual(
      expect.arrayContaining([
        `${gateway} http.server.request.duration`,
        `${service} http.server.request.duration`,
        `${service} db.client.operation.duration`,
      ]),
    );

  // A call with a missing or malformed header also has the same id everywhere.
  for (const sent of [undefined, { traceparent: 'nonsense' }]) {
    const other = await fetch(`${stack.origin}/guest-api/agents/?scope=public`, sent && { headers: sent });
    const id = other.headers.get('x-request-id');
    const services = () => new Set(spans.filter(({ traceId }) => traceId === id).map((one) => one.service));
    await expect.poll(services).toEqual(new Set([gateway, service]));
  }
  await stack.stop();
  stop();
});

test('loads nothing of the OpenTelemetry SDK without a collector', () => {
  for (const file of ['gateway/dist/gateway.js', 'memory-service/dist/server.js']) {
    const program = readFileSync(path.join(repoRoot, file), 'utf8');
    const loaded = [...program.matchAll(/^import .*?["'](@opentelemetry\/[^"']+|@fastify\/otel)["'];$/gms)];
    expect(loaded.map(([, name]) => name)).toEqual(['@opentelemetry/api']);
    expect(program).toContain('import("@opentelemetry/sdk-node")');
  }
});
