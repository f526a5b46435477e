/** @jest-environment node */
import { rmSync } from 'node:fs';
import { SESSION_REQUIRED } from '@hindsight/shared-contracts/api';
import type { Database } from '../database/database';
import { APP_ORIGIN, smallWorld, testApp } from '../../testing/testApp';
import { buildService, openEmbedded, temporaryFolder } from '../../testing/testDatabase';

const folder = temporaryFolder();
let database: Database;

beforeAll(async () => {
  await buildService();
  database = await openEmbedded(folder);
  await smallWorld(database);
}, 60_000);

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the page of the dashboard may read answers without the gateway, other pages may not', async () => {
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
  // A write still needs a person and the CSRF token.
  const write = await app.inject({
    method: 'POST',
    url: '/agents/',
    headers: { origin: APP_ORIGIN },
    payload: {},
  });
  expect(write.statusCode).toBe(401);
  await app.close();
});

test('a page that has a session is not answered as a guest where none arrives', async () => {
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

test('the page of a developer writes without the gateway; the answer and a refusal can be read by it', async () => {
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
  const readable = { 'access-control-allow-origin': APP_ORIGIN, 'access-control-allow-credentials': 'true' };
  const written = await write({ cookie: '_oauth2_proxy_csrf=abc', 'x-csrf-token': 'abc' });
  expect([written.statusCode, written.headers]).toEqual([201, expect.objectContaining(readable)]);
  const refused = await write({});
  expect([refused.statusCode, refused.headers]).toEqual([403, expect.objectContaining(readable)]);
  expect((await write({ origin: 'http://evil.test' })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
  await app.close();
});
