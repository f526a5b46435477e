import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readRelease } from '@hindsight/shared-contracts/registry';
import { computeIntegrity } from '../releases/hash';
import { releaseOfManifest } from './manifestRelease';
import { sharedModules } from './sharedPolicy';

const CONTAINER = 'remote_pulse_1_0_0';
/** As a team's repository has it. */
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

it('describes a build of ES modules, with its sheets below those of the host', () => {
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

it('describes a build that leaves a global, as Rspack makes it', () => {
  expect(describe(manifest('global'))).not.toHaveProperty('type');
});

it.each([
  ['exposes something else', { exposes: [{ path: './App' }] }, 'It exposes no "./remote".'],
  [
    'has the same name in each version',
    { metaData: { ...manifest('module').metaData, globalName: 'pulse' } },
    'Its name is pulse, not remote_pulse_1_0_0',
  ],
  ['shares nothing', { shared: [] }, 'It shares nothing: the page would have two of React'],
  [
    'brings React',
    {
      shared: [
        ...manifest('module').shared,
        { name: 'react', assets: { js: { sync: ['react.js'], async: [] } } },
      ],
    },
    'It brings a copy of react: the host provides it.',
  ],
])('refuses a build that %s', (_what, change, sentence) => {
  expect(() => describe({ ...manifest('module'), ...change })).toThrow(sentence);
});

it('takes a manifest that lists the shared modules in use alone, as that of Rspack', () => {
  const shared = [{ name: '@hindsight/shared-contracts/shell', assets: noFiles }];
  expect(describe({ ...manifest('global'), shared })).toMatchObject({ container: CONTAINER });
});

it('refuses a build with React in one of its files, whatever its manifest says', () => {
  const react = readFileSync(
    path.join(path.dirname(require.resolve('react')), 'cjs/react.production.js'),
    'utf8',
  );
  writeFileSync(path.join(outputDir, 'assets/page.js'), react);
  expect(() => describe(manifest('module'))).toThrow('It brings a copy of react: the host provides it.');
});

it('says what is missing where the plugin wrote no manifest', () => {
  expect(() => releaseOfManifest({ version: '1.0.0', container: CONTAINER, packageDir, outputDir })).toThrow(
    'Give the federation plugin the options of @hindsight/remote-preset/federation.',
  );
});
