import { deployedRegistry, type Registry } from '.';

const release = (version: string) => ({ version }) as Registry['remotes'][string];
const registry = (remotes: Record<string, string>, more: Partial<Registry> = {}): Registry => ({
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: Object.fromEntries(Object.entries(remotes).map(([name, version]) => [name, release(version)])),
  ...more,
});
const shipped = registry({ memory: '1.0.0', beta: '1.0.0' });

it('replaces only the promoted remote, in place', () => {
  const store = registry({ reports: '0.1.0', memory: '1.1.0' }, { serial: 3 });
  const deployed = deployedRegistry(shipped, store)!;
  expect(Object.entries(deployed.remotes).map(([name, { version }]) => `${name} ${version}`)).toEqual([
    'memory 1.1.0',
    'beta 1.0.0',
    'reports 0.1.0',
  ]);
  expect(deployed.serial).toBe(3);
});

it('omits a retired remote, even one that the deployment ships', () => {
  const store = registry({ memory: '1.1.0' }, { serial: 4, retired: ['beta'] });
  expect(Object.keys(deployedRegistry(shipped, store)!.remotes)).toEqual(['memory']);
});

it('returns the other registry if one is missing', () => {
  expect(deployedRegistry(shipped, null)).toBe(shipped);
  expect(deployedRegistry(null, shipped)).toEqual(shipped);
  expect(deployedRegistry(null, null)).toBeNull();
});
