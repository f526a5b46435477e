import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACTS_VERSION, parseDescriptor, parseRegistry, readRelease } from './';
import { conflictingRemotes, conflictsWith, pathsOverlap } from './conflicts';
import type { RemoteDescriptor } from './descriptor';
import { firstRequests, requestsAfter } from './firstQueries';
import { remoteForPath } from './pathOwner';
import type { Registry } from './registry';

describe('readRelease', () => {
  const pointer = {
    version: '1.1.0',
    url: 'https://files.test/memory/1.1.0/release.json',
    integrity: 'sha384-x',
  };
  const file = {
    version: '1.1.0',
    entry: 'remoteEntry.js',
    container: 'remote_memory',
    parts: {},
    integrity: {},
    builtAt: '2026-01-01T00:00:00.000Z',
    descriptor: {
      name: 'memory',
      displayName: 'Memory',
      contracts: '^1.0.0',
      needs: [],
      routes: [],
      slots: [],
    },
  };

  it('derives the base URL from the folder of the file, not from its content', () => {
    const release = readRelease(pointer, { ...file, baseUrl: 'https://elsewhere.test/' });
    expect(release).toEqual({ ...file, baseUrl: 'https://files.test/memory/1.1.0/' });
  });

  it('rejects a file for another version', () => {
    expect(() => readRelease(pointer, { ...file, version: '1.2.0' })).toThrow(
      'https://files.test/memory/1.1.0/release.json describes 1.2.0, not 1.1.0.',
    );
  });

  it.each([null, 'text', []])('rejects %j', (value) => {
    expect(() => readRelease(pointer, value)).toThrow();
  });
});

describe('registry', () => {
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

  it('accepts rollout data beside the stable release', () => {
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
  ])('rejects %s', (_, value) => {
    expect(() => parseRegistry(value)).toThrow('Invalid value at ');
  });

  it.each([
    ['a relative route', { routes: [{ ...descriptor.routes[0], path: 'dashboard' }] }],
    ['an unknown guard', { routes: [{ ...descriptor.routes[0], access: 'everybody' }] }],
    ['an order without an end', { routes: [{ ...descriptor.routes[0], navigation: infinite }] }],
    ['an empty title', { routes: [{ ...descriptor.routes[0], title: '' }] }],
  ])('rejects a descriptor with %s', (_, change) => {
    expect(() => parseDescriptor({ ...descriptor, ...change })).toThrow('Invalid value at ');
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
});

describe('conflicts', () => {
  it.each([
    ['/reports', '/reports'],
    ['/reports', '/Reports/'],
    ['/reports', '/reports/:id'],
    ['/reports/:id', '/reports/:name'],
    ['/a/:x', '/:y/b'],
    ['/', '/reports'],
    ['/*', '/reports'],
  ])('reports that %s and %s overlap', (one, other) =>
    expect([pathsOverlap(one, other), pathsOverlap(other, one)]).toEqual([true, true]),
  );

  it.each([
    ['/reports', '/report'],
    ['/reports/cost', '/reports/usage'],
    ['/a/:x/c', '/a/:x/d'],
  ])('reports that %s and %s do not overlap', (one, other) =>
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

  it('names each path, slot and parameter that another remote owns', () => {
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

  it('allows two remotes to clear a parameter that opens neither’s overlay', () => {
    const [beta, members] = ['beta', 'members'].map((name) =>
      remote(name, [], { overlays: [{ ...overlay(name, name), alsoClears: ['token'] }] }),
    );
    expect(conflictsWith(members!, beta!)).toEqual([]);
  });

  it('assigns a path to the first remote that claims it, and none to a conflicting one', () => {
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
});

describe('firstQueries', () => {
  const at = (address: string) => {
    const { pathname, search } = new URL(address, 'http://localhost');
    return { pathname, search };
  };

  const list = {
    path: '/blocks',
    firstQueries: [{ path: '/blocks/', query: { limit: '12', agent_id: '{agent}' } }, { path: '/agents/' }],
  };

  it('returns the declared queries with the parameters of the URL', () => {
    expect(firstRequests(list, at('/blocks'))).toEqual([
      { path: '/blocks/', query: { limit: '12' } },
      { path: '/agents/', query: {} },
    ]);
    expect(firstRequests(list, at('/blocks?agent=a1'))).toEqual([
      { path: '/blocks/', query: { limit: '12', agent_id: 'a1' } },
    ]);
  });

  it('returns none for an undeclared parameter or a sub-page, whose queries only the page knows', () => {
    expect(firstRequests(list, at('/blocks?sort=oldest'))).toEqual([]);
    expect(firstRequests(list, at('/blocks/17'))).toEqual([]);
    expect(firstRequests({ path: '/other' }, at('/other'))).toEqual([]);
  });

  it('fills the path from the URL, keeping its escapes', () => {
    const detail = { path: '/blocks/:id', firstQueries: [{ path: '/blocks/{id}' }] };
    expect(firstRequests(detail, at('/blocks/a%2Fb'))).toEqual([{ path: '/blocks/a%2Fb', query: {} }]);
  });

  it('fills a parameter from the path too, and marks queries without a workspace', () => {
    const detail = { path: '/agents/:id', firstQueries: [{ path: '/blocks/', query: { agent_id: '{id}' } }] };
    expect(firstRequests(detail, at('/agents/a1'))).toEqual([
      { path: '/blocks/', query: { agent_id: 'a1' } },
    ]);
    const jobs = { path: '/jobs', firstQueries: [{ path: '/jobs/', ofPerson: true }] };
    expect(firstRequests(jobs, at('/jobs'))).toEqual([{ path: '/jobs/', query: {}, ofPerson: true }]);
  });

  it('follows the ids of a response, if its item is of the required kind', () => {
    const queries = [
      { ids: 'items.0.memories', path: '/blocks/{id}' },
      { ids: 'items.0.id', path: '/merges/{id}', where: { at: 'items.0.kind', is: 'merge' } },
    ];
    const asked = (answer: unknown) => requestsAfter(queries, answer).map(({ path }) => path);
    const item = { id: 'm1', kind: 'merge', memories: ['b1', 'b/2'] };
    expect(asked({ items: [item] })).toEqual(['/blocks/b1', '/blocks/b%2F2', '/merges/m1']);
    expect(asked({ items: [{ ...item, kind: 'secret' }] })).toEqual(['/blocks/b1', '/blocks/b%2F2']);
    for (const answer of [{ items: [] }, null, 'rows', { items: [{ memories: [7, null] }] }])
      expect(asked(answer)).toEqual([]);
  });
});

describe('contractsVersion', () => {
  it('matches the version of the package', () => {
    const file = path.resolve(__dirname, '../../package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(CONTRACTS_VERSION).toBe(version);
  });
});
