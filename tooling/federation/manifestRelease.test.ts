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
  ['shares nothing', { shared: [] }, 'It does not share react: the page would have two of it.'],
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

it('says what is missing where the plugin wrote no manifest', () => {
  expect(() => releaseOfManifest({ version: '1.0.0', container: CONTAINER, packageDir, outputDir })).toThrow(
    'Give the federation plugin the options of @hindsight/remote-preset/federation.',
  );
});
