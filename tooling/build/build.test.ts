import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exampleRelease } from '../local-stack/exampleRelease';
import { repoRoot } from '../local-stack/paths';
import { buildPackages } from './buildPackages';
import { pruneLockfile } from './inputHash';
import { publish, readRegistry } from './publish';

describe('buildPackages', () => {
  const BUILT_PACKAGES = ['host', 'remote-memory', 'remote-beta', 'memory-service'];
  let root: string;
  let registryFile: string;
  /** The packages of each compiler process. */
  let compiled: string[][];

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }

  /** Produces the output of the real compiler: a version folder, and the file next to it. */
  async function compile(versions: Readonly<Record<string, string>>): Promise<void> {
    compiled.push(Object.keys(versions));
    for (const [pkg, version] of Object.entries(versions)) writeBuild(pkg, version);
  }

  function writeBuild(pkg: string, version: string): void {
    if (pkg === 'memory-service') return write('memory-service/dist/server.js', 'service');
    write(`${pkg}/dist/${version}/remoteEntry.js`, `/* ${'long enough to compress '.repeat(100)} */`);
    write(`${pkg}/dist/${version}/tiny.js`, 'short');
    if (pkg === 'host') return write('host/dist/index.html', version);
    const { baseUrl: _baseUrl, ...release } = exampleRelease(pkg.slice(7), { version });
    write(`${pkg}/dist/release.json`, JSON.stringify(release));
  }

  const build = (packages = BUILT_PACKAGES) => buildPackages(packages, { root, registryFile, compile });

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'packages-'));
    registryFile = path.join(root, 'var/registry.json');
    compiled = [];
    for (const pkg of [...BUILT_PACKAGES, 'shared-ui', 'shared-contracts']) {
      write(`${pkg}/package.json`, '{"version":"1.0.0"}');
      write(`${pkg}/src/index.ts`, pkg);
    }
    write('pnpm-lock.yaml', 'lock');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  describe('buildPackages', () => {
    it('builds everything once, then nothing', async () => {
      expect((await build()).sort()).toEqual([...BUILT_PACKAGES].sort());
      compiled = [];
      expect(await build()).toEqual([]);
      expect(compiled).toEqual([]);
    });

    test.each(['DEBUG_PANEL', 'DASHBOARD_IMAGE_TAG'])('rebuilds the host when %s changes', async (name) => {
      await build();
      process.env[name] = '1';
      try {
        expect(await build()).toEqual(['host']);
        expect(await build()).toEqual([]);
      } finally {
        delete process.env[name];
      }
      expect(await build()).toEqual(['host']);
    });

    it('builds all remotes in one process, and the host and the service in one each', async () => {
      await build();
      expect(compiled).toEqual([['host'], ['remote-memory', 'remote-beta'], ['memory-service']]);
    });

    test.each([
      ['remote-memory/src/page.tsx', ['remote-memory']],
      ['shared-ui/src/index.ts', ['host', 'remote-beta', 'remote-memory']],
      ['shared-contracts/src/index.ts', BUILT_PACKAGES],
      ['tooling/federation/policy.ts', ['host', 'remote-beta', 'remote-memory']],
      ['pnpm-lock.yaml', BUILT_PACKAGES],
      ['remote-memory/src/page.test.tsx', []],
      ['remote-memory/README.md', []],
    ])('after a change of %s rebuilds %j', async (file, packages) => {
      await build();
      write(file, 'changed');
      expect((await build()).sort()).toEqual([...packages].sort());
    });

    it('rebuilds when the output is missing', async () => {
      await build();
      rmSync(path.join(root, 'remote-beta/dist'), { recursive: true });
      expect(await build()).toEqual(['remote-beta']);
    });

    it('rebuilds the host when its page belongs to another build', async () => {
      await build();
      write('host/dist/index.html', '1.0.0-by-hand');
      expect(await build()).toEqual(['host']);
    });

    it('publishes its own build, not one made by hand next to it', async () => {
      await build();
      const { version } = readRegistry(registryFile).remotes.beta!;
      write(
        `remote-beta/dist/${version}/release.json`,
        readFileSync(path.join(root, 'remote-beta/dist/release.json'), 'utf8'),
      );
      write(
        'remote-beta/dist/release.json',
        JSON.stringify(exampleRelease('beta', { version: '1.0.0-by-hand' })),
      );
      await build();
      expect(readRegistry(registryFile).remotes.beta!.version).toBe(version);
    });

    it('publishes remotes with version, address and descriptor, and again when only the registry is missing', async () => {
      await build();
      const { remotes } = readRegistry(registryFile);
      expect(Object.keys(remotes).sort()).toEqual(['beta', 'memory']);
      expect(remotes.beta!.version).toMatch(/^1\.0\.0-[0-9a-f]{8}$/);
      expect(remotes.beta!.baseUrl).toBe(`http://localhost:3004/${remotes.beta!.version}/`);
      rmSync(registryFile);
      expect(await build()).toEqual([]);
      expect(readRegistry(registryFile).remotes).toEqual(remotes);
    });

    it('writes brotli and gzip twins only for files above a kilobyte', async () => {
      await build(['remote-memory']);
      const { version } = readRegistry(registryFile).remotes.memory!;
      const folder = path.join(root, 'remote-memory/dist', version);
      const plain = readFileSync(path.join(folder, 'remoteEntry.js'));
      expect(brotliDecompressSync(readFileSync(path.join(folder, 'remoteEntry.js.br')))).toEqual(plain);
      expect(gunzipSync(readFileSync(path.join(folder, 'remoteEntry.js.gz')))).toEqual(plain);
      expect(existsSync(path.join(folder, 'tiny.js.br'))).toBe(false);
    });

    it('keeps the last three versions', async () => {
      for (let count = 0; count < 5; count++) {
        write('remote-memory/src/page.tsx', `version ${count}`);
        await build(['remote-memory']);
      }
      const folders = readdirSync(path.join(root, 'remote-memory/dist'), { withFileTypes: true }).filter(
        (one) => one.isDirectory(),
      );
      expect(folders).toHaveLength(3);
      expect(folders.map(({ name }) => name)).toContain(readRegistry(registryFile).remotes.memory!.version);
    });

    it("throws the compiler's message and leaves the registry unchanged when a package fails", async () => {
      await build();
      const before = readFileSync(registryFile, 'utf8');
      write('shared-ui/src/index.ts', 'changed');
      const failing = async (together: Readonly<Record<string, string>>) => {
        await compile(together);
        if ('remote-beta' in together) throw new Error('page.tsx:3 cannot find name');
      };
      const versions = () => readdirSync(path.join(root, 'remote-beta/dist'));
      const whole = versions();
      await expect(buildPackages(BUILT_PACKAGES, { root, registryFile, compile: failing })).rejects.toThrow(
        'Not built: remote-memory, remote-beta\npage.tsx:3 cannot find name',
      );
      expect(readFileSync(registryFile, 'utf8')).toBe(before);
      expect(versions()).toEqual(whole);
    });
  });
});

describe('pruneLockfile', () => {
  const lock = readFileSync(path.join(repoRoot, 'pnpm-lock.yaml'), 'utf8');
  const withReports = lock.replace(
    '\n  remote-memory:\n',
    "\n  remote-reports:\n    dependencies:\n      '@hindsight/shared-ui':\n        version: link:../shared-ui\n\n  remote-memory:\n",
  );
  const packages = ['remote-memory', 'shared-ui', 'shared-contracts', 'tooling'];

  it('ignores a new remote, and keeps resolved packages', () => {
    expect(withReports).not.toBe(lock);
    expect(pruneLockfile(withReports, packages)).toBe(pruneLockfile(lock, packages));
    const [, resolved] = lock.split('\npackages:\n');
    expect(pruneLockfile(lock, packages).split('\npackages:\n')[1]).toBe(resolved);
  });

  it('detects changes to the dependencies of the given packages', () => {
    expect(pruneLockfile(withReports, ['remote-reports'])).not.toBe(pruneLockfile(lock, ['remote-reports']));
    for (const pkg of packages) expect(pruneLockfile(lock, packages)).toContain(`\n  ${pkg}:\n`);
  });
});

describe('publish', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
    file = path.join(folder, 'var', 'registry.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  describe('publish', () => {
    it('creates the file, then replaces one entry and keeps the others', async () => {
      await publish(file, { memory: exampleRelease('memory'), beta: exampleRelease('beta') });
      await publish(file, { memory: exampleRelease('memory', { version: '1.0.0-new' }) });
      const { remotes } = readRegistry(file);
      expect(remotes.memory!.version).toBe('1.0.0-new');
      expect(remotes.beta!.version).toBe('1.0.0-abc');
      expect(readdirSync(path.dirname(file))).toEqual(['registry.json']);
    });

    it('loses no entry under concurrent publishes', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `part-${index}`);
      await Promise.all(names.map((name) => publish(file, { [name]: exampleRelease(name) })));
      expect(Object.keys(readRegistry(file).remotes).sort()).toEqual([...names].sort());
    });

    it('changes nothing when the release violates the schema', async () => {
      await publish(file, { memory: exampleRelease('memory') });
      const before = readFileSync(file, 'utf8');
      const broken = { ...exampleRelease('beta'), baseUrl: 'somewhere' };
      await expect(publish(file, { beta: broken })).rejects.toThrow();
      expect(readFileSync(file, 'utf8')).toBe(before);
      expect(existsSync(`${file}.lock`)).toBe(false);
    });

    it('replaces a registry with an older schema', async () => {
      await publish(file, { beta: exampleRelease('beta') });
      writeFileSync(file, '{"schema":0,"remotes":{}}');
      await publish(file, { memory: exampleRelease('memory') });
      expect(Object.keys(readRegistry(file).remotes)).toEqual(['memory']);
    });

    it('does not overwrite an unreadable registry', async () => {
      await publish(file, { memory: exampleRelease('memory') });
      writeFileSync(file, '{"schema":2}');
      await expect(publish(file, { beta: exampleRelease('beta') })).rejects.toThrow();
      expect(readFileSync(file, 'utf8')).toBe('{"schema":2}');
    });
  });
});
