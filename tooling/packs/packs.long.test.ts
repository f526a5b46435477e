import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ranges } from '../federation/sharedPolicy';
import { repoRoot, varDir } from '../local-stack/paths';
import { createStandalone } from '../create-remote/createStandalone';
import { makePacks, type Packs } from './makePacks';
import type { Manifest } from './manifests';

const folder = mkdtempSync(path.join(os.tmpdir(), 'packs-'));
let packs: Packs;

/** File contents by package and path. */
const texts = new Map<string, Map<string, string>>();
const readManifest = (name: string) =>
  JSON.parse(texts.get(name)?.get('package.json') ?? '') as Manifest & {
    bin?: Record<string, string>;
    peerDependenciesMeta?: object;
  };

beforeAll(async () => {
  packs = await makePacks(repoRoot, path.join(varDir, 'packs'));
  for (const [name, archive] of Object.entries(packs)) {
    const target = mkdtempSync(path.join(folder, 'pack-'));
    execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components', '1']);
    const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const read = files.map(({ parentPath, name: file }) => path.join(parentPath, file));
    texts.set(
      name,
      new Map(read.map((file) => [path.relative(target, file), readFileSync(file, 'utf8')] as const)),
    );
  }
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true }));

const NAMES = ['@hindsight/shared-contracts', '@hindsight/shared-ui', '@hindsight/remote-preset'];

it.each(NAMES)('%s contains no reference to this repository', (name) => {
  const files = [...(texts.get(name) ?? [])];
  expect(files.length).toBeGreaterThan(5);
  const wrong = files.filter(
    ([, text]) => /workspace:[*^~\d]/.test(text) || text.includes(repoRoot.replace(/\/$/, '')),
  );
  expect(wrong.map(([file]) => file)).toEqual([]);
  expect(
    Object.keys(readManifest(name).dependencies ?? {}).filter((one) => one.startsWith('@hindsight/')),
  ).toEqual([]);
});

it.each(['@hindsight/shared-contracts', '@hindsight/shared-ui'])(
  '%s has JavaScript and declarations for each entry point, and peer dependency ranges',
  (name) => {
    const { exports = {}, peerDependencies } = readManifest(name);
    const own = JSON.parse(
      readFileSync(path.join(repoRoot, name.replace('@hindsight/', ''), 'package.json'), 'utf8'),
    ) as Manifest;
    expect(Object.keys(exports)).toEqual([...Object.keys(own.exports ?? {}), './package.json']);
    const targets = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry as object),
    );
    const files = texts.get(name);
    expect(targets.filter((file) => !files?.has(String(file).slice(2)))).toEqual([]);
    expect(
      [...(files?.keys() ?? [])].filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
    ).toEqual([]);
    expect(peerDependencies).toMatchObject({ react: ranges.react });
  },
);

it.each([
  ['@hindsight/shared-ui', ['`Button` (component)', '`--hs-brand`', "from '@hindsight/shared-ui/core'"]],
  ['@hindsight/shared-contracts', ['`useShell` (hook)', '`GET /agents/`', '`SlotProps` (type)']],
  ['@hindsight/remote-preset', ['npx hindsight-remote promote']],
])('%s has a README with an example and its exports', (name, parts) => {
  const readme = texts.get(name)?.get('README.md') ?? '';
  expect(parts.filter((part) => !readme.includes(part))).toEqual([]);
});

it('contains every file that its modules import', () => {
  const missing = NAMES.slice(0, 2).flatMap((name) => {
    const files = texts.get(name) ?? new Map<string, string>();
    return [...files]
      .filter(([file]) => /\.(js|d\.ts)$/.test(file))
      .flatMap(([file, text]) =>
        [...text.matchAll(/^(?:import|export)[^'"]*['"](\.[^'"]+)['"];/gm)].map(([, to = '']) =>
          path.join(path.dirname(file), to),
        ),
      )
      .filter((file) => !files.has(file));
  });
  expect(missing).toEqual([]);
});

it('preset includes its command, compiler and loaders', () => {
  const { bin, dependencies, peerDependencies, peerDependenciesMeta } =
    readManifest('@hindsight/remote-preset');
  expect(texts.get('@hindsight/remote-preset')?.get(bin?.['hindsight-remote']?.slice(2) ?? '')).toMatch(
    /^#!\/usr\/bin\/env node/,
  );
  expect(Object.keys(dependencies ?? {})).toEqual(
    expect.arrayContaining(['webpack', 'css-loader', 'ts-loader', 'jest', 'typescript']),
  );
  expect(peerDependencies).toEqual(ranges);
  // A missing peer must not break the command that creates a remote.
  expect(Object.keys(peerDependenciesMeta ?? {})).toEqual(Object.keys(ranges));
});

it('creates a repository that contains the packages it needs', () => {
  const target = path.join(folder, 'remote-cost-reports');
  createStandalone(target, path.join(varDir, 'packs'));
  const text = (file: string) => readFileSync(path.join(target, file), 'utf8');
  expect(JSON.parse(text('remote.config.json'))).toEqual({ name: 'cost-reports' });
  expect(text('src/remote/descriptor.ts')).toContain("name: 'cost-reports'");
  const { dependencies = {} } = JSON.parse(text('package.json')) as Manifest;
  const contracts = dependencies['@hindsight/shared-contracts']?.replace('file:', '') ?? '';
  expect(readdirSync(path.join(target, 'packages'))).toContain(path.basename(contracts));
  expect(existsSync(path.join(target, 'webpack.config.ts'))).toBe(false);
  expect(text('.gitignore')).toContain('node_modules/');
  expect(() => createStandalone(target, path.join(varDir, 'packs'))).toThrow('is not empty');
  expect(() => createStandalone(path.join(folder, 'remote-x'), folder)).toThrow(
    'has no archive of @hindsight/shared-contracts',
  );
  expect(existsSync(path.join(folder, 'remote-x'))).toBe(false);
});
