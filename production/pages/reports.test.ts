import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pagesConfig } from './config';
import { createReports } from './reports';

const take = jest.fn(async (text: string, _address: string, _person: string | null) =>
  text === 'good' ? { status: 204 as const } : { status: 400 as const, detail: 'No report.' },
);
const server = createServer(
  createReports({
    isReady: () => true,
    collector: { take, metrics: async () => 'figures\n', page: async () => '<h1>Releases</h1>' },
    log: () => undefined,
  }),
);
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('hands reports of releases over with the address and the person that nginx saw', async () => {
  const send = (body: string, seen: Record<string, string> = {}) =>
    fetch(`${origin}/release-reports`, {
      method: 'POST',
      body,
      headers: { 'X-Real-IP': '192.0.2.7', ...seen },
    });
  expect((await send('good')).status).toBe(204);
  expect(take).toHaveBeenLastCalledWith('good', '192.0.2.7', null);
  await send('good', { 'X-Auth-Request-Email': 'ada' });
  expect(take).toHaveBeenLastCalledWith('good', '192.0.2.7', 'ada');
  const refused = await send('bad');
  expect([refused.status, await refused.json()]).toEqual([400, { detail: 'No report.' }]);
});

it.each([
  ['/metrics', 'figures\n'],
  ['/release-status', '<h1>Releases</h1>'],
])('answers operators at %s', async (address, text) => {
  const answer = await fetch(origin + address);
  expect([answer.status, await answer.text()]).toEqual([200, text]);
  expect((await fetch(origin + address, { method: 'POST' })).status).toBe(404);
});

it('opens the store with the keys of a file, and refuses without them', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pages-'));
  const file = path.join(folder, 'keys');
  writeFileSync(file, 'AWS_ACCESS_KEY_ID=a\nAWS_SECRET_ACCESS_KEY=b=c');
  const env = { HOST_TEMPLATE: 'x', REGISTRY: 'x', PAGES_DIR: folder, RELEASES_TO: 's3://releases' };
  expect(pagesConfig({ ...env, RELEASES_CREDENTIALS_FILE: file }).store?.name).toBe('s3://releases');
  expect(() => pagesConfig(env)).toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed');
  expect(pagesConfig({ ...env, RELEASES_TO: '' }).store).toBeUndefined();
  rmSync(folder, { recursive: true });
});
