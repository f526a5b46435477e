import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { readRelease } from '@hindsight/shared-contracts/registry';
import { computeIntegrity } from '../releases/hash';
import { buildTarget } from './buildTarget';
import { descriptorProblems } from './descriptorProblems';
import { hostPage } from './hostPage';
import { releaseOfManifest } from './manifestRelease';
import { partChunk } from './partChunk';
import { readDescriptor } from './readDescriptor';
import { describeRelease } from './release';
import { ranges, sharedModules, sharedPolicy, sharedRequests } from './sharedPolicy';
import { sourceCommit } from './sourceCommit';
import { webpackBase } from './webpackBase';

describe('buildTarget', () => {
  it("uses the package's own version in a run that builds several packages", () => {
    const versions = { 'remote-beta': '2.0.0-beta', 'remote-memory': '3.0.0-memory' };
    const { version, outputDir } = buildTarget('remote-memory', { versions });
    expect(version).toBe('3.0.0-memory');
    expect(outputDir).toMatch(/remote-memory[/\\]dist[/\\]3\.0\.0-memory$/);
  });
});

describe('webpackBase', () => {
  test.each([
    ['a release', 'hidden-source-map', { release: true }, 'production'],
    ['a build of the clone', false, {}, 'production'],
    ['a development build', 'source-map', {}, 'development'],
  ] as const)('compiles %s with devtool %j', (_what, devtool, env, mode) => {
    const target = buildTarget('remote-beta', { version: '1.0.0', ...env }, { mode });
    expect(webpackBase(target, 'remote_beta_1.0.0').devtool).toBe(devtool);
  });
});

describe('descriptorProblems', () => {
  const route = { path: '/reports', title: 'Reports', description: 'All.', access: 'member' };
  const descriptor = {
    name: 'reports',
    displayName: 'Reports',
    contracts: '^3.0.0',
    needs: ['GET /memory-blocks/'],
    routes: [{ ...route, navigation: { label: 'Reports', icon: 'analytics', order: 1, group: 'work' } }],
    slots: ['reports.detail'],
    overlays: [{ slot: 'reports.detail', params: ['report'], access: 'member' }],
  };

  it('accepts a valid descriptor', () => {
    expect(descriptorProblems(descriptor)).toEqual([]);
  });

  it.each([
    [{ contracts: 'latest' }, 'contracts: "latest" isn’t a version range. Use one such as ^3.0.0.'],
    [{ needs: ['GET /memories'] }, /^needs\.0: the service has no call "GET \/memories"/],
    [{ titel: 'Reports' }, 'titel: unknown field. Is it misspelled?'],
    [{ routes: [{ ...route, acess: 'guest' }] }, 'routes.0.acess: unknown field. Is it misspelled?'],
    [{ routes: [{ ...route, access: 'all' }] }, /^routes\.0\.access: .*"all"/],
    [{ routes: [{ ...route, path: '/' }] }, /^routes\.0\.path: "\/" isn’t a page path/],
    [{ routes: [{ ...route, path: '/*' }] }, /^routes\.0\.path: "\/\*" isn’t a page path/],
    [{ routes: [{ ...route, path: '/:id' }] }, /^routes\.0\.path: "\/:id" isn’t a page path/],
    [{ routes: [route, { ...route, path: '/Reports' }] }, 'routes: two have the path /reports.'],
    [
      { routes: [{ ...route, navigation: { label: 'R', icon: 'rocket', order: 1, group: 'work' } }] },
      /^routes\.0\.navigation\.icon: unknown icon "rocket"\. Icons: dashboard, /,
    ],
    [
      { routes: [{ ...route, capabilities: ['memory.fly'] }] },
      /^routes\.0\.capabilities: unknown capability "memory\.fly"\. Capabilities: memory\.create, /,
    ],
    [{ slots: ['a', 'a', 'reports.detail'] }, 'slots: a is listed twice.'],
    [{ slots: [] }, 'overlays.0.slot: reports.detail is not one of the slots.'],
    [
      { overlays: [...descriptor.overlays, ...descriptor.overlays] },
      'overlays: two use the same parameter ?report=.',
    ],
  ])('refuses %j', (change, sentence) => {
    const problems = descriptorProblems({ ...descriptor, ...change });
    expect(problems).toEqual([
      typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as string),
    ]);
  });
});

describe('hostPage', () => {
  const assets = (...names: string[]) => names.map((name) => ({ name, size: 1 }));
  const main = {
    entrypoints: { main: { assets: assets('vendor.b2.js', 'main.a1.js', 'main.a1.css') } },
    assets: assets('main.a1.js', 'main.a1.css', 'vendor.b2.js', '360.d4.js', 'inter.c3.woff2'),
    chunks: [
      {
        files: ['360.d4.js', '360.d4.js.map', 'vendor.b2.js'],
        origins: [
          { moduleName: './src/federation/sharedModules.ts', request: '@hindsight/shared-ui/dialog' },
        ],
      },
      {
        files: ['12.f6.js'],
        origins: [{ moduleName: './src/app/main.tsx', request: '../live/startFollowing' }],
      },
    ],
  } as never;
  const boot = { entrypoints: { boot: { assets: assets('boot.e5.js') } } } as never;

  it('lists every file of the first load and no others', () => {
    expect(hostPage('<!--BOOT-->|<!--PAGE-->|<!--ASSETS-->|<!--SHARED-->', '/assets/1/', main, boot)).toBe(
      '<script src="/assets/1/boot.e5.js"></script>' +
        '<link rel="stylesheet" href="/assets/1/main.a1.css" data-required>' +
        '<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin="anonymous" href="/assets/1/inter.c3.woff2">' +
        '|<!--PAGE-->|' +
        '<script defer src="/assets/1/vendor.b2.js" crossorigin="anonymous" data-required></script>' +
        '<script defer src="/assets/1/main.a1.js" crossorigin="anonymous" data-required></script>|' +
        '<!--SHARED {"@hindsight/shared-ui/dialog":["/assets/1/360.d4.js"]}-->',
    );
  });
});

describe('manifestRelease', () => {
  const CONTAINER = 'remote_pulse_1_0_0';
  /** The example, laid out like a team's repository. */
  const packageDir = path.join(__dirname, '../../examples/remote-pulse');

  let outputDir: string;
  beforeEach(() => {
    outputDir = mkdtempSync(path.join(os.tmpdir(), 'manifest-'));
    mkdirSync(path.join(outputDir, 'assets'));
    writeFileSync(path.join(outputDir, 'remoteEntry.js'), 'export const init = 1;');
    writeFileSync(path.join(outputDir, 'assets/page.css'), '.page{color:red}');
  });
  afterEach(() => rmSync(outputDir, { recursive: true }));

  const noFiles = { js: { sync: [] as string[], async: [] as string[] } };
  const manifest = (type: string) => ({
    metaData: { globalName: CONTAINER, remoteEntry: { name: 'remoteEntry.js', path: '', type } },
    exposes: [{ path: './remote' }],
    shared: sharedModules.map((name) => ({ name, assets: noFiles })),
  });

  function describe(value: object) {
    writeFileSync(path.join(outputDir, 'mf-manifest.json'), JSON.stringify(value));
    releaseOfManifest({ version: '1.0.0', container: CONTAINER, packageDir, outputDir });
    const written = JSON.parse(readFileSync(path.join(outputDir, 'release.json'), 'utf8')) as object;
    const pointer = { version: '1.0.0', url: 'https://files.test/pulse/1.0.0/release.json', integrity: '' };
    return readRelease(pointer, written);
  }

  it("describes an ES module build, and puts its style sheets in the remotes' layer", () => {
    const release = describe(manifest('module'));
    const sheet = readFileSync(path.join(outputDir, 'assets/page.css'), 'utf8');
    expect(sheet).toBe('@layer parts{.page{color:red}}');
    expect(release).toMatchObject({
      version: '1.0.0',
      entry: 'remoteEntry.js',
      type: 'module',
      container: CONTAINER,
      parts: { '/pulse': [] },
      integrity: { 'assets/page.css': computeIntegrity(sheet) },
      descriptor: { name: 'pulse' },
    });
  });

  it('describes a build with a global container, as Rspack produces it', () => {
    expect(describe(manifest('global'))).not.toHaveProperty('type');
  });

  it.each([
    ['exposes something else', { exposes: [{ path: './App' }] }, 'It exposes no "./remote".'],
    [
      'has the same name in each version',
      { metaData: { ...manifest('module').metaData, globalName: 'pulse' } },
      'Its name is pulse, not remote_pulse_1_0_0',
    ],
    ['shares nothing', { shared: [] }, 'It shares nothing, so the page would load React'],
    [
      'brings React',
      {
        shared: [
          ...manifest('module').shared,
          { name: 'react', assets: { js: { sync: ['react.js'], async: [] } } },
        ],
      },
      'It bundles react, which the host provides.',
    ],
  ])('rejects a build that %s', (_what, change, sentence) => {
    expect(() => describe({ ...manifest('module'), ...change })).toThrow(sentence);
  });

  it('accepts a manifest that lists only shared modules in use, as Rspack writes it', () => {
    const shared = [{ name: '@hindsight/shared-contracts/shell', assets: noFiles }];
    expect(describe({ ...manifest('global'), shared })).toMatchObject({ container: CONTAINER });
  });

  it('rejects a build with React in one of its files, regardless of its manifest', () => {
    const react = readFileSync(
      path.join(path.dirname(require.resolve('react')), 'cjs/react.production.js'),
      'utf8',
    );
    writeFileSync(path.join(outputDir, 'assets/page.js'), react);
    expect(() => describe(manifest('module'))).toThrow('It bundles react, which the host provides.');
  });

  it('explains a missing manifest', () => {
    expect(() =>
      releaseOfManifest({ version: '1.0.0', container: CONTAINER, packageDir, outputDir }),
    ).toThrow('Give the federation plugin the options of @hindsight/remote-preset/federation.');
  });
});

describe('release', () => {
  const packageDir = mkdtempSync(path.join(tmpdir(), 'hindsight-release-'));
  afterAll(() => rmSync(packageDir, { recursive: true }));

  const descriptor = {
    name: 'memory',
    displayName: 'Memory',
    contracts: '^1.0.0',
    needs: [],
    routes: [{ path: '/memory-blocks', title: 'Memory Blocks', description: 'Read.', access: 'guest' }],
    slots: ['header.notifications'],
  };

  function write(name: string, text: string) {
    mkdirSync(path.join(packageDir, 'src/remote'), { recursive: true });
    writeFileSync(path.join(packageDir, 'src/remote', name), text);
  }

  function build(chunks: Record<string, string[]>) {
    write('descriptor.ts', `export const descriptor = ${JSON.stringify(descriptor)};`);
    writeFileSync(path.join(packageDir, 'remoteEntry.js'), 'entry();');
    const namedChunkGroups = Object.fromEntries(
      Object.entries(chunks).map(([name, files]) => [
        name,
        { assets: files.map((file) => ({ name: file })), chunks: [name, 'of-all'] },
      ]),
    );
    const consumed = (request: string) => ({
      name: `consume shared module (default) ${request}@!=2...0...0 (strict)`,
    });
    const stats = {
      namedChunkGroups,
      chunks: [
        {
          id: 'page-memory-blocks',
          modules: [consumed('@hindsight/shared-ui/data'), { name: './src/a.ts' }],
        },
        { id: 'of-all', modules: [consumed('react')] },
        { id: 'of-another', modules: [consumed('@hindsight/shared-ui/form')] },
      ],
    };
    return describeRelease({
      remote: 'memory',
      version: '1.0.0-a',
      packageDir,
      outputDir: packageDir,
      stats: stats as never,
    });
  }

  const complete = {
    'page-memory-blocks': ['page.js', 'page.css', 'page.js.map'],
    'slot-header-notifications': ['bell.js'],
  };

  it('lists the files to preload for each page and slot', () => {
    const release = build(complete);
    expect(release.parts).toEqual({
      '/memory-blocks': ['page.js', 'page.css'],
      'header.notifications': ['bell.js'],
    });
    expect(release.shared).toEqual({
      '/memory-blocks': ['@hindsight/shared-ui/data', 'react'],
      'header.notifications': ['react'],
    });
    expect(release.container).toBe('remote_memory_1_0_0_a');
    expect(release.integrity['remoteEntry.js']).toMatch(/^sha384-/);
  });

  it('rejects a part declared in the descriptor but missing from the build', () => {
    const { 'page-memory-blocks': _gone, ...rest } = complete;
    expect(() => build(rest)).toThrow(
      'remote-memory declares /memory-blocks in its descriptor, but has no chunk for it.',
    );
  });

  it('reads the current descriptor and its imports, and lists the files', () => {
    const { displayName: _title, ...rest } = descriptor;
    write(
      'descriptor.ts',
      `import { title } from './title';\nexport const descriptor = { ...${JSON.stringify(rest)}, displayName: title };`,
    );
    for (const title of ['Memory', 'Memories']) {
      write('title.ts', `export const title: string = '${title}';`);
      expect(readDescriptor(packageDir).descriptor.displayName).toBe(title);
    }
    const names = readDescriptor(packageDir).files.map((file) => path.relative(packageDir, file));
    expect(names.sort()).toEqual(['src/remote/descriptor.ts', 'src/remote/title.ts']);
  });

  it('names chunks after the page or slot they show', () => {
    expect(partChunk('/beta-access/request')).toBe('page-beta-access-request');
    expect(partChunk('/memory-blocks/:id')).toBe('page-memory-blocks-id');
    expect(partChunk('header.notifications')).toBe('slot-header-notifications');
    expect(partChunk('/analytics')).toBe('page-figures');
  });
});

describe('sharedPolicy', () => {
  const root = path.resolve(__dirname, '../..');
  const manifest = (pkg: string) =>
    JSON.parse(readFileSync(path.join(root, pkg, 'package.json'), 'utf8')) as {
      version: string;
      exports?: Record<string, string>;
    };

  const versions = {
    react: '19.3.1',
    'react-dom': '19.3.1',
    '@hindsight/shared-contracts': '2.0.0',
    '@hindsight/shared-ui': '2.0.0',
  };

  /** Entry points used only by servers, builds, tests or the host, or copied into each remote. Types vanish from a bundle. */
  const notShared = [
    './antd-sheet',
    './api',
    './clients',
    './config',
    './icon-shapes',
    './link-question',
    './loading',
    './places',
    './registry',
    './reports',
    './rules',
    './testing',
    './testing/people',
    './testing/routes',
    './tokens.css',
  ];

  it.each(['shared-contracts', 'shared-ui'])('lists every entry point of %s that a page can load', (pkg) => {
    const entries = Object.keys(manifest(pkg).exports ?? {}).filter((entry) => !notShared.includes(entry));
    const listed = Object.keys(sharedRequests).filter((request) => request.startsWith(`@hindsight/${pkg}/`));
    expect(listed.sort()).toEqual(entries.map((entry) => `@hindsight/${pkg}/${entry.slice(2)}`).sort());
  });

  /** A copied class is a different class, so `instanceof` would not recognize the host's errors. */
  it.each([
    ['shared-ui', './link-question'],
    ['shared-ui', './places'],
  ])('allows the copy of %s %s to import code only through shared entry points', (pkg, entry) => {
    const file = manifest(pkg).exports?.[entry] ?? '';
    const imports = readFileSync(path.join(root, pkg, file), 'utf8').matchAll(/ from '([^']+)'/g);
    const code = [...imports]
      .map(([, from = '']) => from)
      .filter((from) => !/^react$|\.css$|\/rowsIn$/.test(from));
    expect(code.filter((from) => !(from in sharedRequests))).toEqual([]);
  });

  it('shares a single React and accepts no other', () => {
    expect(sharedPolicy('host', versions).react).toEqual({
      singleton: true,
      strictVersion: true,
      requiredVersion: ranges.react,
      version: '19.3.1',
    });
  });

  it('bundles no shared module into a remote', () => {
    const policy = Object.values(sharedPolicy('remote', versions));
    expect(policy.every((item) => item.import === false && item.singleton && item.strictVersion)).toBe(true);
  });

  it('shares no third-party library as a whole', () => {
    const libraries = ['antd', 'react-router', 'react-router-dom', 'rxjs', '@tanstack/react-query'];
    expect(Object.keys(sharedRequests).filter((request) => libraries.includes(request))).toEqual([]);
  });
});

describe('sourceCommit', () => {
  let root: string;
  const when = '2026-03-01T12:00:00+00:00';
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_COMMITTER_DATE: when },
    }).trim();

  beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'commit-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  it('returns the last commit that changed an input, and marks uncommitted changes', () => {
    git('init', '-q');
    writeFileSync(path.join(root, 'a'), '1');
    git('add', '.');
    git('commit', '-qm', 'One');
    const sha = git('rev-parse', '--short', 'HEAD');
    writeFileSync(path.join(root, 'b'), '1');
    git('add', '.');
    git('commit', '-qm', 'Two');
    expect(sourceCommit(root, ['a'])).toEqual({ sha, time: when });
    expect(sourceCommit(root, ['never there'])).toBeNull();
    writeFileSync(path.join(root, 'a'), '2');
    expect(sourceCommit(root, ['a'])).toEqual({ sha: `${sha}+changes`, time: when });
  });

  it('returns null outside a clone', () => {
    expect(sourceCommit(root, ['a'])).toBeNull();
  });
});
