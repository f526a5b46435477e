import type { OverlayDescriptor, Registry, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { Session } from '@hindsight/shared-contracts/shell';
import { testUser } from '@hindsight/shared-contracts/testing';
import { exampleRelease } from '../federation/testing';
import { memoryStorage } from '../session/storage';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { createArrival } from './focusOnArrival';
import { accountEntries, findPage, isCurrent, listPages, sidebarEntries } from './navigation';
import {
  carryOverlays,
  leavesOverlay,
  listOverlays,
  onlyOverlays,
  openOverlays,
  withOverlay,
  withoutOverlays,
} from './overlayAddress';
import { byUse, countUse } from './pageUses';

describe('navigation', () => {
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

  it("sorts the entries by the spec's order, across remotes", () => {
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

  it('lists an entry whose flag is off as disabled', () => {
    const registry = findRegistry({
      'ai-ops': [{ ...route('/pruning', 'Pruning'), flag: 'pruningEnabled' }],
    });
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
  ])('offers %s only pages that they can open or sign in for', (_name, session, labels) => {
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

  it('finds the most specific page for an address, across remotes', () => {
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
    expect(findPage(pages, '/profile/')).toMatchObject({ Component: Profile });
    expect(findPage(pages, '/profile/nothing')).toBeNull();
    expect(findPage(pages, '/b')).toBeNull();
    expect(findPage(pages, '/')).toBeNull();
  });

  describe('accountEntries', () => {
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

    it('offers entries only to users who may open the page', () => {
      expect(accountEntries(registry, session(true))).toEqual([
        { path: '/admin', label: 'Admin', icon: 'lock' },
      ]);
      expect(accountEntries(registry, session(false))).toEqual([]);
    });
  });
});

describe('overlayAddress', () => {
  const About = () => null;
  const invitation: OverlayDescriptor = {
    slot: 'session.invitation-link',
    params: ['accept_invite', 'decline_invite'],
    alsoClears: ['org', 'token', 'email'],
    access: 'signed-in',
  };
  const block: OverlayDescriptor = { slot: 'memory-block.detail', params: ['block'], access: 'guest' };

  function registry(overlays: OverlayDescriptor[], slots = overlays.map(({ slot }) => slot)) {
    const release = exampleRelease();
    return {
      schema: 1 as const,
      updatedAt: '',
      remotes: { memory: { ...release, descriptor: { ...release.descriptor, slots, overlays } } },
    };
  }

  const own = [{ key: 'about', access: 'anyone' as const, opens: ['about'], Component: About }];
  const overlays = listOverlays(registry([invitation, block]), own);

  it('lists the overlays of the host and of remotes, each with its renderer', () => {
    expect(overlays.map(({ key, part }) => [key, part])).toEqual([
      ['about', { Component: About }],
      ['session.invitation-link', { slot: 'session.invitation-link', remote: 'memory' }],
      ['memory-block.detail', { slot: 'memory-block.detail', remote: 'memory' }],
    ]);
  });

  it('ignores an overlay whose slot its remote does not fill', () => {
    expect(listOverlays(registry([block], []), [])).toEqual([]);
  });

  it.each([
    ['', []],
    ['?page=2', []],
    ['?block=1', ['memory-block.detail']],
    ['?about', ['about']],
    ['?decline_invite=1&about', ['about', 'session.invitation-link']],
    ['?org=1&token=2', []],
  ])('%s opens %j', (search, keys) => {
    expect(openOverlays(overlays, search).map(({ key }) => key)).toEqual(keys);
  });

  it('removes only the parameters of the given overlays', () => {
    expect(withoutOverlays('?page=2&accept_invite=1&org=2&token=3&email=a%40b', overlays)).toBe('?page=2');
    expect(withoutOverlays('?about', overlays)).toBe('');
    expect(withoutOverlays('?about&block=1', overlays.slice(0, 1))).toBe('?block=1');
  });

  it('keeps only parameters of open overlays', () => {
    expect(onlyOverlays('?rd=%2Fx&page=2&accept_invite=1&org=2', overlays)).toBe('?accept_invite=1&org=2');
    expect(onlyOverlays('?org=2', overlays)).toBe('');
  });

  it.each([
    ['/dashboard', '?accept_invite=1&org=2&page=9', '/dashboard?accept_invite=1&org=2'],
    ['/memory-blocks?search=a#x', '?about', '/memory-blocks?search=a&about#x'],
    ['/dashboard', '?page=2', '/dashboard'],
  ])('keeps open overlays in a redirect to %s from %s: %s', (target, search, expected) => {
    expect(carryOverlays(target, search, overlays)).toBe(expected);
  });

  it("adds an overlay to the page's query", () => {
    expect(withOverlay('?search=a+b', 'organizations')).toBe('?search=a+b&organizations');
    expect(withOverlay('', 'block', '1/2')).toBe('?block=1%2F2');
  });

  it.each([
    ['?block=1', '', true],
    ['?block=1', '?block=2', true],
    ['?block=1', '?block=1&page=2', false],
    ['', '?block=1', false],
  ])('detects whether going from %s to %s leaves the block: %s', (from, to, left) => {
    expect(leavesOverlay(overlays[2]!, from, to)).toBe(left);
  });
});

describe('pageUses', () => {
  const PAGES = [{ path: '/a' }, { path: '/b' }, { path: '/c' }];

  const pathsByUse = (storage: ReturnType<typeof memoryStorage>) =>
    byUse(PAGES, storage).map(({ path }) => path);

  function open(storage: ReturnType<typeof memoryStorage>, path: string, times: number): void {
    for (let time = 0; time < times; time += 1) countUse(path, storage);
  }

  it('sorts the most used pages first and keeps the order of the others', () => {
    const storage = memoryStorage();
    open(storage, '/c', 2);
    open(storage, '/b', 1);
    expect(pathsByUse(storage)).toEqual(['/c', '/b', '/a']);
  });

  it('ages out old uses', () => {
    const storage = memoryStorage();
    open(storage, '/c', 2);
    open(storage, '/b', 200);
    expect(pathsByUse(storage)).toEqual(['/b', '/a', '/c']);
  });

  it.each(['{', 'null', '[]', '{"/a":"often"}'])('treats %s in storage as no recorded use', (kept) => {
    const storage = memoryStorage({ 'hindsight.page-uses': kept });
    expect(byUse(PAGES, storage)).toEqual(PAGES);
    open(storage, '/b', 1);
    expect(byUse(PAGES, storage)[0]).toEqual({ path: '/b' });
  });
});

describe('focusOnArrival', () => {
  afterEach(() => document.body.replaceChildren());

  function setUp() {
    document.body.innerHTML = '<a href="#x" id="link">Link</a><input id="search" />';
    const at = (id: string) => document.getElementById(id)!;
    let tell: (state: { location: { key: string } }) => void = () => undefined;
    const arrival = createArrival();
    arrival.watch({
      state: { location: { key: 'first' } },
      subscribe(listener) {
        tell = listener;
        return () => undefined;
      },
    });
    return { arrival, at, go: (key: string) => tell({ location: { key } }) };
  }

  it('allows moving the focus from the followed link, or from nowhere', () => {
    const { arrival, at, go } = setUp();
    expect(arrival.focusIsFree()).toBe(true);
    at('link').focus();
    go('second');
    expect(arrival.focusIsFree()).toBe(true);
    at('link').remove();
    expect(arrival.focusIsFree()).toBe(true);
  });

  it('keeps the focus of a user who moved on before the page arrived', () => {
    const { arrival, at, go } = setUp();
    at('link').focus();
    go('second');
    at('search').focus();
    go('second');
    expect(arrival.focusIsFree()).toBe(false);
  });
});
