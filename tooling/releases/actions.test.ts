import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chooseRelease, type Registry } from '@hindsight/shared-contracts/registry';
import { type Place, stopCanary } from './actions';
import { promote, startCanary } from './promote';
import { readAudit } from './audit';
import { folderStore } from './folderStore';
import { forgetOldVersions, publishedVersions } from './pruneVersions';
import { listReleases } from './listReleases';
import { publishFolder } from './makeRelease';
import { type Author, readStoredRegistry } from './registryChange';
import { rollback } from './rollback';
import { s3Store } from './s3Store';
import { ChangedMeanwhileError, REGISTRY_KEY, type Store } from './store';
import { type BucketServer, startBucketServer } from './testing/bucketServer';
import { exampleBuild } from './testing/exampleBuild';
import { WATCH_KEY } from './watch/watchFile';

const author = { who: 'Ada', reason: null };
const publicUrl = 'https://files.test/r/';
let root: string;
let bucket: BucketServer;
let store: Store;
let place: Place;

const registry = async (): Promise<Registry> => (await readStoredRegistry(store)).registry;
const live = async (remote = 'memory') => (await registry()).remotes[remote]?.version;
const readRollout = async (remote = 'memory') => (await registry()).rollout?.[remote];
const publish = (version: string, build = {}, remote = 'memory') =>
  publishFolder(store, remote, version, exampleBuild(root, remote, version, build), author);
const promoteOne = (remote: string, version: string, by: Author = author) =>
  promote(place, [{ remote, version }], by);
/** Puts other bytes in a published file's place, as no command of ours does. */
const tamper = async (key: string, bytes: Buffer) => {
  const before = await store.read(key);
  await store.replace(key, bytes, before?.tag ?? null);
};

beforeAll(async () => (bucket = await startBucketServer('key')));
afterAll(() => bucket.close());
beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'releases-'))));
afterEach(() => rmSync(root, { recursive: true }));

describe.each([
  ['a folder', () => folderStore(path.join(root, 'store'))],
  [
    'a bucket',
    () => {
      bucket.objects.clear();
      const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-west-1' };
      return s3Store({ bucket: 'files', prefix: 'team a/r', endpoint: bucket.endpoint, ...keys });
    },
  ],
])('releases in %s', (_, open) => {
  beforeEach(() => {
    store = open();
    place = { store, publicUrl };
  });

  it('go live, back, and live again, each change in the registry and the record', async () => {
    await publish('1.0.0');
    await publish('1.1.0');
    expect(await live()).toBeUndefined();
    await promoteOne('memory', '1.0.0');
    expect((await registry()).remotes.memory?.baseUrl).toBe('https://files.test/r/memory/1.0.0/');
    expect(await readRollout()).toBeUndefined();
    await promoteOne('memory', '1.1.0', { who: 'Bo', reason: 'new cards' });
    expect([await live(), (await readRollout())?.previous?.version]).toEqual(['1.1.0', '1.0.0']);
    await rollback(place, 'memory', author);
    expect([await live(), await readRollout(), (await registry()).serial]).toEqual(['1.0.0', undefined, 3]);
    await expect(rollback(place, 'memory', author)).rejects.toThrow(
      'memory has no version before 1.0.0 to go back to.',
    );
    expect(
      (await readAudit(store)).map(({ who, what, from, to, reason, serial }) => [
        who,
        what,
        from,
        to,
        reason,
        serial,
      ]),
    ).toEqual([
      ['Ada', 'release', null, '1.0.0', null, undefined],
      ['Ada', 'release', null, '1.1.0', null, undefined],
      ['Ada', 'promote', null, '1.0.0', null, 1],
      ['Bo', 'promote', '1.0.0', '1.1.0', 'new cards', 2],
      ['Ada', 'rollback', '1.1.0', '1.0.0', null, 3],
    ]);
  });

  it('go back step by step, never to what was rolled back', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await publish(version);
      await promoteOne('memory', version);
    }
    await rollback(place, 'memory', author);
    expect([await live(), (await readRollout())?.previous?.version]).toEqual(['1.1.0', '1.0.0']);
    await rollback(place, 'memory', author);
    expect([await live(), await readRollout()]).toEqual(['1.0.0', undefined]);
  });

  it('go back past a version that was rolled back once, and say so; new pages do not fall back to it', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version);
    await promoteOne('memory', '1.0.0');
    await promoteOne('memory', '1.1.0');
    await rollback(place, 'memory', { who: 'Bo', reason: 'blank page' });
    await promoteOne('memory', '1.1.0', { who: 'Ada', reason: 'again', force: true });
    await promoteOne('memory', '1.2.0');
    expect((await readRollout())?.previous?.version).toBe('1.0.0');
    const printed: string[] = [];
    await rollback(place, 'memory', author, (line) => printed.push(line));
    expect([await live(), await readRollout()]).toEqual(['1.0.0', undefined]);
    expect(printed).toEqual([
      expect.stringMatching(/^passed over: memory 1\.1\.0 was rolled back by Bo on [\d-]+ \(blank page\)$/),
    ]);
  });

  it('stay where they are when every version before is bad, with what can be done', async () => {
    for (const version of ['1.0.0', '1.1.0']) {
      await publish(version);
      await promoteOne('memory', version);
    }
    const figures = { loads: 9, failures: 9, longTasks: 0, lcp: null, inp: null, cls: null };
    const releases = [
      { remote: 'memory', version: '1.0.0', people: 9, failing: 9, surelyFailing: 1, ...figures },
    ];
    const watch = { by: '', at: new Date().toISOString(), releases, canaries: {} };
    await store.replace(WATCH_KEY, Buffer.from(JSON.stringify(watch)), null);
    const before = await registry();
    await expect(rollback(place, 'memory', author)).rejects.toThrow(
      'memory has no good version before 1.1.0 to go back to: memory 1.0.0 failed for 9 of 9 people. ' +
        'Use one anyway: pnpm promote memory <version> --force --reason "why", or return to what the deployment ships: pnpm rollback memory shipped',
    );
    expect(await registry()).toEqual(before);
  });

  it('are tried on named organizations and a share, until they are stopped or live', async () => {
    const organization = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version);
    await promoteOne('memory', '1.0.0');
    await startCanary(place, 'memory', '1.1.0', { organizations: [organization] }, author);
    expect(chooseRelease('memory', (await registry()).rollout, organization)?.version).toBe('1.1.0');
    expect(chooseRelease('memory', (await registry()).rollout, 'other')).toBeNull();
    await stopCanary(store, 'memory', author);
    expect(await readRollout()).toBeUndefined();
    await startCanary(place, 'memory', '1.1.0', { percent: 10 }, author);
    expect(await listReleases(store)).toMatch(/1\.1\.0 .* canary for 10 %/);
    await promoteOne('memory', '1.1.0');
    expect((await readRollout())?.canary).toBeUndefined();
    await expect(stopCanary(store, 'memory', author)).rejects.toThrow('memory has no canary to stop.');
  });

  it('never change once they are published', async () => {
    await publish('1.0.0');
    await expect(publish('1.0.0')).rejects.toThrow('memory/1.0.0 is already in');
    expect(await store.list('memory/1.0.0')).not.toContain('page.js.map');
    expect(await store.read('.maps/memory/1.0.0/page.js.map')).not.toBeNull();
  });

  it.each([
    ['a version that is not there', '2.0.0', {}, 'It has 1.0.0.'],
    ['a version that is live', '1.0.0', {}, 'memory 1.0.0 is already live.'],
    ['other contracts', '3.0.0', { contracts: '^4.0.0' }, 'needs contracts ^4.0.0, and the host has 3.1.0.'],
    ['an address that is taken', '3.0.0', { routes: ['/beta'] }, '/beta already belongs to beta'],
    ['a part of one', '3.0.0', { routes: ['/beta/:id'] }, '/beta/:id already belongs to beta (/beta)'],
    ['an address for all', '3.0.0', { routes: ['/*'] }, '/* already belongs to beta'],
  ])('do not go live with %s', async (_name, version, build, reason) => {
    await publish('1.0.0');
    await publish('1.0.0', {}, 'beta');
    await promoteOne('memory', '1.0.0');
    await promoteOne('beta', '1.0.0');
    if (version === '3.0.0') await publish(version, build);
    const before = await registry();
    await expect(promoteOne('memory', version)).rejects.toThrow(reason);
    expect(await registry()).toEqual(before);
  });

  it.each([
    ['remoteEntry.js', Buffer.from('evil'), 'remoteEntry.js is not what was published'],
    ['remoteEntry.js.br', brotliCompressSync('evil'), 'remoteEntry.js.br is not what was published'],
    ['release.json.br', brotliCompressSync('{}'), 'release.json.br is not what was published'],
    ['release.json', Buffer.from('{}'), 'memory/1.0.0/release.json is not what was published'],
  ])('do not go live when %s was changed', async (file, bytes, reason) => {
    await publish('1.0.0');
    await tamper(`memory/1.0.0/${file}`, bytes);
    await expect(promoteOne('memory', '1.0.0')).rejects.toThrow(reason);
    expect(await live()).toBeUndefined();
  });

  it('of one remote by two people at once leave registry and record agreed', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version);
    await promoteOne('memory', '1.0.0');
    const people = ['1.1.0', '1.2.0'].map((version, index) =>
      promoteOne('memory', version, { who: `person ${index}`, reason: null }),
    );
    const failed = (await Promise.allSettled(people)).filter((one) => one.status === 'rejected');
    for (const { reason } of failed) expect(reason).toBeInstanceOf(ChangedMeanwhileError);
    const promoted = (await readAudit(store)).filter(({ what }) => what === 'promote');
    expect(promoted).toHaveLength(3 - failed.length);
    expect(await live()).toBe(promoted.at(-1)?.to);
    expect((await readRollout())?.previous?.version).toBe(promoted.at(-1)?.from);
    expect((await registry()).serial).toBe(promoted.length);
  });

  it('lose no change when two come at once', async () => {
    for (const remote of ['memory', 'beta']) await publish('1.0.0', {}, remote);
    const both = await Promise.allSettled(['memory', 'beta'].map((remote) => promoteOne(remote, '1.0.0')));
    const failed = both.filter((one) => one.status === 'rejected');
    for (const { reason } of failed) expect(reason).toBeInstanceOf(ChangedMeanwhileError);
    expect(Object.keys((await registry()).remotes)).toHaveLength(2 - failed.length);
    expect((await registry()).serial).toBe(2 - failed.length);
  });

  it('leave, the oldest first, but never one that a browser may get', async () => {
    for (const version of ['1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5', '1.0.6']) await publish(version);
    await promoteOne('memory', '1.0.1');
    await promoteOne('memory', '1.0.2');
    await tamper('memory/1.0.4/release.json', Buffer.from('no description'));
    await startCanary(place, 'memory', '1.0.3', { percent: 1 }, author);
    expect(await forgetOldVersions(store, 'memory', author, 4)).toEqual(['1.0.5', '1.0.4']);
    const left = (await publishedVersions(store, 'memory')).map(({ version }) => version);
    expect(left).toEqual(['1.0.6', '1.0.3', '1.0.2', '1.0.1']);
    expect((await readAudit(store)).at(-1)).toMatchObject({ what: 'remove', from: '1.0.4', to: null });
  });

  it('report a broken registry and leave it unchanged', async () => {
    await publish('1.0.0');
    await store.replace(REGISTRY_KEY, Buffer.from('<html>'), null);
    await expect(promoteOne('memory', '1.0.0')).rejects.toThrow('registry.json in');
    expect((await store.read(REGISTRY_KEY))?.bytes.toString()).toBe('<html>');
  });
});

describe('a bucket', () => {
  beforeEach(() => {
    bucket.objects.clear();
    const keys = { accessKeyId: 'key', secretAccessKey: 's', region: 'x' };
    store = s3Store({ bucket: 'files', prefix: '', endpoint: bucket.endpoint, ...keys });
    place = { store, publicUrl };
  });

  it('that takes tags without quotes alone gets another registry', async () => {
    bucket.wantsBareTags = true;
    try {
      for (const version of ['1.0.0', '1.1.0']) {
        await publish(version);
        await promoteOne('memory', version);
      }
      const { tag } = (await store.read(REGISTRY_KEY))!;
      await rollback(place, 'memory', author);
      const late = store.replace(REGISTRY_KEY, Buffer.from('{}'), tag);
      await expect(late).rejects.toThrow(ChangedMeanwhileError);
      expect(await live()).toBe('1.0.0');
    } finally {
      bucket.wantsBareTags = false;
    }
  });

  it('whose answer is lost after it took a registry has a record of the change', async () => {
    await publish('1.0.0');
    bucket.losesAnswer = true;
    await promoteOne('memory', '1.0.0');
    expect(bucket.losesAnswer).toBe(false);
    expect((await readAudit(store)).map(({ what }) => what)).toEqual(['release', 'promote']);
  });

  it('never mixes the files of two who publish one version at once', async () => {
    const versions = ['Ada', 'Bob'].map((who) => {
      const files = ['remoteEntry.js', 'release.json'].map((file) => [file, Buffer.from(who)] as const);
      return store.addFolder('memory/1.0.0', new Map(files), 'release.json');
    });
    const outcomes = await Promise.allSettled(versions);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [entry, description] = await Promise.all(
      ['remoteEntry.js', 'release.json'].map((file) => store.read(`memory/1.0.0/${file}`)),
    );
    expect(entry?.bytes).toEqual(description?.bytes);
  });

  it('gets the types of files for its server', async () => {
    await publish('1.0.0');
    const { headers } = bucket.objects.get('/files/memory/1.0.0/remoteEntry.js.br')!;
    expect(headers).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});

it('carries the words of a bucket that refuses', async () => {
  const keys = { accessKeyId: 'stranger', secretAccessKey: 's', region: 'x' };
  store = s3Store({ bucket: 'files', prefix: '', endpoint: bucket.endpoint, ...keys });
  await expect(publish('1.0.0')).rejects.toThrow(/s3:\/\/files answered GET .* with 403: Access Denied/);
});
