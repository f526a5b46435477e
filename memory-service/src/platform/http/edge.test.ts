/** @jest-environment node */
import { rmSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { SESSION_REQUIRED } from '@hindsight/shared-contracts/api';
import type { AuditEntry, Invitation } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { APP_ORIGIN, as, body, get, ids, ownPage, seedSmallWorld, testApp } from '../../testing/testApp';
import { buildService, openEmbedded, temporaryFolder } from '../../testing/testDatabase';
import type { Database } from '../database/database';
import { readEachTime } from '../database/memoize';
import { tokenLedger } from '../languageModel/languageModelUsage';
import { LARGE_PAGE, isCostly, statementKind } from './cost';
import { QueueTooLong, createFairShare } from './fairShare';
import { isTooDeep } from './jsonDepth';
import { createRateLimit } from './rateLimit';

describe('bindings', () => {
  onOneEngine('the identity of a person', (world) => {
    const me = async (email: string, subject: string) => {
      const response = await get(world.app, '/user-info', email, { 'x-auth-request-user': subject });
      return {
        status: response.statusCode,
        ...body<{ user_id?: string; email?: string; detail?: string }>(response),
      };
    };

    test('is bound to the first subject seen: another subject is rejected, and a new address stays the same person', async () => {
      const first = await me('bound@x.test', '104839201847362910');
      expect(first).toMatchObject({ status: 200, email: 'bound@x.test' });
      expect(await me('bound@x.test', '999999999999999999')).toEqual({
        status: 401,
        authenticated: false,
        detail: 'Authentication denied.',
      });
      const moved = await me('moved@x.test', '104839201847362910');
      expect(moved).toMatchObject({ status: 200, email: 'moved@x.test', user_id: first.user_id });
      expect((await me('owner@x.test', '104839201847362910')).status).toBe(401);
    });

    test('is not bound to names and addresses, which can change', async () => {
      expect((await me('editor@x.test', 'Ed Itor')).status).toBe(200);
      expect((await me('editor@x.test', 'editor@x.test')).status).toBe(200);
    });

    test('counts language model tokens across processes', async () => {
      const [one, other] = [tokenLedger(world.database), tokenLedger(world.database)];
      await one.spend('2026-05-01', 10);
      await other.spend('2026-05-01', 5);
      expect([await one.spent('2026-05-01'), await one.spent('2026-05-02')]).toEqual([15, 0]);
    });
  });

  test('stays alive but not ready without its database, and does not limit probes', async () => {
    const gone = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    const nothing: Database = {
      read: gone,
      write: gone,
      ask: gone,
      remember: readEachTime.remember,
      connections: () => ({ idle: 0, busy: 0, waiting: 0 }),
      changes: { subscribe: () => () => undefined },
      onWrite: () => undefined,
      ping: gone,
      close: () => Promise.resolve(),
    };
    // The app is only injected into: closing it would wait for a missing database.
    const app = testApp(nothing, { RATE_LIMIT_PER_SECOND: '1' });
    for (let n = 0; n < 5; n += 1) {
      expect((await app.inject({ url: '/health', headers: as(null) })).statusCode).toBe(200);
      expect((await app.inject({ url: '/ready', headers: as(null) })).statusCode).toBe(503);
    }
  });
});

describe('cors', () => {
  const folder = temporaryFolder();
  let database: Database;

  beforeAll(async () => {
    await buildService();
    database = await openEmbedded(folder);
    await seedSmallWorld(database);
  }, 60_000);

  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('lets only the dashboard read responses without the gateway', async () => {
    const app = testApp(database);
    const from = (origin: string) => app.inject({ method: 'GET', url: '/build-info', headers: { origin } });
    expect((await from(APP_ORIGIN)).headers).toMatchObject({
      'access-control-allow-origin': APP_ORIGIN,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
    expect((await from('http://evil.test')).headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/memory-blocks/',
      headers: { origin: APP_ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toMatch(/Idempotency-Key.*X-Session/);
    // A write still requires a person and the CSRF token.
    const write = await app.inject({
      method: 'POST',
      url: '/agents/',
      headers: { origin: APP_ORIGIN },
      payload: {},
    });
    expect(write.statusCode).toBe(401);
    await app.close();
  });

  test('returns 401 instead of a guest response if a page has a session but none arrives', async () => {
    const app = testApp(database);
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: '/memory-blocks/?scope=public', headers });
    const refused = await ask(SESSION_REQUIRED);
    expect([refused.statusCode, JSON.parse(refused.body)]).toEqual([
      401,
      expect.objectContaining({ code: 'session_ended' }),
    ]);
    expect((await ask({})).statusCode).toBe(200);
    await app.close();
  });

  test("lets a developer's page write without the gateway and read both response and refusal", async () => {
    const app = testApp(database, { DEV_MODE: 'true' });
    const write = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/agents/?scope=personal',
        headers: {
          origin: APP_ORIGIN,
          'sec-fetch-site': 'same-site',
          'x-auth-request-email': 'dev@localhost',
          ...headers,
        },
        payload: { agent_name: 'Local' },
      });
    const readable = {
      'access-control-allow-origin': APP_ORIGIN,
      'access-control-allow-credentials': 'true',
    };
    const written = await write({ cookie: '_oauth2_proxy_csrf=abc', 'x-csrf-token': 'abc' });
    expect([written.statusCode, written.headers]).toEqual([201, expect.objectContaining(readable)]);
    const refused = await write({});
    expect([refused.statusCode, refused.headers]).toEqual([403, expect.objectContaining(readable)]);
    expect((await write({ origin: 'http://evil.test' })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    await app.close();
  });
});

describe('cost', () => {
  test.each([
    ['/memory-blocks/', {}, false],
    ['/memory-blocks/', { limit: LARGE_PAGE }, false],
    ['/memory-blocks/', { limit: LARGE_PAGE + 1 }, true],
    ['/memory-blocks/archived/', { limit: 1000 }, true],
    ['/memory-blocks/', { search_query: 'lock' }, true],
    ['/memory-blocks/search/hybrid', { limit: 1 }, true],
    ['/agents/', { limit: 1000 }, false],
    ['/analytics/summary', {}, true],
  ])('%s with %p: costly is %p', (path, asked, expected) => {
    expect(isCostly(path, asked)).toBe(expected);
  });

  test.each([
    ['GET', '/memory-blocks/', { limit: 1000 }, 'read'],
    ['GET', '/memory-blocks/', { search_query: '' }, 'search'],
    ['GET', '/analytics/summary', {}, 'analytics'],
    ['POST', '/memory-blocks/bulk-edit', {}, 'write'],
  ] as const)('runs statements of %s %s with %p as kind %s', (method, path, asked, expected) => {
    expect(statementKind(method, path, asked)).toBe(expected);
  });
});

describe('fairShare', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Work that ends on demand, and a log of what started in which order. */
  function workplace() {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    const settled = () => jest.advanceTimersByTimeAsync(0);
    const end = async (name: string) => {
      ends.get(name)?.();
      await settled();
    };
    return { begun, work, end, settled };
  }

  test('limits a caller to its share, queues the rest, and serves other callers in turn', async () => {
    const share = createFairShare({ total: 3, perCaller: 2, waiting: 10 });
    const { begun, work, end, settled } = workplace();
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => share.run(name.slice(0, 1), work(name)));
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('a2');
    await end('b1');
    expect(begun.slice(4)).toEqual(['b2', 'a4']);
    for (const name of ['a3', 'a4', 'b2']) await end(name);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  });

  test('frees the slot after a failure and passes the error to the caller', async () => {
    const share = createFairShare({ total: 1, perCaller: 1, waiting: 10 });
    await expect(share.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await share.run('a', () => Promise.resolve(1))).toBe(1);
  });

  test('rejects only the caller whose queue is full', async () => {
    const share = createFairShare({ total: 1, perCaller: 1, waiting: 1 });
    const { work, end } = workplace();
    const first = share.run('a', work('a1'));
    const second = share.run('a', work('a2'));
    await expect(share.run('a', work('a3'))).rejects.toThrow(QueueTooLong);
    const other = share.run('b', work('b1'));
    await end('a1');
    await end('a2');
    await end('b1');
    await end('a2');
    expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
  });
});

describe('limits', () => {
  test('counts nesting only outside of strings', () => {
    expect(isTooDeep('['.repeat(32) + ']'.repeat(32))).toBe(false);
    expect(isTooDeep('['.repeat(33) + ']'.repeat(33))).toBe(true);
    expect(isTooDeep(JSON.stringify({ a: '['.repeat(99), b: '\\"{'.repeat(99) }))).toBe(false);
    expect(isTooDeep('[],'.repeat(99))).toBe(false);
  });

  test('allows a burst, then one request per refill, without affecting other callers', () => {
    let time = 0;
    const limit = createRateLimit(2, () => time);
    expect([1, 2, 3, 4].map(() => limit('a'))).toEqual([0, 0, 0, 0]);
    expect(limit('a')).toBe(1);
    expect(limit('b')).toBe(0);
    time = 500;
    expect([limit('a'), limit('a')]).toEqual([0, 1]);
    expect(createRateLimit(0)('a')).toBe(0);
  });
});

const CHANGING = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The response without ids, times and the email itself. */
function seen({ statusCode, headers, body: text }: LightMyRequestResponse, email: string) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { statusCode, headers: rest, text: text.replaceAll(email, 'email').replace(CHANGING, '…') };
}

onOneEngine('responses about an email', (world) => {
  const { call } = peopleCalls(world);
  // Same length, so the response lengths are comparable.
  const [KNOWN, UNKNOWN] = ['viewer@x.test', 'nowher@x.test'];

  test('are the same with and without an account, in calls, lists and the audit trail', async () => {
    const by = 'stranger@x.test';
    const answersFor = async (email: string, name: string) => {
      const { id } = body<{ id: string }>(await call('POST /organizations/', by, { name }));
      const path = `/organizations/${id}`;
      const added = await call(`POST ${path}/members`, by, { email, role: 'editor' });
      const { invitation_id: first } = body<{ invitation_id: string }>(added);
      const invite = () => call(`POST ${path}/invitations`, by, { email, role: 'viewer' });
      const answers = [
        added,
        await call(`POST ${path}/members`, by, { email, role: 'editor' }),
        await invite(),
        await call(`POST ${path}/invitations/${first}/resend`, by),
        await call(`GET ${path}/members`, by),
        await call(`PUT ${path}/members/${first}`, by, { role: 'admin' }),
        await call(`DELETE ${path}/members/${first}`, by),
        await call(`DELETE ${path}/invitations/${first}`, by),
      ];
      const again = await invite();
      const second = body<Invitation>(again).id;
      answers.push(again, await get(world.app, `${path}/invitations?status=all`, by));
      answers.push(await get(world.app, `${path}/invitations/counts`, by));
      answers.push(await call(`POST ${path}/invitations/${second}/accept`, by));
      const trail = await get(world.app, `/audits?organization_id=${id}`, by);
      expect(body<AuditEntry[]>(trail)).toHaveLength(5);
      answers.push(trail, await get(world.app, '/notifications', by));
      return answers.map((answer) => seen(answer, email));
    };
    const [known, unknown] = [await answersFor(KNOWN, 'Probe A'), await answersFor(UNKNOWN, 'Probe B')];
    const named = JSON.stringify(known).replaceAll('Probe A', 'Probe B');
    expect(JSON.parse(named)).toEqual(unknown);
  });
});

/** Texts that break databases and parsers. */
const HOSTILE = [
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '%00',
  '((((" or and -',
  '&|!:*()<->',
  '\\',
  '💥'.repeat(200),
  '-1',
  '1e400',
  'NaN',
  '99999999999999999999',
];

onOneEngine('the service with hostile input', (world) => {
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const post = (url: string, payload: unknown) =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { ...ownPage('editor@x.test'), ...alpha, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const calm = (response: { statusCode: number; body: string }) => {
    expect(response.statusCode < 500 ? '' : response.body).toBe('');
    if (response.statusCode >= 400)
      expect(Object.keys(JSON.parse(response.body) as object)).toContain('detail');
  };

  test.each(HOSTILE)('searches and lists without failing for %j', async (text) => {
    const value = encodeURIComponent(text === '\ud800' ? '\ufffd' : text);
    for (const url of [
      `/memory-blocks/search/?query=${value}&keywords=${value}`,
      `/memory-blocks/search/?query=a&search_type=${value}`,
      `/memory-blocks/search/?query=a&limit=${value}`,
      `/memory-blocks/search/fulltext?query=${value}&min_score=${value}`,
      `/memory-blocks/search/fulltext?query=${value}`,
      `/memory-blocks/search/semantic?query=${value}`,
      `/memory-blocks/search/hybrid?query=${value}`,
      `/memory-blocks/?search_query=${value}`,
      `/memory-blocks/archived/?search_query=${value}`,
      `/memory-blocks/${ids.block(1)}/retrievals?skip=${value}`,
      `/memory-optimization/suggestions?agent_id=${value}`,
      `/memory-optimization/suggestions/${value}`,
      `/consolidation-suggestions/${value}`,
      `/consolidation-suggestions/?search=${value}`,
      `/jobs/${value}`,
      `/analytics/summary?organization_id=${value}`,
    ]) {
      calm(await get(world.app, url, 'editor@x.test', url.includes('analytics') ? {} : alpha));
    }
  });

  test.each(HOSTILE)('writes without failing for %j', async (text) => {
    for (const [url, payload] of [
      [`/memory-blocks/${ids.block(1)}/compress`, { user_instructions: text }],
      [
        `/memory-blocks/${ids.block(1)}/compress/apply`,
        { compressed_content: text, compressed_lessons_learned: text },
      ],
      ['/memory-blocks/bulk-generate-keywords', { memory_block_ids: [text, ids.block(1)] }],
      [
        '/memory-blocks/bulk-compact',
        { memory_block_ids: [text], user_instructions: text, max_concurrent: text },
      ],
      [
        '/memory-blocks/bulk-compact',
        { memory_block_ids: [text], user_instructions: text, max_concurrent: -5 },
      ],
      [
        '/memory-blocks/bulk-apply-keywords',
        {
          applications: [
            { memory_block_id: text, selected_keywords: [text] },
            { memory_block_id: ids.block(1), selected_keywords: [text] },
          ],
        },
      ],
      ['/memory-blocks/merge', { memory_block_ids: [ids.block(1), text], merged_content: text }],
      ['/memory/prune/suggest', { batch_size: text }],
      ['/memory/prune/confirm', { memory_block_ids: [text] }],
      [`/jobs/${ids.block(1)}/cancel`, { [text]: text }],
    ] as const) {
      calm(await post(url, payload));
    }
  });
});
