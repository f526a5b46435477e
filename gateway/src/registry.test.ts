import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newKey } from '../../tooling/releases/signing/signature';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { registryReader } from './registry';

let folder: string;
const file = (name: string) => path.join(folder, name);
const complain = jest.fn();
const reader = (owners?: string[]) =>
  registryReader(
    {
      registry: file('registry.json'),
      shippedRegistry: file('shipped.json'),
      dataDir: folder,
      remoteOrigins: {},
      owners,
    },
    complain,
  );
const write = (name: string, remotes: Record<string, string>) => {
  const releases = Object.entries(remotes).map(([remote, version]) => [
    remote,
    exampleRelease(remote, { version }),
  ]);
  const registry = {
    schema: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    remotes: Object.fromEntries(releases) as object,
  };
  writeFileSync(file(name), JSON.stringify(registry));
};
async function seen(read: ReturnType<typeof reader>) {
  const { registry, problem } = await read();
  const versions = Object.entries(registry?.remotes ?? {}).map(([name, one]) => `${name} ${one.version}`);
  return { versions, problem };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
  write('shipped.json', { memory: '1.0.0', beta: '1.0.0' });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('serves local builds beside what a folder of releases has promoted', async () => {
  const read = reader();
  expect(await seen(read)).toEqual({ versions: ['memory 1.0.0', 'beta 1.0.0'], problem: null });
  write('registry.json', { memory: '1.1.0' });
  expect(await seen(read)).toEqual({ versions: ['memory 1.1.0', 'beta 1.0.0'], problem: null });
});

it('gives the same registry until a file changes, so that documents are composed once for it', async () => {
  write('registry.json', { memory: '1.1.0' });
  const read = reader();
  const { registry } = await read();
  expect((await read()).registry).toBe(registry);
  write('registry.json', { memory: '1.2.0-new' });
  expect((await read()).registry).not.toBe(registry);
});

it('reports a registry that the folder has lost', async () => {
  writeFileSync(file('audit.jsonl'), `${JSON.stringify({ what: 'promote', serial: 1 })}\n`);
  expect((await seen(reader())).problem).toBe('Its file is missing on the server.');
});

it('does not serve what nobody has signed, where owners of keys are known', async () => {
  write('registry.json', { memory: '6.6.6' });
  expect(await seen(reader([newKey().key.publicKey]))).toEqual({
    versions: ['memory 1.0.0', 'beta 1.0.0'],
    problem: 'keys.json is missing in the store, and releases must be signed here.',
  });
});
