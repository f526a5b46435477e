import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startCanary } from './promote';
import { resolvePublicUrl } from './publicUrl';
import { repair } from './repair';
import { rollback, rollbackToShipped } from './rollback';
import { author, releaseFolder } from './testing/releaseFolder';

const ORGANIZATION = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let releases: ReturnType<typeof releaseFolder>;
const lose = () => rmSync(path.join(releases.folder, 'registry.json'));

beforeEach(() => (releases = releaseFolder()));
afterEach(() => releases.remove());

it('makes several remotes live at once, or none of them', async () => {
  await releases.publish('memory', '1.0.0');
  await releases.publish('beta', '1.0.0', { contracts: '^9.0.0' });
  const both = [
    { remote: 'memory', version: '1.0.0' },
    { remote: 'beta', version: '1.0.0' },
  ];
  await expect(releases.promote(both)).rejects.toThrow('needs contracts ^9.0.0');
  expect(await releases.live()).toEqual([]);
  await releases.publish('beta', '1.0.1');
  await releases.promote([both[0]!, { remote: 'beta', version: '1.0.1' }]);
  expect(await releases.live()).toEqual(['memory 1.0.0', 'beta 1.0.1']);
  expect((await releases.registry()).serial).toBe(1);
});

it('refuses a version without a page that the live one has, unless it is forced with a reason', async () => {
  await releases.publish('memory', '1.0.0', { routes: ['/memory', '/archive'] });
  await releases.promote([{ remote: 'memory', version: '1.0.0' }]);
  await releases.publish('memory', '2.0.0', { routes: ['/memory'] });
  const next = [{ remote: 'memory', version: '2.0.0' }];
  await expect(releases.promote(next)).rejects.toThrow('takes away /archive, which 1.0.0 has.');
  await expect(releases.promote(next, { ...author, force: true })).rejects.toThrow('--force needs a reason');
  await releases.promote(next, { ...author, force: true, reason: 'nobody archives' });
  expect(await releases.live()).toEqual(['memory 2.0.0']);
});

it('returns to what the deployment ships', async () => {
  await releases.ship('memory', '1.0.0');
  await rollbackToShipped(releases.store, 'memory', author);
  expect(await releases.registry()).toMatchObject({ remotes: {}, serial: 2 });
  await expect(rollbackToShipped(releases.store, 'memory', author)).rejects.toThrow(
    'what the deployment ships is live',
  );
});

describe('a lost registry', () => {
  it('is not replaced by a small one with the next change', async () => {
    await releases.ship('memory', '1.0.0');
    await releases.ship('beta', '1.0.0');
    await releases.publish('memory', '1.1.0');
    lose();
    await expect(releases.promote([{ remote: 'memory', version: '1.1.0' }])).rejects.toThrow(
      'is gone, and the record knows registry 2. A change would take what is live offline.',
    );
    expect(await releases.live()).toEqual([]);
  });

  it('comes back from the record: live versions, those before them, a canary, and a serial that pages accept', async () => {
    await releases.ship('memory', '1.0.0', '1.1.0', '1.2.0');
    await rollback(releases.place, 'memory', author);
    await releases.ship('beta', '1.0.0');
    await releases.ship('reports', '1.0.0');
    await rollbackToShipped(releases.store, 'reports', author);
    const again = { ...author, force: true, reason: 'repaired service' };
    await startCanary(
      releases.place,
      'memory',
      '1.2.0',
      { percent: 10, organizations: [ORGANIZATION] },
      again,
    );
    const before = await releases.registry();
    lose();
    const publicUrl = await resolvePublicUrl(releases.store, undefined);
    const lines = await repair({ store: releases.store, publicUrl }, author);
    expect(lines.map(({ remote, from, to }) => [remote, from, to])).toEqual([
      ['memory', '1.1.0', '1.1.0'],
      ['beta', '1.0.0', '1.0.0'],
    ]);
    const after = await releases.registry();
    expect({ ...after, updatedAt: '', serial: 0 }).toEqual({ ...before, updatedAt: '', serial: 0 });
    expect(after.serial).toBe(before.serial! + 1);
    await rollback(releases.place, 'memory', author);
    expect(await releases.live()).toEqual(['memory 1.0.0', 'beta 1.0.0']);
  });

  it('comes back with the newest version that is whole, and reports what is gone', async () => {
    await releases.ship('memory', '1.0.0', '1.1.0');
    await releases.ship('beta', '1.0.0');
    lose();
    rmSync(path.join(releases.folder, 'memory/1.1.0'), { recursive: true });
    rmSync(path.join(releases.folder, 'beta/1.0.0/remoteEntry.js'));
    const lines = await repair(releases.place, author);
    expect(lines.map(({ remote, from, to }) => [remote, from, to])).toEqual([
      ['memory', '1.1.0', '1.0.0'],
      ['beta', '1.0.0', null],
    ]);
  });

  it.each(['{"half', '{"schema":1,"updatedAt":"2026-01-01T00:00:00.000Z","remotes":{},"serial":1}'])(
    'is also one that is broken or old: %s',
    async (text) => {
      await releases.ship('memory', '1.0.0', '1.1.0');
      writeFileSync(path.join(releases.folder, 'registry.json'), text);
      await expect(rollback(releases.place, 'memory', author)).rejects.toThrow('pnpm releases repair');
      await repair(releases.place, author);
      expect(await releases.live()).toEqual(['memory 1.1.0']);
    },
  );

  it('is left alone while it is whole, and where nothing was promoted', async () => {
    await expect(repair(releases.place, author)).rejects.toThrow('nothing to repair');
    await releases.ship('memory', '1.0.0');
    await expect(repair(releases.place, author)).rejects.toThrow('is whole: registry 1.');
  });
});
