/** @jest-environment node */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { onOneEngine } from '../../testing/engines';
import { body, get, ownPage, SECRET, send, testApp, tokenFor } from '../../testing/testApp';

onOneEngine('requests', (world) => {
  describe('bad requests', () => {
    test.each([
      ['limit=-1', 'limit', 'greater_than_equal', 'This must be at least 0.'],
      ['limit=1001', 'limit', 'less_than_equal', 'This must be at most 1000.'],
      ['skip=x', 'skip', 'int_parsing', 'Enter a number.'],
      ['skip=1.5', 'skip', 'int_parsing', 'Enter a whole number.'],
      ['agent_id=12', 'agent_id', 'invalid_format', 'Enter a valid UUID.'],
      ['sort_order=up', 'sort_order', 'enum', 'This must be one of: asc, desc.'],
    ])('returns 422 for %s at query.%s', async (query, field, type, msg) => {
      const response = await get(world.app, `/memory-blocks/?${query}`);
      expect(response.statusCode).toBe(422);
      const input = query.slice(query.indexOf('=') + 1);
      expect(body(response)).toEqual({ detail: [{ type, loc: ['query', field], msg, input }] });
    });

    test.each([
      ['/memory-blocks?scope=galaxy', 422, 'Unknown scope "galaxy": use personal, organization or public.'],
      ['/agents?scope=organization&organization_id=x1', 422, 'Invalid UUID format: x1'],
      ['/memory-blocks?search_query=%00', 422, 'The text must not contain the character U+0000.'],
      [
        '/consolidation-suggestions?start_date=soon',
        422,
        'start_date must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.',
      ],
      ['/%zz', 400, 'The URL of the request is malformed.'],
      ['/nowhere', 404, 'Not Found'],
      ['/health//', 404, 'Not Found'],
    ])('%s returns %d', async (url, status, detail) => {
      const response = await get(world.app, url);
      expect([response.statusCode, body(response)]).toEqual([status, { detail }]);
    });

    test.each([
      ['PATCH /users/me', { display_name: [] }, 'This must be text.'],
      ['PATCH /users/me', { display_name: '\u200b' }, 'Enter a name.'],
      ['POST /organizations/', { name: '\u202e' }, 'Enter a name.'],
      ['POST /agents/?scope=personal', { agent_name: ' ' }, 'Enter a name.'],
      [
        'POST /agents/?scope=personal',
        { agent_name: 'x'.repeat(256) },
        'This must be at most 255 characters.',
      ],
      ['POST /users/me/tokens', { name: 'n', scopes: [] }, 'Choose at least one scope.'],
      ['POST /users/me/tokens', { name: 'n', scopes: 'read' }, 'This must be a list.'],
      [
        'POST /memory-blocks/bulk-archive?scope=personal',
        { memory_block_ids: [] },
        'This must be at least 1 entry.',
      ],
      [
        'PUT /notifications/preferences/org_invitation',
        { email_enabled: 'no' },
        'This must be true or false.',
      ],
      ['POST /notifications/test/create', { title: '' }, 'This must be at least 1 character.'],
      ['POST /support/contact', { context: 1 }, 'This must be an object.'],
      ['POST /memory-blocks/?scope=personal', { content: '   ' }, 'The content must not be empty.'],
      ['POST /memory-blocks/?scope=personal', { content: '\u3164\u200b' }, 'The content must not be empty.'],
      [
        'PUT /memory-blocks/00000000-0000-4000-8000-000000000000?scope=personal',
        { content: '\u00a0' },
        'The content must not be empty.',
      ],
      [
        'POST /memory-blocks/merge?scope=personal',
        { merged_content: '\u2800' },
        'The content must not be empty.',
      ],
      [
        'POST /memory-blocks/?scope=personal',
        { content: 'a', metadata_col: { order_id: 2 ** 60 } },
        '“order_id” has too many digits to be kept exactly. Put it in quotes.',
      ],
    ])('rejects %s %j in plain words', async (key, given, msg) => {
      const response = await send(world.app, key, 'owner@x.test', { body: given });
      expect(response.statusCode).toBe(422);
      const { detail } = body<{ detail: { msg: string }[] }>(response);
      expect(detail.map((issue) => issue.msg)).toContain(msg);
    });

    test('rejects a search that exceeds the URL limit as too long', async () => {
      const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
      const response = await fetch(`${url}/memory-blocks/search/fulltext?query=${'word+'.repeat(4_000)}`);
      expect([response.status, await response.json()]).toEqual([
        431,
        {
          detail:
            'The request is too long: its URL and headers are limited to 16 KiB in total. Use fewer words.',
        },
      ]);
    });

    test('rejects a compressed body', async () => {
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
      const response = await send(world.app, 'PATCH /users/me', 'owner@x.test', { body: {}, headers });
      expect([response.statusCode, body(response)]).toEqual([
        415,
        { detail: 'The request body must not be compressed (Content-Encoding).' },
      ]);
    });

    test('names the allowed methods for a wrong one', async () => {
      const response = await world.app.inject({ method: 'DELETE', url: '/notifications' });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
    });

    test.each([
      ['{broken', 'application/json', 400, 'The request body is not valid JSON.'],
      ...['application/x-www-form-urlencoded', 'text/plain', 'text/html'].map(
        (type): [string, string, number, string] => [
          '<script>',
          type,
          415,
          'The request body must be JSON (Content-Type: application/json).',
        ],
      ),
      [
        '{"email":"\\ud800"}',
        'application/json',
        422,
        'The text contains an invalid character (lone surrogate).',
      ],
      [Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400, 'The request body is not valid UTF-8 text.'],
      ['['.repeat(100_000), 'application/json', 400, 'The request body is nested more than 32 levels deep.'],
      [
        JSON.stringify({ email: 'x'.repeat(2 ** 21) }),
        'application/json',
        413,
        'The request body is too large.',
      ],
    ])('body %#', async (payload, type, status, detail) => {
      const headers = { ...ownPage('owner@x.test'), 'content-type': type };
      const response = await world.app.inject({
        method: 'POST',
        url: '/beta-access/request',
        headers,
        payload,
      });
      expect([response.statusCode, body(response)]).toEqual([status, { detail }]);
    });
  });

  test('sends Retry-After to a caller over the rate limit, and does not limit others', async () => {
    const app = testApp(world.database, { RATE_LIMIT_PER_SECOND: '1' });
    const ask = (email: string) => get(app, '/build-info', email);
    const answers = [await ask('owner@x.test'), await ask('owner@x.test'), await ask('owner@x.test')];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 429]);
    expect(answers[2]?.headers['retry-after']).toBe('1');
    expect((await ask('viewer@x.test')).statusCode).toBe(200);
    await app.close();
  });

  test('shares the limit of an address among invalid tokens, and counts accepted ones for their owner', async () => {
    const app = testApp(world.database, { RATE_LIMIT_PER_SECOND: '1' });
    const token = await tokenFor(world.app, 'owner@x.test', ['read']);
    const ask = (text: string) =>
      app.inject({ url: '/user-info', headers: { 'x-api-key': text }, remoteAddress: '10.7.7.7' });
    expect((await ask(token)).statusCode).toBe(200);
    expect((await ask('made up 1')).statusCode).toBe(401);
    expect((await ask('made up 2')).statusCode).toBe(429);
    expect((await ask(token)).statusCode).toBe(200);
    await app.close();
  });

  test('shares one limit among all tokens of a person, without affecting other people', async () => {
    const app = testApp(world.database, { RATE_LIMIT_PER_SECOND: '1' });
    const tokens = [await tokenFor(world.app, 'owner@x.test'), await tokenFor(world.app, 'owner@x.test')];
    const other = await tokenFor(world.app, 'editor@x.test');
    const ask = async (token: string, remoteAddress: string) =>
      (await app.inject({ url: '/user-info', headers: { 'x-api-key': token }, remoteAddress })).statusCode;
    // The process first sees each token in this request.
    for (const [n, token] of [...tokens, other].entries()) expect(await ask(token, `10.7.8.${n}`)).toBe(200);
    const answers = [];
    for (const token of [...tokens, ...tokens]) answers.push(await ask(token, '10.7.9.9'));
    expect(answers).toEqual([200, 200, 429, 429]);
    expect(await ask(other, '10.7.9.9')).toBe(200);
    await app.close();
  });

  test.each([
    ['the client that the gateway reports', { 'x-gateway-secret': SECRET }, '203.0.113.9'],
    ['who connects, where no gateway vouches for another one', {}, '10.7.7.7'],
  ])('logs %s', async (_name, headers, address) => {
    const lines: string[] = [];
    const app = testApp(world.database, {}, pino({}, { write: (line) => void lines.push(line) }));
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.9' };
    await app.inject({ url: '/build-info', headers: forwarded, remoteAddress: '10.7.7.7' });
    await app.close();
    const requests = lines.map((line) => JSON.parse(line) as object).filter((line) => 'path' in line);
    expect(requests).toEqual([expect.objectContaining({ path: '/build-info', address })]);
  });

  test('ignores an unknown Expect header', async () => {
    const app = testApp(world.database);
    await app.listen({ port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const [answer] = (await once(
      request({ port, path: '/build-info', headers: { expect: 'banana' } }).end(),
      'response',
    )) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await app.close();
  });

  test('ends a request that does not arrive in time with a message', async () => {
    const app = testApp(world.database);
    expect(app.server.requestTimeout).toBe(60_000);
    const socket = new PassThrough();
    app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect(String(socket.read())).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\n[^]*\{"detail":"The request took too long to arrive\."\}$/,
    );
    await app.close();
  });

  describe('beta access', () => {
    const ask = (headers: Record<string, string>) =>
      world.app.inject({ method: 'POST', url: '/beta-access/request', headers });

    test('asks a guest to sign in', async () => {
      const response = await ask({});
      expect([response.statusCode, body(response)]).toEqual([
        401,
        { detail: 'Guest mode is read-only. Sign in to perform changes.' },
      ]);
    });

    test('accepts exactly one of eight concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(ownPage('asker@x.test'))));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
      const refused = answers.find((answer) => answer.statusCode === 400);
      expect(refused && body(refused)).toEqual({ detail: 'Request already exists or accepted.' });
      const status = await get(world.app, '/beta-access/status', 'asker@x.test');
      expect(body(status)).toMatchObject({ status: 'pending', last_request: { email: 'asker@x.test' } });
    });

    test.each([
      ['another site', { 'sec-fetch-site': 'cross-site' }],
      ['another origin', { origin: 'https://evil.example' }],
      ['no token', { 'x-csrf-token': '' }],
      ['a wrong token', { 'x-csrf-token': 'other' }],
      ['no cookie', { cookie: '' }],
      ['an empty cookie and token', { cookie: '_oauth2_proxy_csrf=', 'x-csrf-token': '' }],
      ['a second cookie', { cookie: '_oauth2_proxy_csrf=abc%3D; _oauth2_proxy_csrf=planted' }],
    ])('rejects %s without changing anything', async (_name, headers) => {
      const response = await ask({ ...ownPage('target@x.test'), ...headers });
      expect([response.statusCode, body<{ code: string }>(response).code]).toEqual([403, 'csrf']);
      const status = await get(world.app, '/beta-access/status', 'target@x.test');
      expect(body(status)).toEqual({ status: 'not_requested', last_request: null });
    });
  });
});
