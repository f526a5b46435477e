import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { VerifyRegistry } from '../../tooling/releases/signing/verifyRegistry';
import { followDeployment } from './deployment';

let folder: string;
const release = (name: string, version: string) => ({
  version,
  baseUrl: `http://localhost:3001/${version}/`,
  entry: 'remoteEntry.js',
  container: name,
  parts: {},
  integrity: {},
  builtAt: '2026-01-01T00:00:00.000Z',
  descriptor: { name, displayName: name, contracts: '^3.0.0', needs: [], routes: [], slots: [] },
});
const file = (name: string) => path.join(folder, name);
const write = (name: string, versions: Record<string, string>, more: object = {}) => {
  const remotes = Object.fromEntries(
    Object.entries(versions).map(([remote, version]) => [remote, release(remote, version)]),
  );
  const registry = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes, ...more };
  writeFileSync(file(name), JSON.stringify(registry));
};
const sources = () => ({
  store: file('store.json'),
  shipped: file('shipped.json'),
  kept: file('kept.json'),
});
const follow = () => followDeployment(sources());
/** What a look answers, in short. */
async function seen(look: ReturnType<typeof followDeployment>) {
  const { changed, problem } = await look();
  const versions = changed && Object.entries(changed.remotes).map(([name, one]) => `${name} ${one.version}`);
  return { versions, problem };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'deployment-'));
  write('shipped.json', { memory: '1.0.0', beta: '1.0.0' });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('starts with what the images ship, and changes the promoted remote alone', async () => {
  const look = follow();
  expect(await seen(look)).toEqual({ versions: ['memory 1.0.0', 'beta 1.0.0'], problem: null });
  expect(await seen(look)).toEqual({ versions: null, problem: null });
  write('store.json', { memory: '1.1.0' }, { serial: 1 });
  expect(await seen(look)).toEqual({ versions: ['memory 1.1.0', 'beta 1.0.0'], problem: null });
});

it('keeps what was promoted when the store loses its registry, also over a restart with newer images', async () => {
  write('store.json', { memory: '1.1.0' }, { serial: 1 });
  const before = follow();
  await before();
  rmSync(file('store.json'));
  const gone = `${file('store.json')} is gone.`;
  expect(await seen(before)).toEqual({ versions: null, problem: gone });
  write('shipped.json', { memory: '2.0.0', beta: '2.0.0' });
  expect(await seen(follow())).toEqual({ versions: ['memory 1.1.0', 'beta 2.0.0'], problem: gone });
});

it('keeps the last good registry when a broken one is published', async () => {
  write('store.json', { memory: '1.1.0' }, { serial: 1 });
  const look = follow();
  await look();
  writeFileSync(file('store.json'), '{"half');
  expect(await seen(look)).toMatchObject({ versions: null, problem: expect.stringContaining('JSON') });
});

it('shows what was checked of the store, and why the rest is not used', async () => {
  const found = { memory: '6.6.6', beta: '1.1.0' };
  write('store.json', found, { serial: 1 });
  const verify: VerifyRegistry = async (registry, before) => {
    const { memory: _unsigned, ...remotes } = registry.remotes;
    return { registry: { ...registry, remotes: { ...before?.remotes, ...remotes } }, problem: 'Not signed.' };
  };
  const look = followDeployment({ ...sources(), verify });
  expect(await seen(look)).toEqual({ versions: ['memory 1.0.0', 'beta 1.1.0'], problem: 'Not signed.' });
  const broken = async () => {
    throw new Error('keys.json is missing.');
  };
  write('store.json', found, { serial: 2 });
  expect(await seen(followDeployment({ ...sources(), verify: broken }))).toEqual({
    versions: ['memory 1.0.0', 'beta 1.1.0'],
    problem: 'keys.json is missing.',
  });
});
