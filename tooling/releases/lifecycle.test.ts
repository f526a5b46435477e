import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promote, startCanary } from './promote';
import { readAudit } from './audit';
import { COMMANDS, type Repository } from './commands';
import { folderStore } from './folderStore';
import { newestVersion } from './pruneVersions';
import { listReleases } from './listReleases';
import { hostAt } from './host';
import { disable, enable, restore, retire } from './lifecycle';
import { checkCommit } from './makeRelease';
import type { Author } from './registryChange';
import { repair } from './repair';
import { rollback } from './rollback';
import { author, releaseFolder } from './testing/releaseFolder';

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
  host: () => hostAt('http://localhost:9'),
};
const killed = { ...author, reason: 'Wrong numbers.' };

beforeEach(() => (releases = releaseFolder()));
afterEach(() => releases.remove());

it('takes a remote out, refuses its releases, and brings it back as it was', async () => {
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

it('refuses a version that was rolled back, unless it is forced with a reason', async () => {
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

it('takes out what only the deployment ships, and brings that back', async () => {
  await retire(releases.store, 'memory', author);
  expect((await releases.registry()).retired).toEqual(['memory']);
  await restore(releases.place, 'memory', author);
  expect((await releases.registry()).retired).toBeUndefined();
});

it('switches a remote off with a reason, and on again', async () => {
  await releases.ship('memory', '1.0.0');
  expect(() => disable(releases.store, 'memory', author)).toThrow('People see why');
  await disable(releases.store, 'memory', killed);
  expect((await releases.registry()).disabled).toEqual({ memory: { reason: 'Wrong numbers.' } });
  expect(await listReleases(releases.store)).toContain('memory (switched off: Wrong numbers.)');
  await enable(releases.store, 'memory', author);
  expect((await releases.registry()).disabled).toBeUndefined();
  await expect(enable(releases.store, 'memory', author)).rejects.toThrow('memory is not switched off.');
});

it('keeps both when the registry is rebuilt', async () => {
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

it('refuses a release of files that are not committed, unless it is forced with a reason', () => {
  expect(() => checkCommit('memory', '3f2a91c+changes', author)).toThrow('changes that are not committed');
  expect(() => checkCommit('memory', '3f2a91c+changes', { ...author, force: true })).toThrow(
    'needs a reason',
  );
  checkCommit('memory', '3f2a91c+changes', { ...author, force: true, reason: 'trial' });
  checkCommit('memory', '3f2a91c', author);
  checkCommit('memory', null, author);
});

it('changes nothing when a release does not work in a page', async () => {
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

it('says after a promotion where its failures are seen', async () => {
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
  expect(print).toHaveBeenLastCalledWith('Whether it fails in open pages: pnpm releases status memory');
});

it('does not take a version for the one to go back to', async () => {
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

it('does not call it a return when the deployment ships no build of the remote', async () => {
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
    'The deployment ships no build of reports: this would take it out. If that is meant: pnpm releases retire reports',
  );
  expect(await releases.live()).toEqual(['reports 1.0.0']);
  await rollBack({ ...author, force: true, reason: 'no longer needed' });
  expect(print.mock.calls.map(([line]: string[]) => line)).toEqual([
    'rollback: reports 1.0.0 → nothing: the deployment ships no build of it, registry 2',
  ]);
});

it('says which folder cannot be used', async () => {
  const file = path.join(path.dirname(releases.folder), 'file');
  writeFileSync(file, '');
  await expect(folderStore(file).read('registry.json')).rejects.toThrow(`${file} cannot be used: ENOTDIR`);
  const write = folderStore(path.join(file, 'store')).addFolder('memory/1.0.0', new Map(), '');
  await expect(write).rejects.toThrow(/store cannot be used: /);
});
