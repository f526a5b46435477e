import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { chooseRelease, CONTRACTS_VERSION } from '@hindsight/shared-contracts/registry';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { stopCanary } from './actions';
import type { Place } from './actions';
import { audienceFrom, autoFrom, remoteFrom, versionFrom } from './arguments';
import { readAudit } from './audit';
import { setCommandName } from './commandName';
import { folderStore } from './folderStore';
import { retire } from './lifecycle';
import { listReleases } from './listReleases';
import { publishFolder } from './makeRelease';
import { HostFileError, retryOnHostError } from './pageCheck';
import { checkAddress } from './program';
import { promote, startCanary } from './promote';
import { pruneVersions, publishedVersions } from './pruneVersions';
import { readStoredRegistry } from './registryChange';
import type { Author } from './registryChange';
import { rollback } from './rollback';
import { s3Store } from './s3Store';
import { reasonInSource, stackInSource } from './source';
import { ChangedMeanwhileError, REGISTRY_KEY } from './store';
import type { Store } from './store';
import { startBucketServer } from './testing/bucketServer';
import type { BucketServer } from './testing/bucketServer';
import { exampleBuild } from './testing/exampleBuild';
import { author, releaseFolder } from './testing/releaseFolder';
import { WATCH_KEY } from './watch/watchFile';
import { watchStatus } from './watch/watchStatus';

describe('actions', () => {
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
  /** Overwrites a published file, which none of our commands does. */
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

    it('go live, back and live again, with each change in the registry and the audit log', async () => {
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

    it('roll back step by step, never to a version that was rolled back', async () => {
      for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
        await publish(version);
        await promoteOne('memory', version);
      }
      await rollback(place, 'memory', author);
      expect([await live(), (await readRollout())?.previous?.version]).toEqual(['1.1.0', '1.0.0']);
      await rollback(place, 'memory', author);
      expect([await live(), await readRollout()]).toEqual(['1.0.0', undefined]);
    });

    it('roll back past a previously rolled-back version with a notice, and exclude it as a fallback', async () => {
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
        expect.stringMatching(/^skipped: memory 1\.1\.0 was rolled back by Bo on [\d-]+ \(blank page\)$/),
      ]);
    });

    it('stay live when every earlier version is bad, and suggest what to do', async () => {
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
          'Use one anyway: pnpm promote memory <version> --force --reason "why", or return to the build shipped with the deployment: pnpm rollback memory shipped',
      );
      expect(await registry()).toEqual(before);
    });

    it('can be canaries for organizations and a percentage, until stopped or promoted', async () => {
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

    it('never change after publishing', async () => {
      await publish('1.0.0');
      await expect(publish('1.0.0')).rejects.toThrow('memory/1.0.0 is already in');
      expect(await store.list('memory/1.0.0')).not.toContain('page.js.map');
      expect(await store.read('.maps/memory/1.0.0/page.js.map')).not.toBeNull();
    });

    it.each([
      ['a version that is not there', '2.0.0', {}, 'It has 1.0.0.'],
      ['a version that is live', '1.0.0', {}, 'memory 1.0.0 is already live.'],
      [
        'other contracts',
        '3.0.0',
        { contracts: '^4.0.0' },
        `needs contracts ^4.0.0, and the host has ${CONTRACTS_VERSION}.`,
      ],
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
      ['remoteEntry.js', Buffer.from('evil'), 'remoteEntry.js has changed since it was published'],
      [
        'remoteEntry.js.br',
        brotliCompressSync('evil'),
        'remoteEntry.js.br has changed since it was published',
      ],
      ['release.json.br', brotliCompressSync('{}'), 'release.json.br has changed since it was published'],
      ['release.json', Buffer.from('{}'), 'memory/1.0.0/release.json has changed since it was published'],
    ])('do not go live when %s was tampered with', async (file, bytes, reason) => {
      await publish('1.0.0');
      await tamper(`memory/1.0.0/${file}`, bytes);
      await expect(promoteOne('memory', '1.0.0')).rejects.toThrow(reason);
      expect(await live()).toBeUndefined();
    });

    it('keep registry and audit log consistent under concurrent promotions of one remote', async () => {
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

    it('lose no change to concurrent promotions of different remotes', async () => {
      for (const remote of ['memory', 'beta']) await publish('1.0.0', {}, remote);
      const both = await Promise.allSettled(['memory', 'beta'].map((remote) => promoteOne(remote, '1.0.0')));
      const failed = both.filter((one) => one.status === 'rejected');
      for (const { reason } of failed) expect(reason).toBeInstanceOf(ChangedMeanwhileError);
      expect(Object.keys((await registry()).remotes)).toHaveLength(2 - failed.length);
      expect((await registry()).serial).toBe(2 - failed.length);
    });

    it('are pruned oldest first, but never while browsers may get them', async () => {
      for (const version of ['1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5', '1.0.6']) await publish(version);
      await promoteOne('memory', '1.0.1');
      await promoteOne('memory', '1.0.2');
      await tamper('memory/1.0.4/release.json', Buffer.from('no description'));
      await startCanary(place, 'memory', '1.0.3', { percent: 1 }, author);
      expect(await pruneVersions(store, 'memory', author, 4)).toEqual(['1.0.5', '1.0.4']);
      const left = (await publishedVersions(store, 'memory')).map(({ version }) => version);
      expect(left).toEqual(['1.0.6', '1.0.3', '1.0.2', '1.0.1']);
      expect((await readAudit(store)).at(-1)).toMatchObject({ what: 'remove', from: '1.0.4', to: null });
    });

    it('leave a broken registry unchanged and report it', async () => {
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

    it('accepts registry updates when it only understands unquoted ETags', async () => {
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

    it('records a registry change whose response was lost', async () => {
      await publish('1.0.0');
      bucket.losesAnswer = true;
      await promoteOne('memory', '1.0.0');
      expect(bucket.losesAnswer).toBe(false);
      expect((await readAudit(store)).map(({ what }) => what)).toEqual(['release', 'promote']);
    });

    it('never mixes the files of two concurrent publishers of one version', async () => {
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

    it('stores content type and caching headers with each file', async () => {
      await publish('1.0.0');
      const { headers } = bucket.objects.get('/files/memory/1.0.0/remoteEntry.js.br')!;
      expect(headers).toEqual({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    });
  });

  it("includes the bucket's error message when access is denied", async () => {
    const keys = { accessKeyId: 'stranger', secretAccessKey: 's', region: 'x' };
    store = s3Store({ bucket: 'files', prefix: '', endpoint: bucket.endpoint, ...keys });
    await expect(publish('1.0.0')).rejects.toThrow(/s3:\/\/files answered GET .* with 403: Access Denied/);
  });
});

describe('arguments', () => {
  const organization = '6F9619FF-8B86-4d01-b42d-00cf4fc964ff';

  it.each([
    [['10'], { percent: 10 }],
    [['2.5%'], { percent: 2.5 }],
    [[organization], { organizations: [organization.toLowerCase()] }],
    [['5', organization], { percent: 5, organizations: [organization.toLowerCase()] }],
  ])('reads %j as an audience', (words, audience) => expect(audienceFrom(words)).toEqual(audience));

  it.each([
    [[], 'Who gets it?'],
    [['101'], 'A share can’t be more than 100 percent, not 101.'],
    [['1', '2'], 'A canary has only one share.'],
    [['Acme'], '"Acme" is neither a share such as 10 nor an organization ID.'],
  ])('refuses %j', (words, reason) => expect(() => audienceFrom(words)).toThrow(reason));

  it("accepts a remote's short name or package name", () => {
    expect([remoteFrom('memory', ['memory']), remoteFrom('remote-memory', ['memory'])]).toEqual([
      'memory',
      'memory',
    ]);
    expect(() => remoteFrom('memo', ['memory', 'beta'])).toThrow(
      'There is no remote "memo". Remotes: memory, beta.',
    );
    expect(() => remoteFrom(undefined, ['memory'])).toThrow('Which remote?');
  });

  it.each(['1.1', 'latest', '../1.0.0', '1.0.0/..', ''])('rejects %j as a version', (word) => {
    expect(() => versionFrom(word)).toThrow(`"${word}" isn’t a version.`);
  });

  it('parses the options of an automatic canary', () => {
    expect(autoFrom({})).toMatchObject({ steps: [1, 10, 50, 100], waitMs: 1_800_000, minTabs: 20 });
    const own = autoFrom({ steps: '5%, 100', wait: '2h', minPeople: '3' });
    expect(own).toMatchObject({ steps: [5, 100], waitMs: 7_200_000, minTabs: 3 });
  });

  it.each([
    [{ steps: '10,5' }, '--steps must be growing shares up to 100'],
    [{ steps: '10,200' }, '--steps must be growing shares up to 100'],
    [{ steps: 'all' }, '--steps must be growing shares up to 100'],
    [{ wait: '30' }, '--wait must be a time such as 30m, 2h or 90s, not "30".'],
    [{ minPeople: '0' }, '--min-people must be a whole number of people, at least 1, not "0".'],
  ])('refuses %j', (options, reason) => expect(() => autoFrom(options)).toThrow(reason));
});

describe('checkAddress', () => {
  let releases: ReturnType<typeof releaseFolder>;
  let server: Server;
  let origin: string;

  /** Serves the store at `/releases/`, and an HTML page at every address below `/page/`. */
  beforeEach(async () => {
    releases = releaseFolder();
    server = createServer((request, response) => {
      const [, folder, ...rest] = (request.url ?? '').split('/');
      if (folder === 'page') return void response.end('<html>');
      void releases.store.read(rest.join('/')).then((file) => {
        if (folder === 'releases' && file) response.end(file.bytes);
        else response.writeHead(404).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    releases.remove();
  });

  /** @param tryOut undefined, as with `--skip-address-check`. */
  const promoteAt = (publicUrl: string, tryOut?: typeof checkAddress) =>
    promote(
      { store: releases.store, publicUrl, ...(tryOut ? { tryOut } : {}) },
      [{ remote: 'memory', version: '1.0.0' }],
      author,
    );

  it.each([
    ['where nothing is', () => `${origin}/`, 'remoteEntry.js responds with 404.'],
    ['where a page answers for all', () => `${origin}/page/`, 'differs from the published file.'],
    ['where no server is', () => 'http://127.0.0.1:9/', 'cannot be reached: '],
  ])('rejects a public URL %s', async (_name, publicUrl, reason) => {
    await releases.publish('memory', '1.0.0');
    await expect(promoteAt(publicUrl(), checkAddress)).rejects.toThrow(reason);
    expect(await releases.live()).toEqual([]);
  });

  it('corrects the address of the live version', async () => {
    await releases.publish('memory', '1.0.0');
    await promoteAt(`${origin}/`);
    await promoteAt(`${origin}/releases/`, checkAddress);
    const { remotes, rollout } = await releases.registry();
    expect([remotes.memory?.baseUrl, rollout]).toEqual([`${origin}/releases/memory/1.0.0/`, undefined]);
    expect((await readAudit(releases.store)).at(-1)).toMatchObject({ from: '1.0.0', to: '1.0.0' });
    await expect(promoteAt(`${origin}/releases/`, checkAddress)).rejects.toThrow(
      'memory 1.0.0 is already live.',
    );
  });
});

describe('commandName', () => {
  let releases: ReturnType<typeof releaseFolder>;
  beforeEach(() => (releases = releaseFolder()));
  afterEach(() => {
    setCommandName(null);
    releases.remove();
  });

  it.each([
    ['hindsight-remote', (command: string) => `hindsight-remote ${command}`],
    [null, (command: string) => (command === 'release' ? 'pnpm release memory' : 'pnpm releases')],
  ])('recommends commands of %s', async (program, named) => {
    setCommandName(program);
    const promote = (version: string) => releases.promote([{ remote: 'memory', version }]);
    await expect(promote('1.0.0')).rejects.toThrow(`Make one with: ${named('release')}`);
    expect(() => versionFrom('latest')).toThrow(`\`${named('releases')}\` lists`);
    await releases.ship('memory', '1.0.0');
    await retire(releases.store, 'memory', author);
    await expect(promote('1.0.0')).rejects.toThrow(`Bring it back with: ${named('restore')}`);
    writeFileSync(path.join(releases.folder, 'registry.json'), '{');
    await expect(readStoredRegistry(releases.store)).rejects.toThrow(`Rebuild it with: ${named('repair')}`);
  });
});

describe('pageCheck', () => {
  const hostFile = new HostFileError('the host’s own /assets/main.js failed to load');

  it('retries a release when a file of the host failed to load', async () => {
    const run = jest.fn().mockRejectedValueOnce(hostFile).mockResolvedValue('found');
    await expect(retryOnHostError(run)).resolves.toBe('found');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('gives up after three attempts, or immediately when the release is at fault', async () => {
    const lost = jest.fn().mockRejectedValue(hostFile);
    await expect(retryOnHostError(lost)).rejects.toBe(hostFile);
    expect(lost).toHaveBeenCalledTimes(3);
    const broken = jest.fn().mockRejectedValue(new Error('boom'));
    await expect(retryOnHostError(broken)).rejects.toThrow('boom');
    expect(broken).toHaveBeenCalledTimes(1);
  });
});

describe('source', () => {
  const RELEASE = { remote: 'memory', version: '1.0.0' };
  const ADDRESS = 'https://files.test/r/memory/1.0.0/page.js';

  let releases: ReturnType<typeof releaseFolder>;
  /** Position of the throw in the minified file. */
  let place: string;

  beforeEach(async () => {
    releases = releaseFolder();
    await releases.ship('memory', '1.0.0');
    const folder = path.join(releases.folder, '.maps/memory/1.0.0');
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    writeFileSync(
      path.join(folder, 'src/page.ts'),
      `const rows: string[] = [];\n\nif (rows.length === 0)\n  throw new Error('boom');\n`,
    );
    buildSync({
      absWorkingDir: folder,
      entryPoints: ['src/page.ts'],
      outfile: 'page.js',
      minify: true,
      sourcemap: 'external',
      logLevel: 'silent',
    });
    try {
      runInNewContext(readFileSync(path.join(folder, 'page.js'), 'utf8'), {}, { filename: ADDRESS });
    } catch (error) {
      place = /page\.js(:\d+:\d+)/.exec((error as Error).stack ?? '')![1]!;
    }
  });
  afterEach(() => releases.remove());

  it('maps the position in a failure reason to file and line', async () => {
    const { store } = releases;
    expect(await reasonInSource(store, RELEASE, `boom (page.js${place})`)).toBe('boom (src/page.ts:4:9)');
    expect(await reasonInSource(store, RELEASE, 'boom (other.js:1:2)')).toBe('boom (other.js:1:2)');
    expect(await reasonInSource(store, RELEASE, 'boom (../1.0.0/page.js:1:2)')).toBe(
      'boom (../1.0.0/page.js:1:2)',
    );
  });

  it('maps stack frames of the release to its source, and keeps those of other scripts', async () => {
    const stack = `Error: boom\n    at Page (${ADDRESS}?retry=1${place})\n    at main (https://host.test/assets/1/main.js:1:2)`;
    expect(await stackInSource(releases.store, 'memory', stack)).toBe(
      'Error: boom\n    at Page (src/page.ts:4:9)\n    at main (https://host.test/assets/1/main.js:1:2)',
    );
  });

  it('shows operators the source file and line in the status', async () => {
    const figures = {
      people: 1,
      failing: 1,
      surelyFailing: 0,
      loads: 1,
      failures: 1,
      last: 1,
      longTasks: 0,
      lcp: null,
      inp: null,
      cls: null,
    };
    const watch = {
      by: 'test',
      at: '2026-01-01T00:00:00.000Z',
      releases: [{ ...RELEASE, ...figures, reason: `boom (page.js${place})` }],
      canaries: {},
    };
    await releases.store.replace(WATCH_KEY, Buffer.from(JSON.stringify(watch)), null);
    expect(await watchStatus(releases.store, Date.parse(watch.at))).toContain(
      '1.0.0 failed: boom (src/page.ts:4:9)',
    );
  });
});
