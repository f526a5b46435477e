import { parseDescriptor, parseRegistry } from '.';

const descriptor = {
  name: 'memory',
  displayName: 'Memory',
  contracts: '^1.0.0',
  needs: ['GET /memory-blocks/'],
  routes: [{ path: '/dashboard', title: 'Dashboard', description: 'Overview.', access: 'guest' }],
  slots: [],
};

const infinite = { label: 'Dashboard', icon: 'dashboard', order: Infinity, group: 'work' };

const registry = {
  schema: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  remotes: {
    memory: {
      version: '1.0.0-abcd1234',
      baseUrl: 'http://localhost:3001/1.0.0-abcd1234/',
      entry: 'remoteEntry.js',
      container: 'remote_memory',
      parts: { '/dashboard': ['page-dashboard.js'] },
      integrity: {},
      builtAt: '2026-01-01T00:00:00.000Z',
      descriptor,
    },
  },
};

it('accepts a complete registry', () => {
  expect(parseRegistry(registry)).toEqual(registry);
});

it('accepts what a deployment keeps beside the stable release', () => {
  const pointer = {
    version: '1.1.0',
    url: 'http://localhost:3001/1.1.0/release.json',
    integrity: `sha384-${'A'.repeat(64)}`,
  };
  const rollout = {
    memory: { previous: pointer, canary: { to: pointer, percent: 10, organizations: ['a'] } },
  };
  expect(parseRegistry({ ...registry, serial: 7, rollout })).toEqual({ ...registry, serial: 7, rollout });
});

it.each([
  ['a negative serial', { ...registry, serial: -1 }],
  ['a share above all', canary({ percent: 101 })],
  ['a pointer to another file', canary({ url: 'http://localhost:3001/1.1.0/' })],
  ['a pointer without a hash', canary({ integrity: '' })],
  ['another schema', { ...registry, schema: 2 }],
  ['a folder without its slash', patch({ baseUrl: 'http://localhost:3001/1.0.0' })],
  ['an address that is no http', patch({ baseUrl: 'javascript:alert(1)/' })],
  ['a container that is no name', patch({ container: 'remote-memory' })],
  ['a list in the place of remotes', { ...registry, remotes: [] }],
  ['a list in the place of parts', patch({ parts: [] })],
])('refuses %s', (_, value) => {
  expect(() => parseRegistry(value)).toThrow('It breaks its schema at ');
});

it.each([
  ['a relative route', { routes: [{ ...descriptor.routes[0], path: 'dashboard' }] }],
  ['an unknown guard', { routes: [{ ...descriptor.routes[0], access: 'everybody' }] }],
  ['an order without an end', { routes: [{ ...descriptor.routes[0], navigation: infinite }] }],
  ['an empty title', { routes: [{ ...descriptor.routes[0], title: '' }] }],
])('refuses a descriptor with %s', (_, change) => {
  expect(() => parseDescriptor({ ...descriptor, ...change })).toThrow('It breaks its schema at ');
});

function canary({ percent = 5, ...pointer }: { percent?: number; url?: string; integrity?: string }) {
  const to = {
    version: '1.1.0',
    url: 'http://localhost:3001/1.1.0/release.json',
    integrity: `sha384-${'A'.repeat(64)}`,
    ...pointer,
  };
  return { ...registry, rollout: { memory: { canary: { to, percent } } } };
}

function patch(change: object) {
  return { ...registry, remotes: { memory: { ...registry.remotes.memory, ...change } } };
}
