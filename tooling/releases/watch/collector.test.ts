import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { ReleaseReport } from '@hindsight/shared-contracts/reports';
import { createCollector } from './collector';
import { computeFigures } from './figures';

const registry = {
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: { memory: { version: '1.0.0' } },
  rollout: { memory: { canary: { to: { version: '1.1.0' }, percent: 10 } } },
} as unknown as Registry;
const canary = { remote: 'memory', version: '1.1.0' };
const TAB = 'a1b2c3d4e5f6a7b8c9d0e1f2';

const report = (more: Partial<ReleaseReport['releases'][number]> = {}, tab = TAB) =>
  JSON.stringify({
    tab,
    organization: '9f',
    page: '/dashboard',
    releases: [{ ...canary, channel: 'canary', loads: 1, failures: 0, longTasks: 0, ...more }],
  });

let folder: string;
let now: number;
let logged: Record<string, unknown>[];
const open = (served = registry) =>
  createCollector({
    file: path.join(folder, 'reports.jsonl'),
    registry: async () => served,
    log: (record) => void logged.push(record),
    now: () => now,
  });
const figures = (collector: ReturnType<typeof open>) => computeFigures(collector.rows(), canary);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'collector-'));
  now = 1_700_000_000_000;
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps what was taken over a restart, also after a half-written line', async () => {
  expect(await open().take(report({ failures: 2, lcp: 900 }), '192.0.2.1', 'person 1')).toEqual({
    status: 204,
  });
  appendFileSync(path.join(folder, 'reports.jsonl'), '\n{"remote":"mem');
  const again = open();
  await again.take(report({}, 'ffffffffffffffffffffffff'), '192.0.2.2', 'person 2');
  expect(figures(open())).toMatchObject({ people: 2, failing: 1, loads: 2, failures: 2 });
});

it('counts what people with a session report, and nothing that others invent', async () => {
  const collector = open();
  for (let tab = 0; tab < 40; tab++)
    await collector.take(report({ failures: 1 }, `${TAB}${tab}`), '192.0.2.1', null);
  expect(figures(collector)).toMatchObject({ people: 0, failing: 0 });
  await collector.take(report({}, `${TAB}7`), '192.0.2.1', 'person 1');
  expect(figures(collector)).toMatchObject({ people: 1, failing: 1 });
});

it('counts a person once, however many tabs and restarts there are', async () => {
  for (let tab = 0; tab < 12; tab++)
    await open().take(report({ failures: 1 }, `${TAB}${tab}`), `192.0.2.${tab}`, 'person 1');
  expect(figures(open())).toMatchObject({ people: 1, failing: 1, surelyFailing: 0, failures: 12 });
});

it('counts a tab once, however often and in whichever order it reports', async () => {
  const collector = open();
  for (const failures of [1, 3, 2]) await collector.take(report({ failures }), '192.0.2.1', 'person 1');
  expect(figures(collector)).toMatchObject({ people: 1, failing: 1, failures: 3, loads: 1 });
});

it.each([
  ['', 400],
  ['{', 400],
  ['[]', 400],
  [report({ loads: -1 }), 400],
  [report({ version: 'x'.repeat(101) }), 400],
  [report({ reason: 'two\nlines' }), 400],
  [report({ reason: '\u001b[2J' }), 400],
  [report({}, '<script>alert(1)</script>'), 400],
  [' '.repeat(17_000), 413],
])('refuses %j with a sentence', async (text, status) => {
  const answer = await open().take(text, '192.0.2.1', 'person 1');
  expect(answer).toEqual({ status, detail: expect.stringMatching(/\.$/) as string });
});

it('answers a version that nobody released like any other, and keeps nothing of it', async () => {
  const collector = open();
  expect(await collector.take(report({ version: '9.9.9' }), '192.0.2.1', 'person 1')).toEqual({
    status: 204,
  });
  expect(collector.rows()).toEqual([]);
});

it('refuses an address that floods, and takes the others', async () => {
  const collector = open();
  const answers = [];
  for (let count = 0; count < 601; count++) answers.push(await collector.take('{', '192.0.2.1', 'person 1'));
  expect(answers.at(-1)).toMatchObject({ status: 429 });
  expect(await collector.take(report(), '192.0.2.2', 'person 2')).toEqual({ status: 204 });
  now += 60_000;
  expect(await collector.take(report(), '192.0.2.1', 'person 1')).toEqual({ status: 204 });
});

it('forgets rows after a week, and writes its file again instead of letting it grow', async () => {
  const collector = open();
  for (let count = 0; count < 1500; count++) {
    now += 1000;
    await collector.take(report({ loads: count }), '192.0.2.1', 'person 1');
  }
  const lines = readFileSync(path.join(folder, 'reports.jsonl'), 'utf8').split('\n');
  expect(lines.length).toBeLessThan(1100);
  now += 8 * 24 * 3600_000;
  expect(collector.rows()).toEqual([]);
});

it('tells the log which release fails and why, as often as the people for whom it fails have doubled', async () => {
  const collector = open();
  const fails = (tab: number, more = {}) =>
    collector.take(
      report({ version: '1.0.0', failures: 1, reason: 'boom', ...more }, `${TAB}${tab}`),
      '192.0.2.1',
      `person ${tab}`,
    );
  await fails(0, { failures: 0, reason: undefined });
  for (const tab of [1, 2, 3, 4]) await fails(tab, tab === 3 ? { reason: 'bang' } : {});
  await fails(4, { failures: 9 });
  const line = { msg: 'releases', problem: 'a release fails', remote: 'memory', version: '1.0.0' };
  const told = [1, 2, 4].map((failing) => ({
    ...line,
    role: 'live',
    failing,
    people: failing + 1,
    reason: 'boom',
  }));
  expect(logged).toEqual(told);
  const again = open();
  await again.take(report({ version: '1.0.0', failures: 1 }, `${TAB}5`), '192.0.2.1', 'person 5');
  expect(logged).toHaveLength(3);
});

it('tells nothing of failures that people without a session invent', async () => {
  await open().take(report({ failures: 1, reason: 'invented' }), '192.0.2.1', null);
  expect(logged).toEqual([]);
});

it('shows a version that is not in use any more as long as its reports are kept, with its reason', async () => {
  await open().take(report({ failures: 1, reason: 'boom' }), '192.0.2.1', 'person 1');
  const { rollout: _canary, ...after } = registry;
  const later = open(after);
  const html = await later.page();
  expect(html).toContain('1.1.0 <span class="role">not in use; shown until 2023-11-21</span>');
  expect(html).toContain('<p>1.1.0 failed: boom</p>');
  now += 7 * 24 * 3600_000 + 1;
  expect(await later.page()).not.toContain('1.1.0');
});

it('shows operators the figures, as a page and for Prometheus', async () => {
  const collector = open();
  await collector.take(
    report({ failures: 2, reason: 'a <b> is undefined', lcp: 1234, cls: 0.02 }),
    '192.0.2.1',
    'person 1',
  );
  expect(await collector.metrics()).toContain(
    'hindsight_release_failing_people{remote="memory",version="1.1.0",role="canary"} 1\n',
  );
  const html = await collector.page();
  expect(html).toContain('1.1.0 <span class="role">canary for 10 %</span>');
  expect(html).toContain('<td>1 (100 %)</td>');
  expect(html).toContain('<td>1234 ms</td>');
  expect(html).toContain('<p>1.1.0 failed: a &lt;b&gt; is undefined</p>');
});
