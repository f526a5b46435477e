import { conflictingRemotes, conflictsWith, pathsOverlap } from './conflicts';
import { remoteForPath } from './pathOwner';
import type { RemoteDescriptor } from './descriptor';
import type { Registry } from './registry';

it.each([
  ['/reports', '/reports'],
  ['/reports', '/Reports/'],
  ['/reports', '/reports/:id'],
  ['/reports/:id', '/reports/:name'],
  ['/a/:x', '/:y/b'],
  ['/', '/reports'],
  ['/*', '/reports'],
])('says that %s and %s overlap', (one, other) =>
  expect([pathsOverlap(one, other), pathsOverlap(other, one)]).toEqual([true, true]),
);

it.each([
  ['/reports', '/report'],
  ['/reports/cost', '/reports/usage'],
  ['/a/:x/c', '/a/:x/d'],
])('says that %s and %s do not', (one, other) =>
  expect([pathsOverlap(one, other), pathsOverlap(other, one)]).toEqual([false, false]),
);

const remote = (displayName: string, paths: string[], more: Partial<RemoteDescriptor> = {}) => ({
  name: displayName.toLowerCase(),
  displayName,
  contracts: '^3.0.0',
  needs: [],
  routes: paths.map((path) => ({ path, title: path, description: '', access: 'guest' as const })),
  slots: [],
  ...more,
});
const overlay = (slot: string, ...params: string[]) => ({ slot, params, access: 'guest' as const });

it('names each address, slot and parameter that another remote owns', () => {
  const owner = remote('Memory', ['/blocks/:id'], {
    slots: ['header.bell'],
    overlays: [{ ...overlay('block', 'block'), alsoClears: ['tab'] }],
  });
  const other = remote('Reports', ['/blocks/new', '/reports'], {
    slots: ['header.bell'],
    overlays: [overlay('report', 'report', 'tab')],
  });
  expect(conflictsWith(other, owner)).toEqual([
    '/blocks/new already belongs to Memory (/blocks/:id); use another address.',
    'The slot header.bell already belongs to Memory; leave it to that remote.',
    'The parameter ?tab= already belongs to Memory; name yours differently.',
  ]);
});

it('lets two remotes clear the same parameter that opens an overlay of neither', () => {
  const [beta, members] = ['beta', 'members'].map((name) =>
    remote(name, [], { overlays: [{ ...overlay(name, name), alsoClears: ['token'] }] }),
  );
  expect(conflictsWith(members!, beta!)).toEqual([]);
});

it('gives an address to the remote that was there first, and none to one that must not run', () => {
  const [memory, reports] = [remote('Memory', ['/blocks']), remote('Reports', ['/blocks/new', '/reports'])];
  const registry = {
    remotes: { memory: { descriptor: memory }, reports: { descriptor: reports } },
  } as unknown as Registry;
  expect([...conflictingRemotes(registry)]).toEqual([
    ['reports', '/blocks/new already belongs to Memory (/blocks); use another address.'],
  ]);
  expect(remoteForPath(registry, '/blocks/new')?.remote).toBe('memory');
  expect(remoteForPath(registry, '/reports')).toBeNull();
});
