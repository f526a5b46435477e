import type { Registry } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { withOrigins } from './origins';

const to = (folder: string, version: string) => ({
  version,
  url: `${folder}${version}/release.json`,
  integrity: 'sha384-x',
});
const registry = (baseUrl: string, folder: string): Registry => ({
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: { memory: { ...exampleRelease('memory'), baseUrl } },
  rollout: { memory: { previous: to(folder, '0.9.0'), canary: { to: to(folder, '1.1.0'), percent: 5 } } },
});

it.each([
  ['http://localhost:3001/1.0.0-abc/', 'http://localhost:3001/', ''],
  ['https://files.test/r/memory/1.0.0-abc/', 'https://files.test/r/memory/', '/memory'],
  ['https://files.test/memory/1.0.0-abc/', 'https://files.test/memory/', '/memory'],
])('moves %s with all that is beside it', (baseUrl, folder, path) => {
  const { remotes, rollout } = withOrigins(registry(baseUrl, folder), { memory: 'http://localhost:4001' });
  expect(remotes.memory?.baseUrl).toBe(`http://localhost:4001${path}/1.0.0-abc/`);
  expect(rollout?.memory?.previous?.url).toBe(`http://localhost:4001${path}/0.9.0/release.json`);
  expect(rollout?.memory?.canary).toMatchObject({
    percent: 5,
    to: { url: `http://localhost:4001${path}/1.1.0/release.json` },
  });
});

it('leaves a remote of elsewhere where it is', () => {
  const before = registry('https://files.test/memory/1.0.0-abc/', 'https://files.test/memory/');
  expect(withOrigins(before, { beta: 'http://localhost:4001' })).toEqual(before);
});
