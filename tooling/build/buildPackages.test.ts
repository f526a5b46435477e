import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exampleRelease } from '../local-stack/exampleRelease';
import { buildPackages } from './buildPackages';
import { readRegistry } from './publish';

const BUILT_PACKAGES = ['host', 'remote-memory', 'remote-beta', 'memory-service'];
let root: string;
let registryFile: string;
/** The packages of each process. */
let compiled: string[][];

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Does what the real compiler promises: a version folder, and the file beside it. */
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

  test.each(['DEBUG_PANEL', 'DASHBOARD_IMAGE_TAG'])('builds the host again when %s changes', async (name) => {
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

  it('builds all remotes in one process, the host and the service in one each', async () => {
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
  ])('after a change of %s builds %j', async (file, packages) => {
    await build();
    write(file, 'changed');
    expect((await build()).sort()).toEqual([...packages].sort());
  });

  it('builds again when the output is gone', async () => {
    await build();
    rmSync(path.join(root, 'remote-beta/dist'), { recursive: true });
    expect(await build()).toEqual(['remote-beta']);
  });

  it('builds the host again when its page is of another build', async () => {
    await build();
    write('host/dist/index.html', '1.0.0-by-hand');
    expect(await build()).toEqual(['host']);
  });

  it('publishes what it built, not what someone built by hand beside it', async () => {
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

  it('publishes remotes with version, address and descriptor; again when only the registry is gone', async () => {
    await build();
    const { remotes } = readRegistry(registryFile);
    expect(Object.keys(remotes).sort()).toEqual(['beta', 'memory']);
    expect(remotes.beta!.version).toMatch(/^1\.0\.0-[0-9a-f]{8}$/);
    expect(remotes.beta!.baseUrl).toBe(`http://localhost:3004/${remotes.beta!.version}/`);
    rmSync(registryFile);
    expect(await build()).toEqual([]);
    expect(readRegistry(registryFile).remotes).toEqual(remotes);
  });

  it('writes brotli and gzip twins of files above a kilobyte only', async () => {
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

  it('throws the message of the compiler and leaves the registry as it was when a package fails', async () => {
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
