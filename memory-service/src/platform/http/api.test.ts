/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '@hindsight/shared-contracts/api';
import type { Job, MemoryBlock, UserInfo } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { ALPHA } from '../../testing/recordCalls';
import { as, body, get, ids, ownPage, testApp } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import type { Database } from '../database/database';
import { readEachTime } from '../database/memoize';
import { writeWith } from '../../testing/directWrites';

onOneEngine('the HTTP API', (world) => {
  const list = async (url: string, email: string | null, headers = {}) => {
    const response = await get(world.app, url, email, headers);
    expect(response.statusCode).toBe(200);
    return body<{ items: MemoryBlock[]; total_items: number; total_pages: number }>(response);
  };
  const numbers = (items: { id: string }[]) => items.map(({ id }) => Number.parseInt(id.slice(-3), 16));

  describe('memory visibility', () => {
    const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;
    const beta = `scope=organization&organization_id=${ids.betaOrg}`;
    test.each([
      [null, 'scope=public', [0]],
      [null, '', [0]],
      [null, 'scope=personal', []],
      [null, alpha, []],
      ['owner@x.test', '', [3]],
      ['owner@x.test', 'scope=public', [0]],
      ['owner@x.test', alpha, [6, 1]],
      ['owner@x.test', 'scope=organization', [6, 1]],
      ['owner@x.test', beta, []],
      ['viewer@x.test', alpha, [6, 1]],
      ['viewer@x.test', 'scope=personal', []],
      ['blind@x.test', alpha, []],
      ['blind@x.test', 'scope=organization', []],
      ['stranger@x.test', alpha, []],
      ['stranger@x.test', 'scope=personal', [4]],
      ['root@x.test', 'scope=personal', []],
      ['root@x.test', beta, [2]],
      ['root@x.test', 'scope=organization', []],
    ])('%s with %s sees %j', async (email, query, expected) => {
      const page = await list(`/memory-blocks/?${query}`, email);
      const offset = Number.parseInt(ids.block(0).slice(-3), 16);
      expect(numbers(page.items).map((n) => n - offset)).toEqual(expected);
      expect(page.total_items).toBe(expected.length);
      const conversations = await get(world.app, `/conversations/count?${query}`, email);
      expect(body(conversations)).toEqual({ count: expected.length });
    });

    test.each([
      [null, [200, 404, 404, 404, 404]],
      ['owner@x.test', [200, 200, 404, 200, 404]],
      ['viewer@x.test', [200, 200, 404, 404, 404]],
      ['blind@x.test', [200, 404, 404, 404, 404]],
      ['stranger@x.test', [200, 404, 404, 404, 200]],
      ['root@x.test', [200, 200, 200, 200, 200]],
    ])('%s opens memories with the statuses %j', async (email, expected) => {
      const answers = [0, 1, 2, 3, 4].map((n) => get(world.app, `/memory-blocks/${ids.block(n)}`, email));
      expect((await Promise.all(answers)).map((response) => response.statusCode)).toEqual(expected);
    });

    test('returns the same response for a hidden memory and a missing one', async () => {
      const hidden = await get(world.app, `/memory-blocks/${ids.block(3)}`, 'stranger@x.test');
      const missing = await get(world.app, `/memory-blocks/${ids.block(0x99)}`, 'stranger@x.test');
      expect([hidden.statusCode, hidden.body]).toEqual([missing.statusCode, missing.body]);
      expect(body(missing)).toEqual({ detail: 'Memory block not found' });
    });

    test('applies the same scopes to agents', async () => {
      for (const [email, query, total] of [
        [null, '', 1],
        ['owner@x.test', alpha, 1],
        ['stranger@x.test', alpha, 0],
        ['stranger@x.test', '', 1],
      ] as const) {
        expect((await list(`/agents?${query}`, email)).total_items).toBe(total);
      }
    });

    test('shows a suggestion only if every original exists, is readable and in scope', async () => {
      const found = body<{ items: { suggestion_id: string }[]; total_items: number }>(
        await get(world.app, `/consolidation-suggestions?${alpha}`, 'viewer@x.test'),
      );
      expect(found.items.map((item) => item.suggestion_id)).toEqual([ids.suggestion(0)]);
      expect(found.total_items).toBe(1);
      expect((await list(`/consolidation-suggestions?${alpha}`, 'stranger@x.test')).total_items).toBe(0);
      expect((await list('/consolidation-suggestions', null)).total_items).toBe(1);
    });

    test('returns 403 with a code to people not accepted into the beta program', async () => {
      for (const url of [
        '/memory-blocks/',
        '/agents/',
        '/conversations/count',
        '/consolidation-suggestions/',
      ]) {
        const response = await get(world.app, url, 'waiting@x.test');
        expect(response.statusCode).toBe(403);
        expect(body(response)).toMatchObject({ code: 'beta_access_required' });
      }
      expect((await get(world.app, '/organizations/', 'waiting@x.test')).statusCode).toBe(200);
    });
  });

  describe('identity', () => {
    test.each([
      [{ 'x-auth-request-email': 'root@x.test' }],
      [{ 'x-auth-request-email': 'root@x.test', 'x-gateway-secret': 'wrong' }],
      [{ 'x-forwarded-email': 'root@x.test', 'x-gateway-secret': as('a@b')['x-gateway-secret'] }],
      [{ 'x-auth-request-user': 'root', 'x-gateway-secret': as('a@b')['x-gateway-secret'] }],
    ])('treats %j as a guest', async (headers) => {
      const response = await get(world.app, '/user-info', null, headers);
      expect(response.statusCode).toBe(401);
      expect(body(response)).toEqual({ authenticated: false, detail: 'Authentication required' });
    });

    test('trusts no identity without a gateway secret', async () => {
      const open = testApp(world.database, { GATEWAY_SECRET: '' });
      const response = await get(open, '/user-info', 'root@x.test', { 'x-gateway-secret': '' });
      expect(response.statusCode).toBe(401);
      await open.close();
    });

    test('creates one person per new email, regardless of spelling', async () => {
      const first = body<UserInfo>(
        await get(world.app, '/user-info', ' New.Person@X.test ', {
          'x-auth-request-user': '10483920184736',
        }),
      );
      const again = body<UserInfo>(await get(world.app, '/user-info', 'new.person@x.test'));
      expect(first).toMatchObject({
        email: 'new.person@x.test',
        display_name: 'new.person',
        is_superadmin: false,
        beta_access_status: 'not_requested',
      });
      expect(again.user_id).toBe(first.user_id);
    });

    test('reads superadmins and beta admins from the configuration on each request', async () => {
      const root = body<UserInfo>(await get(world.app, '/user-info', 'root@x.test'));
      expect(root).toMatchObject({ is_superadmin: true, beta_access_admin: true });
      const gate = body<UserInfo>(await get(world.app, '/user-info', 'gate@x.test'));
      expect(gate).toMatchObject({ is_superadmin: false, beta_access_admin: true });
      const other = testApp(world.database, { ADMIN_EMAILS: 'someone@x.test' });
      expect(body(await get(other, '/user-info', 'root@x.test'))).toMatchObject({ is_superadmin: false });
      await other.close();
    });

    test.each([
      ['a member', 'owner@x.test', ids.alphaOrg],
      ['a member who may not read', 'blind@x.test', null],
      ['a person of no organization', 'stranger@x.test', null],
    ])('names the organization with the newest memory: %s', async (_who, email, expected) => {
      const { newest_organization_id } = body<UserInfo>(await get(world.app, '/user-info', email));
      expect(newest_organization_id).toBe(expected);
    });

    test('rejects an invalid email address', async () => {
      expect((await get(world.app, '/user-info', 'not an address')).statusCode).toBe(401);
    });

    test.each(['/organizations/', '/notifications/', '/beta-access/status'])(
      '%s requires a person',
      async (url) => {
        const response = await get(world.app, url);
        expect([response.statusCode, body(response)]).toEqual([401, { detail: 'Authentication required' }]);
      },
    );
  });

  describe('lists', () => {
    const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;

    test('treats % and _ as text in a search and ignores case', async () => {
      const hits = async (text: string) =>
        (await list(`/memory-blocks?${alpha}&search_query=${encodeURIComponent(text)}`, 'owner@x.test'))
          .total_items;
      expect(await hits('10% OF a_b')).toBe(1);
      expect(await hits('1%of')).toBe(0);
      expect(await hits('aXb')).toBe(0);
      expect(await hits('\\')).toBe(0);
      expect(await hits(ids.block(6))).toBe(1);
    });

    test('counts all rows and never repeats one across pages', async () => {
      const all = `/memory-blocks?${alpha}&include_archived=true&limit=2&sort_by=feedback_score&sort_order=asc`;
      const first = await list(all, 'owner@x.test');
      const second = await list(`${all}&skip=2`, 'owner@x.test');
      expect([first.total_items, first.total_pages]).toEqual([3, 2]);
      expect([...first.items, ...second.items].map((item) => item.feedback_score)).toEqual([10, 50, 60]);
      expect((await list(`/memory-blocks?${alpha}&limit=0`, 'owner@x.test')).total_pages).toBe(0);
    });

    test.each([
      ['retrieval_count', sql`retrieval_count = 90`],
      ['feedback_score', sql`feedback_score = 90`],
    ])('refreshes a cached search after a change of %s', async (column, change) => {
      const found = async () =>
        numbers(
          (await list(`/memory-blocks?${alpha}&search_query=content&sort_by=${column}`, 'owner@x.test'))
            .items,
        );
      expect(await found()).toEqual([6, 1]);
      await world.database.write({ kind: 'system' }, (handle) =>
        writeWith(handle, sql`update memory_blocks set ${change} where id = ${ids.block(1)}`),
      );
      expect(await found()).toEqual([1, 6]);
    });

    test('filters by agent and conversation, and ignores an empty filter', async () => {
      const one = await list(
        `/memory-blocks?${alpha}&agent_id=${ids.agent(1)}&conversation_id=${ids.conversation(6)}`,
        'owner@x.test',
      );
      expect(one.items.map((item) => item.id)).toEqual([ids.block(6)]);
      expect((await list(`/memory-blocks?${alpha}&agent_id=`, 'owner@x.test')).total_items).toBe(2);
    });

    test('formats timestamps as ISO-8601 with microseconds and Z', async () => {
      const [item] = (await list('/memory-blocks', null)).items;
      expect(item?.created_at).toBe('2026-01-01T00:00:00.000000Z');
    });
  });

  test('serves every endpoint of the contract with and without a trailing slash', async () => {
    for (const key of Object.keys(endpoints)) {
      const [method = 'GET', path = ''] = key.split(' ');
      // An anonymous request: only an unknown path is a 404 with this text.
      const url = path.replace(/\{(\w+)\}/g, ids.block(0x99)).replace(/\/$/, '');
      const answers = await Promise.all(
        [url, `${url}/`].map((form) =>
          world.app.inject({ method: method as 'GET', url: form, headers: ownPage(null) }),
        ),
      );
      const leaks = answers.map((answer) =>
        answer.body.startsWith('{"detail":"Not Found"') ? 'unknown' : '',
      );
      expect([key, ...leaks]).toEqual([key, '', '']);
      expect([key, answers[1]?.statusCode]).toEqual([key, answers[0]?.statusCode]);
    }
  });
});

describe('operationsPages', () => {
  const nothing: Database = {
    read: () => new Promise(() => undefined),
    write: () => new Promise(() => undefined),
    ask: () => new Promise(() => undefined),
    remember: readEachTime.remember,
    connections: () => ({ idle: 0, busy: 0, waiting: 0 }),
    changes: { subscribe: () => () => undefined },
    onWrite: () => undefined,
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

  // The app is only injected into: closing it would wait for a database that never answers.
  const app = testApp(nothing);
  const text = async (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  test('lists every endpoint in the OpenAPI document, with parameters and errors', async () => {
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

  test('lists every endpoint on the documentation page, which may load only its own style', async () => {
    const page = await text('/docs');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const key of Object.keys(endpoints)) expect(page.body).toContain(`<code>${key}</code>`);
    expect(page.body).not.toContain('<script');
  });

  test('counts requests by route pattern in metrics, and hides metrics from people behind the gateway', async () => {
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

  test('uses existing metrics in the production dashboard and alerts', async () => {
    const folder = path.join(__dirname, '../../../../production/observability');
    const dashboard = JSON.parse(readFileSync(path.join(folder, 'grafana.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const alerts = readFileSync(path.join(folder, 'alerts.yml'), 'utf8').matchAll(/^ +expr: (.*)$/gm);
    const expressions = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...[...alerts].map(([, expr = '']) => expr),
    ];
    // Metric names only: without labels, label values and grouping clauses.
    const bare = expressions.map((expr) =>
      expr.replace(/\{[^{}]*\}|"[^"]*"|\b(?:by|on|without) \([^()]*\)|\[\w+\]/g, ' '),
    );
    const read = new Set(bare.flatMap((expr) => expr.match(/\b[a-z]+_[a-z_]+|\bjobs\b/g) ?? []));
    expect(read.size).toBeGreaterThan(10);
    const states = () => [{ name: 'a', isUsed: true, lagBytes: 0 }];
    const withReplica = testApp({
      ...nothing,
      ask: () => Promise.resolve([]),
      replicas: { states } as never,
    });
    const { body } = await withReplica.inject({ url: '/metrics' });
    const known = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
    );
    // A PromQL function, and a counter of the gateway (gateway/src/forwarding.test.ts).
    const others = ['histogram_quantile', 'hindsight_release_people'];
    expect([...read].filter((name) => !known.includes(name) && !others.includes(name))).toEqual([]);
  });
});

onOneEngine('the DEV_MODE developer', (world) => {
  let app: FastifyInstance;
  beforeAll(async () => {
    // All processes of a service share one configuration: one without DEV_MODE would also take jobs.
    await world.app.close();
    app = testApp(world.database, { DEV_MODE: 'true' });
  });

  const write = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/keywords/`,
      headers: { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg, ...headers },
      payload: { keyword_text: `by ${Object.keys(headers).join(' ') || 'a program'}` },
    });

  test('is a superadmin who passes every gate', async () => {
    const answer = await get(app, '/user-info');
    expect(answer.statusCode).toBe(200);
    expect(body(answer)).toMatchObject({
      authenticated: true,
      email: 'dev@localhost',
      display_name: 'Development User',
      is_superadmin: true,
      beta_access_admin: true,
      beta_access_status: 'accepted',
    });
    expect((await get(app, `/memory-blocks/${ids.block(2)}`)).statusCode).toBe(200);
  });

  test('can write from a program without a CSRF token, but not from a page of another site', async () => {
    expect((await write({})).statusCode).toBe(201);
    const { 'x-gateway-secret': secret, ...page } = ownPage('owner@x.test');
    delete (page as Record<string, string>)['x-auth-request-email'];
    expect(secret).toBeDefined();
    expect((await write(page)).statusCode).toBe(201);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      { cookie: 'a=b' },
    ];
    for (const headers of foreign) expect((await write(headers)).statusCode).toBe(403);
  });

  test('can run bulk work immediately and as a job', async () => {
    const generate = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/memory-blocks/bulk-generate-keywords',
        headers: { ...ALPHA, ...headers },
        payload: { memory_block_ids: [ids.block(2)] },
      });
    const now = await generate({});
    expect([now.statusCode, body(now)]).toMatchObject([200, { successful_count: 1 }]);
    const { job_id: id } = body<Job>(await generate({ prefer: 'respond-async' }));
    const job = await until(
      async () => body<Job>(await get(app, `/jobs/${id}`)),
      ({ finished_at: end }) => end !== null,
    );
    expect(job).toMatchObject({ status: 'completed', succeeded: 1, error: null });
  });

  const THROUGH_OTHERS: [string, Record<string, string>][] = [
    ['a request through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['the gateway without a session', { 'x-gateway-secret': 'a-secret-between-two-servers' }],
  ];

  test.each([
    ...THROUGH_OTHERS,
    ['a foreign name that leads to this machine', { host: 'evil.test' }],
    ['an unverified identity header', { 'x-auth-request-email': 'owner@x.test' }],
  ])('is not %s', async (_, headers) => {
    expect((await get(app, '/user-info', null, headers)).statusCode).toBe(401);
  });

  test.each(THROUGH_OTHERS)('is not the identity of an agent behind %s', async (way, headers) => {
    const make = async (agent_name: string, more?: Record<string, string>) => {
      const client = await mcpClient(app, undefined, more);
      const { text } = await client.call('create_agent', { agent_name, workspace: 'personal' });
      await client.close();
      return text;
    };
    expect(await make(`Beside ${way}`)).toContain(`Beside ${way}`);
    await expect(make(`By ${way}`, headers)).rejects.toThrow('Sign in to use this server');
  });

  test('is not available to other machines or instead of another identity', async () => {
    const far = await app.inject({ method: 'GET', url: '/user-info', remoteAddress: '203.0.113.9' });
    expect(far.statusCode).toBe(401);
    expect(body(await get(app, '/user-info', 'viewer@x.test'))).toMatchObject({ email: 'viewer@x.test' });
    expect(
      (await app.inject({ method: 'GET', url: '/user-info', headers: { authorization: 'Bearer x' } }))
        .statusCode,
    ).toBe(401);
  });

  test('does not exist without DEV_MODE', async () => {
    await app.close();
    const others = testApp(world.database);
    expect((await get(others, '/user-info')).statusCode).toBe(401);
    await others.close();
  });
});
