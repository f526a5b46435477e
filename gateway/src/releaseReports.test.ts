import { gatewayConfig } from './config';
import { createGateway } from './createGateway';
import { type Harness, signIn, startHarness, testEnvironment } from './gatewayHarness';

let harness: Harness;

beforeAll(async () => (harness = await startHarness()));
afterAll(() => harness.stop());

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.origin}/release-reports`, { method: 'POST', body, headers });

const report = JSON.stringify({
  tab: 'a1b2c3d4e5f6a7b8c9d0e1f2',
  organization: null,
  page: '/dashboard',
  releases: [
    { remote: 'memory', version: '1.0.0-abc', channel: 'stable', loads: 1, failures: 0, longTasks: 0 },
  ],
});

it('takes reports, and shows those of people with a session to operators of this machine', async () => {
  const type = { 'Content-Type': 'application/json' };
  expect((await send(report.replace('a1b2', 'ffff'), type)).status).toBe(204);
  const { cookie } = await signIn(harness.origin);
  expect((await send(report, { ...type, Cookie: cookie })).status).toBe(204);
  const page = await fetch(`${harness.origin}/release-status`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('1.0.0-abc');
  const style = await fetch(`${harness.origin}/release-status.css`);
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  const metrics = await (await fetch(`${harness.origin}/metrics`)).text();
  expect(metrics).toContain('hindsight_release_people{remote="memory",version="1.0.0-abc",role="live"} 1');
});

it.each([
  ['nothing', '', 400],
  ['no JSON', 'hello', 400],
  ['too much', 'x'.repeat(20_000), 413],
])('refuses %s with a sentence', async (_name, body, status) => {
  const answer = await send(body);
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { detail: string }).detail).toMatch(/\.$/);
});

it.each([
  ['RELEASES_WATCH_MS', '5'],
  ['RELEASES_WEBHOOK', 'mailto:ops@example.org'],
])('does not start with a wrong %s', (name, value) => {
  expect(() => gatewayConfig({ ...testEnvironment(harness.folder), [name]: value })).toThrow(name);
});

it('shows operators of an installation what they ask for with their token, and no one else', async () => {
  const parts = { config: { ...harness.config, operatorToken: 'of operators' }, people: [] };
  const gateway = await createGateway(parts);
  const status = async (headers: Record<string, string>) =>
    (await gateway.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })).statusCode;
  expect(await status({})).toBe(404);
  expect(await status({ authorization: 'Bearer guessed' })).toBe(404);
  expect(await status({ authorization: 'Bearer of operators' })).toBe(200);
  await gateway.close();
});
