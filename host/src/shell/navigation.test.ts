import type { Registry, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { Session } from '@hindsight/shared-contracts/shell';
import { testUser } from '@hindsight/shared-contracts/testing';
import { exampleRelease } from '../federation/testing';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { accountEntries, isCurrent, findPage, listPages, sidebarEntries } from './navigation';

const member: Session = { status: 'signed-in', user: testUser };

type Group = 'work' | 'ai' | 'admin';

function route(path: string, label?: string, order = 0, group: Group = 'work'): RouteDescriptor {
  return {
    path,
    title: label ?? path,
    description: '',
    access: 'guest',
    ...(label ? { navigation: { label, icon: 'memory', order, group } } : {}),
  };
}

function findRegistry(remotes: Record<string, RouteDescriptor[]>): Registry {
  return {
    schema: 1,
    updatedAt: '',
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, routes]) => [
        name,
        exampleRelease({
          descriptor: { name, displayName: name, contracts: '^3.0.0', needs: [], routes, slots: [] },
        }),
      ]),
    ),
  };
}

it("holds the spec's order by number, whichever remote an entry comes from", () => {
  const registry = findRegistry({
    'ai-ops': [
      route('/pruning-suggestions', 'Pruning', 90, 'ai'),
      { ...route('/consolidation-suggestions', 'Consolidation', 60, 'ai'), flag: 'consolidationEnabled' },
      route('/memory-optimization-center', 'AI Optimization', 80, 'ai'),
    ],
    memory: [
      route('/archived-memory-blocks', 'Archived', 70),
      route('/analytics', 'Analytics', 50),
      route('/dashboard', 'Dashboard', 10),
      route('/memory-blocks', 'Memory Blocks', 20),
      route('/memory-blocks/:id'),
      route('/keywords', 'Keywords', 30),
      route('/agents', 'Agents', 40),
    ],
  });
  const entries = sidebarEntries(registry, DEFAULT_FLAGS, member);
  expect(entries.map(({ label }) => label)).toEqual([
    'Dashboard',
    'Memory Blocks',
    'Keywords',
    'Agents',
    'Analytics',
    'Consolidation',
    'Archived',
    'AI Optimization',
    'Pruning',
  ]);
  expect(entries.filter(({ startsGroup }) => startsGroup).map(({ label }) => label)).toEqual([
    'Consolidation',
    'Archived',
    'AI Optimization',
  ]);
});

it('lists an entry whose flag is off, but disabled', () => {
  const registry = findRegistry({ 'ai-ops': [{ ...route('/pruning', 'Pruning'), flag: 'pruningEnabled' }] });
  expect(sidebarEntries(registry, DEFAULT_FLAGS, member)[0]?.disabled).toBe(false);
  expect(sidebarEntries(registry, { ...DEFAULT_FLAGS, pruningEnabled: false }, member)[0]?.disabled).toBe(
    true,
  );
});

it.each<[string, Session, string[]]>([
  ['a member', member, ['Dashboard']],
  [
    'a beta admin',
    { status: 'signed-in', user: { ...testUser, beta_access_admin: true } },
    ['Dashboard', 'Console'],
  ],
  ['a person who waits', { status: 'signed-in', user: { ...testUser, beta_access_status: 'pending' } }, []],
  ['a guest', { status: 'guest', user: null }, ['Dashboard', 'Console']],
  ['a visitor who is not known yet', { status: 'loading', user: null }, ['Dashboard']],
])('offers %s what they can open, or sign in for', (_name, session, labels) => {
  const registry = findRegistry({
    memory: [
      route('/dashboard', 'Dashboard', 1),
      { ...route('/console', 'Console', 2), access: 'beta-admin' },
    ],
  });
  expect(sidebarEntries(registry, DEFAULT_FLAGS, session).map(({ label }) => label)).toEqual(labels);
});

it.each([
  ['/memory-blocks', true],
  ['/memory-blocks/1', true],
  ['/memory-blocks-old', false],
  ['/memory', false],
  ['/', false],
])('highlights /memory-blocks at %s: %s', (pathname, current) => {
  expect(isCurrent('/memory-blocks', pathname)).toBe(current);
});

it('finds the page of an address, the most exact one first, of any remote', () => {
  const registry = findRegistry({
    memory: [route('/memory-blocks'), route('/memory-blocks/:id')],
    beta: [route('/b/c')],
  });
  const Profile = () => null;
  const pages = listPages(registry, [{ ...route('/profile'), Component: Profile }]);
  expect(findPage(pages, '/memory-blocks')?.route.path).toBe('/memory-blocks');
  expect(findPage(pages, '/memory-blocks/1')?.route.path).toBe('/memory-blocks/:id');
  expect(findPage(pages, '/b/c/d')).toMatchObject({ remote: 'beta' });
  expect(findPage(pages, '/profile')).toMatchObject({ Component: Profile });
  expect(findPage(pages, '/b')).toBeNull();
  expect(findPage(pages, '/')).toBeNull();
});

describe('the entries that remotes bring to the user menu', () => {
  const release = exampleRelease();
  const [route] = release.descriptor.routes;
  const page = {
    ...route!,
    path: '/admin',
    access: 'beta-admin' as const,
    accountEntry: { label: 'Admin', icon: 'lock' },
  };
  const registry = {
    schema: 1 as const,
    updatedAt: '',
    remotes: { beta: { ...release, descriptor: { ...release.descriptor, routes: [page] } } },
  };
  const session = (isAdmin: boolean) =>
    ({ status: 'signed-in', user: { ...testUser, beta_access_admin: isAdmin } }) as const;

  it('are offered only to people who may open the page', () => {
    expect(accountEntries(registry, session(true))).toEqual([
      { path: '/admin', label: 'Admin', icon: 'lock' },
    ]);
    expect(accountEntries(registry, session(false))).toEqual([]);
  });
});
