import { startCanary } from '../promote';
import { autoFrom } from '../arguments';
import { readAudit } from '../audit';
import { rollBackCanary } from '../autoCanary';
import { addKey } from '../signing/keyChanges';
import { keyFrom } from '../signing/keyCommands';
import { newKey, type SigningKey } from '../signing/signature';
import { author, releaseFolder } from '../testing/releaseFolder';
import { LEASE_MS, watchCanaries } from './watchCanaries';
import { refuseWatchWithoutKey, watchStatus } from './watchStatus';
import type { TabRow } from './tabRows';

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
  // After the step began, however long that took.
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
/** As many people as a step needs, after it began. */
const good = () => {
  now = Date.now() + 1000;
  return [1, 2, 3].map((tab) => row(tab, 0));
};

it('grows step by step and goes live', async () => {
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

it('stops a bad one, writes down why, tells operators, and lets it back only by force', async () => {
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

it('keeps showing one that was stopped, with why it failed and why it was stopped', async () => {
  const failed = { ...row(1, 1), reason: 'boom' };
  const rows = [failed, row(2, 1), row(3, 0), { ...row(4, 0), version: '0.9.0-shipped' }];
  await round(rows);
  await round(rows);
  const until = new Date(now + 7 * 24 * 3600_000).toISOString().slice(0, 10);
  const status = await watchStatus(releases.store, now);
  expect(status).toContain(`not in use; shown until ${until}`);
  expect(status).toContain('  1.1.0 failed: boom\n  1.1.0 was rolled back by automatic canary');
  // What the deployment ships may run: the store does not know.
  expect(status).not.toContain('0.9.0');
});

it('waits for enough people, and for the end of the step', async () => {
  await round([row(1, 1), row(2, 1)]);
  expect((await canary())?.percent).toBe(1);
  expect(await watchStatus(releases.store, now)).toContain(
    '1.1.0 for 1 %: 2 of 3 people have reported. 2 people ran memory in the last week, of which 1 % are about 0: this step may never end.',
  );
});

it('is done by one of two programs, and by the other one when that is gone', async () => {
  expect(await round([], 'one')).toBe(true);
  expect(await round(good(), 'two')).toBe(false);
  expect((await canary())?.percent).toBe(1);
  expect(await round([], 'two', { now: now + LEASE_MS })).toBe(true);
  expect(await round([], 'one', { now: now + LEASE_MS + 1 })).toBe(false);
});

it('lets one of two that judge at the same moment act', async () => {
  const rows = good();
  const done = await Promise.all([round(rows, 'one'), round(rows, 'two')]);
  expect(done.filter(Boolean)).toHaveLength(1);
  expect((await canary())?.percent).toBe(10);
  expect(told).toHaveLength(1);
});

it('leaves canaries alone that people steer', async () => {
  const more = { ...author, reason: 'closer look' };
  await startCanary(releases.place, 'memory', '1.1.0', { percent: 5 }, more);
  await round([row(1, 1), row(2, 1), row(3, 1)]);
  expect((await canary())?.percent).toBe(5);
  await rollBackCanary(releases.store, 'memory', { ...author, reason: 'seen by eye' });
  await expect(releases.promote([{ remote: 'memory', version: '1.1.0' }])).rejects.toThrow('(seen by eye)');
});

it('signs by a key of its own where the store knows keys, and says that it has none', async () => {
  const [olga, watcher] = [newKey().key, newKey().key];
  const owner = { ...author, key: olga };
  const add = ({ publicKey }: SigningKey, rights: object) =>
    addKey(releases.store, keyFrom(publicKey, { holder: 'x', ...rights }), owner);
  await add(olga, { owner: true });
  await round([row(1, 1), row(2, 1), row(3, 0)]);
  expect(await canary()).toBeDefined();
  expect(told.at(-1)).toContain('takes only what is signed');
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

it('says when nothing watches', async () => {
  expect(await watchStatus(releases.store, now)).toContain('Nothing has watched this store yet');
});
