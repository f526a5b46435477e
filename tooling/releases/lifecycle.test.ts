import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readAudit } from './audit';
import { COMMANDS } from './commands';
import type { Repository } from './commands';
import { folderStore } from './folderStore';
import { connectHost } from './host';
import { disable, enable, restore, retire } from './lifecycle';
import { listReleases } from './listReleases';
import { checkCommit } from './makeRelease';
import { promote, startCanary } from './promote';
import { newestVersion } from './pruneVersions';
import { resolvePublicUrl } from './publicUrl';
import type { Author } from './registryChange';
import { repair } from './repair';
import { rollback, rollbackToShipped } from './rollback';
import { author, releaseFolder } from './testing/releaseFolder';

describe('lifecycle', () => {
  let releases: ReturnType<typeof releaseFolder>;
  const repository: Repository = {
    root: '',
    remotes: ['memory', 'beta'],
    ships: (remote) => remote !== 'reports',
    version: () => '1.0.0',
    buildable: () => {
      throw new Error('Nothing is built here.');
    },
    store: () => releases.store,
    host: () => connectHost('http://localhost:9'),
  };
  const killed = { ...author, reason: 'Wrong numbers.' };

  beforeEach(() => (releases = releaseFolder()));
  afterEach(() => releases.remove());

  it('retires a remote, rejects its releases, and restores its previous state', async () => {
    await releases.ship('memory', '1.0.0', '1.1.0');
    await releases.ship('beta', '1.0.0');
    const before = await releases.registry();
    await retire(releases.store, 'memory', author);
    expect(await releases.live()).toEqual(['beta 1.0.0']);
    expect((await releases.registry()).retired).toEqual(['memory']);
    expect(await listReleases(releases.store)).toContain('memory (retired)');
    await expect(retire(releases.store, 'memory', author)).rejects.toThrow('memory is already retired.');
    await expect(releases.promote([{ remote: 'memory', version: '1.0.0' }])).rejects.toThrow(
      'Bring it back with: pnpm releases restore memory',
    );
    await restore(releases.place, 'memory', author);
    const after = await releases.registry();
    expect(after.remotes.memory).toEqual(before.remotes.memory);
    expect([after.rollout, after.retired]).toEqual([before.rollout, undefined]);
    await expect(restore(releases.place, 'memory', author)).rejects.toThrow('memory is not retired.');
  });

  it('rejects a rolled-back version unless forced with a reason', async () => {
    await releases.ship('memory', '1.0.0', '1.1.0');
    await rollback(releases.place, 'memory', { ...author, reason: 'empty tables' });
    const again = [{ remote: 'memory', version: '1.1.0' }];
    const refusal = /memory 1\.1\.0 was rolled back by Ada on .* \(empty tables\)\./;
    await expect(releases.promote(again)).rejects.toThrow(refusal);
    const canary = startCanary(releases.place, 'memory', '1.1.0', { percent: 1 }, author);
    await expect(canary).rejects.toThrow(refusal);
    const record = await readAudit(releases.store);
    expect(await newestVersion(releases.store, 'memory', record)).toBe('1.0.0');
    await releases.promote(again, { ...author, force: true, reason: 'the service was at fault' });
    expect(await releases.live()).toEqual(['memory 1.1.0']);
  });

  it('retires and restores a remote that only the deployment ships', async () => {
    await retire(releases.store, 'memory', author);
    expect((await releases.registry()).retired).toEqual(['memory']);
    await restore(releases.place, 'memory', author);
    expect((await releases.registry()).retired).toBeUndefined();
  });

  it('disables a remote with a reason, and enables it again', async () => {
    await releases.ship('memory', '1.0.0');
    expect(() => disable(releases.store, 'memory', author)).toThrow('Tell people why');
    await disable(releases.store, 'memory', killed);
    expect((await releases.registry()).disabled).toEqual({ memory: { reason: 'Wrong numbers.' } });
    expect(await listReleases(releases.store)).toContain('memory (switched off: Wrong numbers.)');
    await enable(releases.store, 'memory', author);
    expect((await releases.registry()).disabled).toBeUndefined();
    await expect(enable(releases.store, 'memory', author)).rejects.toThrow('memory is not switched off.');
  });

  it('keeps retired and disabled remotes when the registry is rebuilt', async () => {
    await releases.ship('memory', '1.0.0');
    await releases.ship('beta', '1.0.0');
    await disable(releases.store, 'memory', killed);
    await retire(releases.store, 'beta', author);
    const { disabled, retired } = await releases.registry();
    for (let loss = 0; loss < 2; loss++) {
      rmSync(path.join(releases.folder, 'registry.json'));
      await repair(releases.place, author);
      expect(await releases.live()).toEqual(['memory 1.0.0']);
      expect(await releases.registry()).toMatchObject({ disabled, retired });
    }
    await restore(releases.place, 'beta', author);
    expect(await releases.live()).toEqual(['memory 1.0.0', 'beta 1.0.0']);
  });

  it('rejects a release with uncommitted changes unless forced with a reason', () => {
    expect(() => checkCommit('memory', '3f2a91c+changes', author)).toThrow('has uncommitted changes');
    expect(() => checkCommit('memory', '3f2a91c+changes', { ...author, force: true })).toThrow(
      '--force requires --reason',
    );
    checkCommit('memory', '3f2a91c+changes', { ...author, force: true, reason: 'trial' });
    checkCommit('memory', '3f2a91c', author);
    checkCommit('memory', null, author);
  });

  it('changes nothing when a release fails in a page', async () => {
    await releases.ship('memory', '1.0.0');
    await releases.publish('memory', '1.1.0');
    const tryOut = jest.fn().mockRejectedValue(new Error('boom at import'));
    const place = { ...releases.place, tryOut };
    await expect(promote(place, [{ remote: 'memory', version: '1.1.0' }], author)).rejects.toThrow('boom at');
    await expect(startCanary(place, 'memory', '1.1.0', { percent: 1 }, author)).rejects.toThrow('boom at');
    expect(tryOut.mock.lastCall).toMatchObject([{ release: { version: '1.1.0' } }]);
    expect(await releases.live()).toEqual(['memory 1.0.0']);
    expect((await releases.registry()).serial).toBe(1);
  });

  it('points to the failure status after a promotion', async () => {
    await releases.publish('memory', '1.0.0');
    const print = jest.fn();
    const place = async () => releases.place;
    const call = {
      store: releases.store,
      words: ['memory', '1.0.0'],
      author,
      all: false,
      auto: null,
      keep: 10,
      repository,
      skipsTests: false,
    };
    await COMMANDS.promote!({ ...call, version: undefined, keyOptions: {}, place, print });
    expect(print).toHaveBeenLastCalledWith(
      'Check for failures in open pages with: pnpm releases status memory',
    );
  });

  it('takes no version argument for a rollback', async () => {
    await releases.ship('memory', '1.0.0', '1.1.0', '1.2.0');
    const call = {
      ...releases,
      words: ['memory', '1.0.0'],
      author,
      all: false,
      auto: null,
      version: undefined,
      repository,
      skipsTests: false,
    };
    const asked = { ...call, keyOptions: {}, keep: 10, place: async () => releases.place, print: jest.fn() };
    await expect(COMMANDS.rollback!(asked)).rejects.toThrow('pnpm promote memory <version>');
    expect(await releases.live()).toEqual(['memory 1.2.0']);
  });

  it('rejects a rollback to the shipped build when the deployment ships none, unless forced', async () => {
    await releases.ship('reports', '1.0.0');
    const print = jest.fn();
    const call = {
      store: releases.store,
      words: ['reports', 'shipped'],
      all: false,
      auto: null,
      keep: 10,
      repository,
      skipsTests: false,
    };
    const place = async () => releases.place;
    const rollBack = (by: Author) =>
      COMMANDS.rollback!({ ...call, author: by, version: undefined, keyOptions: {}, place, print });
    await expect(rollBack(author)).rejects.toThrow(
      'The deployment ships no build of reports, so this would remove it. If that’s intended: pnpm releases retire reports',
    );
    expect(await releases.live()).toEqual(['reports 1.0.0']);
    await rollBack({ ...author, force: true, reason: 'no longer needed' });
    expect(print.mock.calls.map(([line]: string[]) => line)).toEqual([
      'rollback: reports 1.0.0 → nothing, because the deployment ships no build of it, registry 2',
    ]);
  });

  it('names the unusable folder', async () => {
    const file = path.join(path.dirname(releases.folder), 'file');
    writeFileSync(file, '');
    await expect(folderStore(file).read('registry.json')).rejects.toThrow(`Can’t use ${file}: ENOTDIR`);
    const write = folderStore(path.join(file, 'store')).addFolder('memory/1.0.0', new Map(), '');
    await expect(write).rejects.toThrow(/Can’t use .*store: /);
  });
});

describe('repair', () => {
  const ORGANIZATION = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  let releases: ReturnType<typeof releaseFolder>;
  const lose = () => rmSync(path.join(releases.folder, 'registry.json'));

  beforeEach(() => (releases = releaseFolder()));
  afterEach(() => releases.remove());

  it('promotes several remotes atomically', async () => {
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

  it('rejects a version that drops a page of the live one, unless forced with a reason', async () => {
    await releases.publish('memory', '1.0.0', { routes: ['/memory', '/archive'] });
    await releases.promote([{ remote: 'memory', version: '1.0.0' }]);
    await releases.publish('memory', '2.0.0', { routes: ['/memory'] });
    const next = [{ remote: 'memory', version: '2.0.0' }];
    await expect(releases.promote(next)).rejects.toThrow('drops /archive, which 1.0.0 has.');
    await expect(releases.promote(next, { ...author, force: true })).rejects.toThrow(
      '--force requires --reason',
    );
    await releases.promote(next, { ...author, force: true, reason: 'nobody archives' });
    expect(await releases.live()).toEqual(['memory 2.0.0']);
  });

  it('returns to the build shipped with the deployment', async () => {
    await releases.ship('memory', '1.0.0');
    await rollbackToShipped(releases.store, 'memory', author);
    expect(await releases.registry()).toMatchObject({ remotes: {}, serial: 2 });
    await expect(rollbackToShipped(releases.store, 'memory', author)).rejects.toThrow(
      'already runs the build shipped with the deployment',
    );
  });

  describe('a lost registry', () => {
    it('is not replaced by a nearly empty one with the next change', async () => {
      await releases.ship('memory', '1.0.0');
      await releases.ship('beta', '1.0.0');
      await releases.publish('memory', '1.1.0');
      lose();
      await expect(releases.promote([{ remote: 'memory', version: '1.1.0' }])).rejects.toThrow(
        'is missing, but the record is at registry 2. A change would take live releases offline.',
      );
      expect(await releases.live()).toEqual([]);
    });

    it('is rebuilt from the audit log: live and previous versions, a canary, and a serial that pages accept', async () => {
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

    it('is rebuilt with the newest intact versions, and reports missing ones', async () => {
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
      'includes a broken or outdated one: %s',
      async (text) => {
        await releases.ship('memory', '1.0.0', '1.1.0');
        writeFileSync(path.join(releases.folder, 'registry.json'), text);
        await expect(rollback(releases.place, 'memory', author)).rejects.toThrow('pnpm releases repair');
        await repair(releases.place, author);
        expect(await releases.live()).toEqual(['memory 1.1.0']);
      },
    );

    it('is not rebuilt while it is intact or before the first promotion', async () => {
      await expect(repair(releases.place, author)).rejects.toThrow('Nothing to repair');
      await releases.ship('memory', '1.0.0');
      await expect(repair(releases.place, author)).rejects.toThrow('is intact (registry 1).');
    });
  });
});
