/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@hindsight/shared-contracts/api';
import type { Database } from '../database/database';
import { readEachTime } from '../database/memoize';
import { as, testApp } from '../../testing/testApp';

const nothing: Database = {
  read: () => new Promise(() => undefined),
  write: () => new Promise(() => undefined),
  ask: () => new Promise(() => undefined),
  remember: readEachTime.remember,
  connections: () => ({ idle: 0, busy: 0, waiting: 0 }),
  changes: { subscribe: () => () => undefined },
  ping: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { parameters: { name: string; in: string; required: boolean; schema: unknown }[]; responses: object }
    >
  >;
}

// Closing would wait for a database that never answers, so the app is only injected into.
const app = testApp(nothing);
const text = async (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

test('the OpenAPI document has every call, with its parameters and its errors', async () => {
  const document = JSON.parse((await text('/openapi.json')).body) as Document;
  expect(document.openapi).toBe('3.1.0');
  for (const key of Object.keys(endpoints)) {
    const [method = '', path = ''] = key.split(' ');
    expect([key, document.paths[path]?.[method.toLowerCase()] !== undefined]).toEqual([key, true]);
  }
  const list = document.paths['/memory-blocks/']?.['get'];
  expect(list?.parameters.find(({ name }) => name === 'limit')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 0, maximum: 1000, default: 100 },
  });
  expect(Object.keys(list?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '401', '403', '422', '503']),
  );
});

test('the documentation page lists every call and may load nothing but its own style', async () => {
  const page = await text('/docs');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  for (const key of Object.keys(endpoints)) expect(page.body).toContain(`<code>${key}</code>`);
  expect(page.body).not.toContain('<script');
});

test('metrics count requests by route pattern, and are not for people behind the gateway', async () => {
  await text('/health');
  await text('/no-such-page');
  const metrics = await text('/metrics');
  expect(metrics.headers['content-type']).toContain('text/plain');
  expect(metrics.body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/health",status="200"} 1',
  );
  expect(metrics.body).toContain('route="unknown",status="404"');
  expect((await text('/metrics', as('root@x.test'))).statusCode).toBe(404);
});

test('the dashboard and the alerts of production read metrics that exist', async () => {
  const folder = path.join(__dirname, '../../../../production/observability');
  const dashboard = JSON.parse(readFileSync(path.join(folder, 'grafana.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const alerts = readFileSync(path.join(folder, 'alerts.yml'), 'utf8').matchAll(/^ +expr: (.*)$/gm);
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...alerts].map(([, expr = '']) => expr),
  ];
  // Names alone: without labels, their values and the clauses that name labels.
  const bare = expressions.map((expr) =>
    expr.replace(/\{[^{}]*\}|"[^"]*"|\b(?:by|on|without) \([^()]*\)|\[\w+\]/g, ' '),
  );
  const read = new Set(bare.flatMap((expr) => expr.match(/\b[a-z]+_[a-z_]+|\bjobs\b/g) ?? []));
  expect(read.size).toBeGreaterThan(10);
  const states = () => [{ name: 'a', isUsed: true, lagBytes: 0 }];
  const withReplica = testApp({ ...nothing, ask: () => Promise.resolve([]), replicas: { states } as never });
  const { body } = await withReplica.inject({ url: '/metrics' });
  const known = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
  );
  // A function of PromQL, and what the gateway counts (gateway/src/releaseReports.test.ts).
  const others = ['histogram_quantile', 'hindsight_release_people'];
  expect([...read].filter((name) => !known.includes(name) && !others.includes(name))).toEqual([]);
});
