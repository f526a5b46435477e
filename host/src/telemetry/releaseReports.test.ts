import { organizationHash } from '@hindsight/shared-contracts/registry';
import { ReleaseReport } from '@hindsight/shared-contracts/reports';
import type { Federation } from '../federation/federation';
import { exampleRelease } from '../federation/testing';
import { memoryStorage } from '../session/storage';
import { createStore } from '../state/store';
import { reportError } from './reportError';
import { startReleaseReports } from './releaseReports';

const release = exampleRelease();
const organizationId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const workspace = createStore({ scope: { organizationId } });

/** A page on which the memory remote is loaded. */
function page(override: string | null = null) {
  const registry = { remotes: { memory: release } };
  const status = [{ name: 'memory', channel: override ? 'override' : 'canary', override, release }];
  return {
    registry: { get: () => ({ registry }), releaseFor: () => release },
    remotes: { state: () => ({ status: 'ready' }), subscribe: () => () => undefined },
    releases: { manager: async () => ({ status: () => status }) },
  } as unknown as Federation;
}

let sent: ReleaseReport[];
let stop = () => undefined as void;
const count = () => sent.at(-1)?.releases[0];

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  globalThis.fetch = jest.fn(async (_url, init) => {
    expect(init).toMatchObject({ credentials: 'same-origin', keepalive: true });
    sent.push(ReleaseReport.parse(JSON.parse(String(init?.body))));
    return {} as Response;
  });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/dashboard');
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

it('reports loads and failures of a release when something changed, and adds up over a reload', async () => {
  const storage = memoryStorage();
  stop = startReleaseReports(page(), workspace, storage);
  await jest.advanceTimersByTimeAsync(50_000);
  const { version } = release;
  expect(sent).toEqual([
    {
      tab: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      organization: organizationHash(organizationId),
      page: '/dashboard',
      releases: [{ remote: 'memory', version, channel: 'canary', loads: 1, failures: 0, longTasks: 0 }],
    },
  ]);
  reportError(new Error('boom\n of ada@example.org'), { area: 'remote-page', remote: 'memory', version });
  await jest.advanceTimersByTimeAsync(20_000);
  expect(count()).toMatchObject({ loads: 1, failures: 1, reason: 'boom of <email>' });
  stop();
  stop = startReleaseReports(page(), workspace, storage);
  await jest.advanceTimersByTimeAsync(3000);
  expect(count()).toMatchObject({ loads: 2, failures: 2, reason: 'boom of <email>' });
  expect(new Set(sent.map(({ tab }) => tab)).size).toBe(1);
});

it('names the place in the release that threw, within the length of a reason', async () => {
  stop = startReleaseReports(page(), workspace, memoryStorage());
  const { version, baseUrl } = release;
  const error = new Error('long '.repeat(100));
  error.stack = `Error: long\n    at http://localhost:3000/assets/1/main.js:1:9\n    at Page (${baseUrl}assets/page.ab12.js?retry=1:2:345)`;
  reportError(error, { area: 'remote-page', remote: 'memory', version });
  await jest.advanceTimersByTimeAsync(20_000);
  expect(count()?.reason).toMatch(/^long .*… \(assets\/page\.ab12\.js:2:345\)$/);
});

it('says each minute that a page is in use', async () => {
  stop = startReleaseReports(page(), workspace, memoryStorage());
  await jest.advanceTimersByTimeAsync(100_000);
  expect(sent).toHaveLength(2);
});

it('says nothing about what a developer tries in this tab', async () => {
  stop = startReleaseReports(page('http://localhost:4000/'), workspace, memoryStorage());
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});
