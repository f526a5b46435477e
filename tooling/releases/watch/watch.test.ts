import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { ReleaseReport } from '@hindsight/shared-contracts/reports';
import { autoFrom } from '../arguments';
import { readAudit } from '../audit';
import { rollBackCanary } from '../autoCanary';
import { startCanary } from '../promote';
import { addKey } from '../signing/keyChanges';
import { keyFrom } from '../signing/keyCommands';
import { newKey } from '../signing/signature';
import type { SigningKey } from '../signing/signature';
import { author, releaseFolder } from '../testing/releaseFolder';
import { createCollector } from './collector';
import { withFailing } from './failing';
import { computeFigures } from './figures';
import { judgeRelease } from './judge';
import { operatorNotifier } from './startWatch';
import type { TabRow } from './tabRows';
import { LEASE_MS, watchCanaries } from './watchCanaries';
import { refuseWatchWithoutKey, watchStatus } from './watchStatus';

describe('failing', () => {
  const registry = {
    schema: 1,
    updatedAt: '',
    remotes: { memory: { version: '1.1.0' } },
    rollout: { memory: { previous: { version: '1.0.0' }, canary: { to: { version: '1.2.0' } } } },
  } as unknown as Registry;
  const NOW = 1_700_000_000_000;
  const DAY_MS = 24 * 3600_000;

  /** Rows of people running a version that fails for the first `failing` of them. */
  const people = (version: string, count: number, failing: number, at = NOW) =>
    Array.from(
      { length: count },
      (_, tab) =>
        ({
          remote: 'memory',
          version,
          tab: `${tab}`,
          person: `${tab}`,
          at,
          failures: tab < failing ? 1 : 0,
        }) as TabRow,
    );
  const failing = (...rows: TabRow[][]) => withFailing(registry, rows.flat(), NOW).failing;

  it('reports live versions and canaries that fail more often than the version they replace', () => {
    expect(failing(people('1.1.0', 10, 3))).toEqual({
      memory: { '1.1.0': 'it fails for about 3 of 10 people' },
    });
    expect(failing(people('1.2.0', 6, 2), people('1.1.0', 6, 0))).toEqual({
      memory: { '1.2.0': 'it fails for about 3 of 10 people' },
    });
  });

  it('ignores failures that come from a single person or address', () => {
    const one = people('1.1.0', 5, 1);
    const manyTabs = Array.from({ length: 30 }, (_, tab) => ({ ...one[0]!, tab: `more ${tab}` }));
    expect(failing(one, manyTabs)).toBeUndefined();
    const office = people('1.1.0', 8, 4).map((row, index) => ({
      ...row,
      address: index < 4 ? 'office' : `${index}`,
    }));
    expect(failing(office)).toBeUndefined();
    expect(failing(people('1.1.0', 5, 2))).toEqual({
      memory: { '1.1.0': 'it fails for about 4 of 10 people' },
    });
  });

  it('ignores too few people, old reports, and failures as frequent as in the previous version', () => {
    expect(failing(people('1.1.0', 4, 4))).toBeUndefined();
    expect(failing(people('1.1.0', 10, 3, NOW - DAY_MS - 1))).toBeUndefined();
    expect(failing(people('1.1.0', 10, 3), people('1.0.0', 10, 3))).toBeUndefined();
    expect(withFailing(registry, [], NOW)).toBe(registry);
  });
});

describe('judge', () => {
  const stable = { remote: 'memory', version: '1.0.0' };
  const canary = { remote: 'memory', version: '1.1.0' };

  /** Rows of `count` tabs, each of a different person; the first `failing` have failures. */
  function tabs(release: typeof stable, count: number, failing = 0, more: Partial<TabRow> = {}): TabRow[] {
    return Array.from({ length: count }, (_, index) => ({
      ...release,
      tab: `tab-${index}`,
      person: `person-${index}`,
      organization: null,
      page: '/dashboard',
      channel: 'stable',
      at: 1000,
      loads: 1,
      failures: index < failing ? 2 : 0,
      longTasks: 0,
      ...more,
    }));
  }

  const verdict = (rows: TabRow[], minPeople = 20, since = 0) =>
    judgeRelease(computeFigures(rows, canary, since), computeFigures(rows, stable, since), minPeople);

  it('stops a version that fails for a third of the people', () => {
    expect(verdict([...tabs(canary, 21, 7), ...tabs(stable, 40)])).toEqual({
      kind: 'bad',
      reason: '1.1.0 failed for 7 of 21 people (33 %); 1.0.0 failed for 0 of 40 people (0 %).',
    });
  });

  it('continues a canary that fails no more often than the live version', () => {
    expect(verdict([...tabs(canary, 20, 2), ...tabs(stable, 20, 1)]).kind).toBe('good');
    expect(verdict(tabs(canary, 20)).kind).toBe('good');
  });

  it('gives no verdict before enough people have reported', () => {
    expect(verdict(tabs(canary, 19, 19))).toEqual({ kind: 'wait', reason: '19 of 20 people have reported.' });
    expect(verdict([])).toEqual({ kind: 'wait', reason: '0 of 20 people have reported.' });
  });

  it('ignores reports from before the step', () => {
    const old = tabs(canary, 30, 30, { at: 499 });
    expect(verdict([...old, ...tabs(canary, 20, 0, { at: 500 })], 20, 500).kind).toBe('good');
  });

  it('counts a person once, regardless of the number of tabs', () => {
    const invented = tabs(canary, 500, 500, { person: 'one' });
    expect(computeFigures(invented, canary)).toMatchObject({ people: 1, failing: 1, surelyFailing: 0 });
    expect(verdict(invented).kind).toBe('wait');
    const praise = tabs(canary, 500, 0, { person: 'one' });
    expect(verdict([...praise, ...tabs(canary, 30, 10)]).kind).toBe('bad');
  });

  it('does not stop a canary because of a single person', () => {
    expect(verdict(tabs(canary, 5, 1), 5).kind).toBe('good');
    expect(verdict(tabs(canary, 5, 2), 5).kind).toBe('bad');
  });

  it('does not stop a canary because of one address among several', () => {
    const office = tabs(canary, 10, 10, { address: 'office' });
    const others = tabs(canary, 12).map((row, index) => ({
      ...row,
      person: `other ${index}`,
      address: `${index}`,
    }));
    expect(verdict([...office, ...others]).kind).toBe('good');
    const elsewhere = others.map((row, index) => ({ ...row, failures: index < 2 ? 1 : 0 }));
    expect(verdict([...office, ...elsewhere]).kind).toBe('bad');
    expect(verdict(tabs(canary, 20, 10, { address: 'the proxy' })).kind).toBe('bad');
  });

  it('stops a canary with slower pages when both versions have enough people', () => {
    const slow = tabs(canary, 20, 0, { lcp: 2000 });
    expect(verdict([...slow, ...tabs(stable, 20, 0, { lcp: 1000 })])).toEqual({
      kind: 'bad',
      reason: 'The largest contentful paint of 1.1.0 takes 2000 ms, that of 1.0.0 1000 ms (75th percentile).',
    });
    expect(verdict([...slow, ...tabs(stable, 19, 0, { lcp: 1000 })]).kind).toBe('good');
    expect(verdict([...slow, ...tabs(stable, 20, 0, { lcp: 1900 })]).kind).toBe('good');
    const fast = tabs(canary, 20, 0, { lcp: 150 });
    expect(verdict([...fast, ...tabs(stable, 20, 0, { lcp: 50 })]).kind).toBe('good');
  });
});

describe('notifyOperators', () => {
  /** A webhook that fails the given number of requests first. */
  async function webhook(refusals: number) {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(bodies.length > refusals ? 200 : 503).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return { url, bodies, close: () => new Promise((resolve) => server.close(resolve)) };
  }

  it('notifies log and webhook, and retries a failing webhook', async () => {
    const hook = await webhook(1);
    const log = jest.fn();
    await operatorNotifier(hook.url, log, [1, 1])('memory was rolled back');
    expect(hook.bodies).toEqual(Array(2).fill('{"text":"memory was rolled back"}'));
    expect(log.mock.calls).toEqual([[{ msg: 'releases', text: 'memory was rolled back' }]]);
    await hook.close();
  });

  it('logs that the webhook could not be notified', async () => {
    const hook = await webhook(9);
    const log = jest.fn();
    await operatorNotifier(hook.url, log, [1])('x');
    expect(log).toHaveBeenLastCalledWith({
      msg: 'releases',
      problem: 'Couldn’t send "x" to the webhook: HTTP 503',
    });
    await hook.close();
  });
});

describe('watchCanaries', () => {
  let releases: ReturnType<typeof releaseFolder>;
  let now: number;
  let told: string[];

  beforeEach(async () => {
    releases = releaseFolder();
    told = [];
    await releases.ship('memory', '1.0.0');
    await releases.publish('memory', '1.1.0');
    const auto = autoFrom({ wait: '0s', minPeople: '3' });
    await startCanary(releases.place, 'memory', '1.1.0', { percent: 1, auto }, author);
    // Later than the start of the step, regardless of its duration.
    now = Date.now() + 1000;
  });
  afterEach(() => releases.remove());

  const row = (tab: number, failures: number): TabRow => ({
    remote: 'memory',
    version: '1.1.0',
    channel: 'canary',
    tab: `tab ${tab}`,
    person: `person ${tab}`,
    organization: null,
    page: null,
    at: now,
    loads: 1,
    failures,
    longTasks: 0,
  });

  const round = (rows: TabRow[], by = 'one', more: { now?: number; key?: SigningKey } = {}) =>
    watchCanaries(releases.place, {
      by,
      rows,
      now,
      notify: async (text) => void told.push(text),
      complain: (problem) => void told.push(`problem: ${problem}`),
      ...more,
    });

  const canary = async () => (await releases.registry()).rollout?.memory?.canary;
  /** Enough good reports for a step, after its start. */
  const good = () => {
    now = Date.now() + 1000;
    return [1, 2, 3].map((tab) => row(tab, 0));
  };

  it('extends the canary step by step and promotes it', async () => {
    for (const percent of [10, 50, 100]) {
      await round(good());
      expect((await canary())?.percent).toBe(percent);
    }
    await round(good());
    expect(await releases.live()).toEqual(['memory 1.1.0']);
    expect(await canary()).toBeUndefined();
    expect(told.at(-1)).toMatch(/^promote: memory 1\.0\.0 → 1\.1\.0\. 1\.1\.0 failed for 0 of 3 people/);
    expect((await readAudit(releases.store)).at(-1)?.who).toBe('automatic canary');
  });

  it('stops a bad canary, logs the reason, notifies operators, and allows it back only by force', async () => {
    await round([row(1, 1), row(2, 1), row(3, 0)]);
    expect(await canary()).toBeUndefined();
    expect(await releases.live()).toEqual(['memory 1.0.0']);
    expect((await readAudit(releases.store)).at(-1)).toMatchObject({
      what: 'rollback',
      who: 'automatic canary',
      from: '1.1.0',
      to: '1.0.0',
      reason: '1.1.0 failed for 2 of 3 people (67 %); 1.0.0 failed for 0 of 0 people (0 %).',
    });
    expect(told).toHaveLength(1);
    const again = [{ remote: 'memory', version: '1.1.0' }];
    await expect(releases.promote(again)).rejects.toThrow('was rolled back by automatic canary');
    const tried = startCanary(releases.place, 'memory', '1.1.0', { percent: 1 }, author);
    await expect(tried).rejects.toThrow('--force --reason "why"');
    await releases.promote(again, { ...author, force: true, reason: 'the network was at fault' });
    expect(await releases.live()).toEqual(['memory 1.1.0']);
  });

  it('keeps showing a stopped canary, with the reasons of its failure and its stop', async () => {
    const failed = { ...row(1, 1), reason: 'boom' };
    const rows = [failed, row(2, 1), row(3, 0), { ...row(4, 0), version: '0.9.0-shipped' }];
    await round(rows);
    await round(rows);
    const until = new Date(now + 7 * 24 * 3600_000).toISOString().slice(0, 10);
    const status = await watchStatus(releases.store, now);
    expect(status).toContain(`not in use; shown until ${until}`);
    expect(status).toContain('  1.1.0 failed: boom\n  1.1.0 was rolled back by automatic canary');
    // The store does not know whether builds shipped with the deployment are in use.
    expect(status).not.toContain('0.9.0');
  });

  it('waits for enough people', async () => {
    await round([row(1, 1), row(2, 1)]);
    expect((await canary())?.percent).toBe(1);
    expect(await watchStatus(releases.store, now)).toContain(
      '1.1.0 for 1 %: 2 of 3 people have reported. 2 people ran memory in the last week; 1 % of them is about 0, so this step may never end.',
    );
  });

  it('runs in one of two programs, and fails over to the other', async () => {
    expect(await round([], 'one')).toBe(true);
    expect(await round(good(), 'two')).toBe(false);
    expect((await canary())?.percent).toBe(1);
    expect(await round([], 'two', { now: now + LEASE_MS })).toBe(true);
    expect(await round([], 'one', { now: now + LEASE_MS + 1 })).toBe(false);
  });

  it('lets only one of two concurrent rounds act', async () => {
    const rows = good();
    const done = await Promise.all([round(rows, 'one'), round(rows, 'two')]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect((await canary())?.percent).toBe(10);
    expect(told).toHaveLength(1);
  });

  it('ignores manual canaries', async () => {
    const more = { ...author, reason: 'closer look' };
    await startCanary(releases.place, 'memory', '1.1.0', { percent: 5 }, more);
    await round([row(1, 1), row(2, 1), row(3, 1)]);
    expect((await canary())?.percent).toBe(5);
    await rollBackCanary(releases.store, 'memory', { ...author, reason: 'seen by eye' });
    await expect(releases.promote([{ remote: 'memory', version: '1.1.0' }])).rejects.toThrow('(seen by eye)');
  });

  it('signs with a separate key if the store uses keys, and reports a missing one', async () => {
    const [olga, watcher] = [newKey().key, newKey().key];
    const owner = { ...author, key: olga };
    const add = ({ publicKey }: SigningKey, rights: object) =>
      addKey(releases.store, keyFrom(publicKey, { holder: 'x', ...rights }), owner);
    await add(olga, { owner: true });
    await round([row(1, 1), row(2, 1), row(3, 0)]);
    expect(await canary()).toBeDefined();
    expect(told.at(-1)).toContain('accepts only signed changes');
    const refused = () => refuseWatchWithoutKey(releases.store, 'memory', now);
    await expect(refused()).rejects.toThrow('has no key that may promote memory');
    await add(watcher, { promotes: 'all' });
    await round(good(), 'one', { key: watcher });
    expect((await canary())?.percent).toBe(10);
    await refused();
    await round([row(1, 1), row(2, 1), row(3, 0)], 'one', { key: watcher });
    expect(await canary()).toBeUndefined();
    expect((await readAudit(releases.store)).at(-1)).toMatchObject({ what: 'rollback', key: watcher.id });
  });

  it('reports when nothing watches the store', async () => {
    expect(await watchStatus(releases.store, now)).toContain('No watcher has run for this store yet');
  });
});

describe('collector', () => {
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

  it('keeps reports across restarts, even after a partial line', async () => {
    expect(await open().take(report({ failures: 2, lcp: 900 }), '192.0.2.1', 'person 1')).toEqual({
      status: 204,
    });
    appendFileSync(path.join(folder, 'reports.jsonl'), '\n{"remote":"mem');
    const again = open();
    await again.take(report({}, 'ffffffffffffffffffffffff'), '192.0.2.2', 'person 2');
    expect(figures(open())).toMatchObject({ people: 2, failing: 1, loads: 2, failures: 2 });
  });

  it('counts reports from signed-in people only', async () => {
    const collector = open();
    for (let tab = 0; tab < 40; tab++)
      await collector.take(report({ failures: 1 }, `${TAB}${tab}`), '192.0.2.1', null);
    expect(figures(collector)).toMatchObject({ people: 0, failing: 0 });
    await collector.take(report({}, `${TAB}7`), '192.0.2.1', 'person 1');
    expect(figures(collector)).toMatchObject({ people: 1, failing: 1 });
  });

  it('counts a person once across tabs and restarts', async () => {
    for (let tab = 0; tab < 12; tab++)
      await open().take(report({ failures: 1 }, `${TAB}${tab}`), `192.0.2.${tab}`, 'person 1');
    expect(figures(open())).toMatchObject({ people: 1, failing: 1, surelyFailing: 0, failures: 12 });
  });

  it('counts a tab once, regardless of the number and order of its reports', async () => {
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
  ])('rejects %j with a sentence', async (text, status) => {
    const answer = await open().take(text, '192.0.2.1', 'person 1');
    expect(answer).toEqual({ status, detail: expect.stringMatching(/\.$/) as string });
  });

  it('answers reports about unreleased versions normally, but drops them', async () => {
    const collector = open();
    expect(await collector.take(report({ version: '9.9.9' }), '192.0.2.1', 'person 1')).toEqual({
      status: 204,
    });
    expect(collector.rows()).toEqual([]);
  });

  it('rejects a flooding address and accepts others', async () => {
    const collector = open();
    const answers = [];
    for (let count = 0; count < 601; count++)
      answers.push(await collector.take('{', '192.0.2.1', 'person 1'));
    expect(answers.at(-1)).toMatchObject({ status: 429 });
    expect(await collector.take(report(), '192.0.2.2', 'person 2')).toEqual({ status: 204 });
    now += 60_000;
    expect(await collector.take(report(), '192.0.2.1', 'person 1')).toEqual({ status: 204 });
  });

  it('expires rows after a week, and compacts its file', async () => {
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

  it('logs a failing release with its reason each time the number of affected people doubles', async () => {
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

  it('logs no failures reported without a session', async () => {
    await open().take(report({ failures: 1, reason: 'invented' }), '192.0.2.1', null);
    expect(logged).toEqual([]);
  });

  it('shows an unused version with its reason while its reports are kept', async () => {
    await open().take(report({ failures: 1, reason: 'boom' }), '192.0.2.1', 'person 1');
    const { rollout: _canary, ...after } = registry;
    const later = open(after);
    const html = await later.page();
    expect(html).toContain('1.1.0 <span class="role">not in use; shown until 2023-11-21</span>');
    expect(html).toContain('<p>1.1.0 failed: boom</p>');
    now += 7 * 24 * 3600_000 + 1;
    expect(await later.page()).not.toContain('1.1.0');
  });

  it('shows operators the figures as a page and for Prometheus', async () => {
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
});
