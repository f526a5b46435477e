import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { PERSONAL_SCOPE, PUBLIC_SCOPE, createScopeBus } from '@hindsight/shared-contracts/events';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import type { Session } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { memoryStorage } from '../session/storage';
import { createOutsideWatch } from './lostMembership';
import { SEARCH_BEYOND, currentOption, workspaceOptions } from './options';
import { createScopeMemory } from './scopeMemory';
import { createWorkspace } from './workspace';

describe('lostMembership', () => {
  function setUp(scope: ActiveScope) {
    const refresh = jest.fn(async () => undefined);
    const reloadOrganizations = jest.fn(async () => undefined);
    const get = () => ({ scope, organizations: [], visited: null, error: null });
    const tell = createOutsideWatch({ refresh }, { get, reloadOrganizations });
    return { tell, refresh, reloadOrganizations };
  }
  const settled = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('refreshes session and organizations once, however many calls report it', async () => {
    const { tell, refresh, reloadOrganizations } = setUp({ scope: 'organization', organizationId: 'o1' });
    tell('o1');
    tell('o1');
    await settled();
    expect([refresh.mock.calls.length, reloadOrganizations.mock.calls.length]).toEqual([1, 1]);
    tell('o1');
    await settled();
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('does nothing for a workspace that is no longer active', async () => {
    const { tell, refresh } = setUp({ scope: 'personal', organizationId: null });
    tell('o1');
    await settled();
    expect(refresh).not.toHaveBeenCalled();
  });
});

describe('options', () => {
  const organizations = [
    { id: 'a1', name: 'Larkspur Labs', slug: 'larkspur', is_active: true },
    { id: 'b2', name: 'Quillmark Archive', slug: null, is_active: false },
    { id: 'c3', name: 'Tidewater', slug: 'tide', is_active: false },
    { id: 'd4', name: 'Würth Käse', slug: null, is_active: true },
  ];

  it("lists Personal, the organizations and Public with the spec's texts", () => {
    expect(workspaceOptions(organizations).map(({ name, detail }) => [name, detail])).toEqual([
      ['Personal', 'Your personal workspace'],
      ['Larkspur Labs', '@larkspur'],
      ['Quillmark Archive', '(Inactive)'],
      ['Tidewater', '@tide (Inactive)'],
      ['Würth Käse', ''],
      ['Public', 'Everyone can see (read-only)'],
    ]);
  });

  it.each([
    ['LARK', 'Larkspur Labs'],
    ['tide', 'Tidewater'],
    ['b2', 'Quillmark Archive'],
    ['wurth KASE', 'Würth Käse'],
  ])('finds an organization by name, slug or id: %s', (search, name) => {
    expect(workspaceOptions(organizations, search).map((option) => option.name)).toEqual([
      'Personal',
      name,
      'Public',
    ]);
  });

  it('shows the search box above eight organizations', () => {
    expect(SEARCH_BEYOND).toBe(8);
  });

  it('names the active workspace, even an unlisted one', () => {
    expect(currentOption(organizations, PERSONAL_SCOPE).name).toBe('Personal');
    expect(currentOption(organizations, PUBLIC_SCOPE).name).toBe('Public');
    expect(currentOption(organizations, { scope: 'organization', organizationId: 'c3' }).name).toBe(
      'Tidewater',
    );
    expect(currentOption([], { scope: 'organization', organizationId: 'zz' }).name).toBe('Organization');
  });
});

describe('scopeMemory', () => {
  const ADA = { 'hindsight.scope-owner': 'ada', selectedScope: 'personal' };
  const BOB = { 'hindsight.scope-owner': 'bob', selectedScope: 'public' };

  it.each([
    ['nobody', {}, ADA],
    ['somebody else', BOB, BOB],
  ])('handles a new user in a browser that remembers %s', (_, before: Record<string, string>, after) => {
    const browser = memoryStorage(before);
    createScopeMemory(memoryStorage(), browser).meet('ada');
    expect(browser.all()).toEqual(after);
  });
});

describe('workspace', () => {
  const ORG = '11111111-1111-4111-8111-111111111111';
  const OTHER = '22222222-2222-4222-8222-222222222222';
  const organization = (id: string, name = 'Larkspur Labs') => ({
    id,
    name,
    slug: 'larkspur',
    is_active: true,
  });
  const membership = (id: string) => ({
    organization_id: id,
    organization_name: 'Larkspur Labs',
    role: 'editor' as const,
    can_read: true,
    can_write: true,
  });
  const inOrg: ActiveScope = { scope: 'organization', organizationId: ORG };

  const signedIn = (change: Partial<typeof testUser> = {}): Session => ({
    status: 'signed-in',
    user: { ...testUser, memberships: [membership(ORG)], ...change },
  });
  const withoutPerson = (status: 'loading' | 'signed-out' | 'guest' | 'unreachable'): Session => ({
    status,
    user: null,
  });

  interface Setup {
    tab?: Record<string, string>;
    browser?: Record<string, string>;
    answer?: unknown;
    hasSession?: boolean;
  }

  function setUp({
    tab: inTab = {},
    browser: inBrowser = {},
    answer = [organization(ORG)],
    hasSession = true,
  }: Setup = {}) {
    const tab = memoryStorage(inTab);
    const browser = memoryStorage(inBrowser);
    const announced: ActiveScope[] = [];
    const bus = createScopeBus();
    bus.changes$.subscribe(({ current }) => announced.push(current));
    const shell = fakeShell();
    const api = fakeApi({
      'GET /organizations/': () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    const workspace = createWorkspace({
      api,
      memory: createScopeMemory(tab, browser),
      toasts: shell.toasts,
      bus,
      hasSession: async () => hasSession,
    });
    return { workspace, tab, browser, announced, shell, api };
  }

  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('announces nothing before the session is known', async () => {
    const { workspace, announced, api } = setUp();
    workspace.follow(withoutPerson('loading'));
    workspace.follow(withoutPerson('unreachable'));
    expect([workspace.get().scope, announced, api.calls]).toEqual([null, [], []]);
  });

  const KEYS = { selectedScope: 'organization', selectedOrganizationId: ORG };

  it.each<[string, Setup, Session, ActiveScope]>([
    ['nothing', {}, signedIn(), PERSONAL_SCOPE],
    ['a saved public scope', { browser: { selectedScope: 'public' } }, signedIn(), PUBLIC_SCOPE],
    ['a saved organization that is theirs', { browser: KEYS }, signedIn(), inOrg],
    [
      "a saved organization that is not among the person's",
      { browser: { ...KEYS, selectedOrganizationId: OTHER } },
      signedIn(),
      PERSONAL_SCOPE,
    ],
    [
      'an organization scope without an id',
      { browser: { selectedScope: 'organization' } },
      signedIn(),
      PERSONAL_SCOPE,
    ],
    [
      'garbage',
      { browser: { selectedScope: '{"a":', selectedOrganizationId: 'x' } },
      signedIn(),
      PERSONAL_SCOPE,
    ],
    [
      "the tab's choice before the browser's",
      { tab: { ACTIVE_SCOPE: 'public' }, browser: KEYS },
      signedIn(),
      PUBLIC_SCOPE,
    ],
    [
      "another person's choice",
      { browser: { selectedScope: 'public', 'hindsight.scope-owner': 'another-person' } },
      signedIn(),
      PERSONAL_SCOPE,
    ],
    ['a guest', { browser: KEYS }, withoutPerson('guest'), PUBLIC_SCOPE],
    ['a logged-out state', { browser: KEYS }, withoutPerson('signed-out'), PERSONAL_SCOPE],
  ])('starts from %s', async (_name, setup, session, expected) => {
    const { workspace, announced } = setUp(setup);
    workspace.follow(session);
    await settle();
    expect(workspace.get().scope).toEqual(expected);
    expect(announced).toEqual([expected]);
  });

  it.each<[string, string | null, ActiveScope]>([
    ['the organization', ORG, inOrg],
    ['the personal workspace', null, PERSONAL_SCOPE],
  ])('starts a user without a choice at the newest memory: %s', (_name, newest, expected) => {
    const { workspace, announced } = setUp();
    workspace.follow(signedIn({ newest_organization_id: newest }));
    expect(announced).toEqual([expected]);
  });

  it.each([
    ['accepted', 'personal'],
    ['pending', undefined],
  ] as const)('remembers a new user only with access: beta access is %s', async (status, expected) => {
    const { workspace, tab, browser } = setUp();
    workspace.follow(signedIn({ beta_access_status: status }));
    await settle();
    expect([tab.all(), browser.all()['selectedScope']]).toEqual([{}, expected]);
  });

  it('starts users without access in the personal workspace', () => {
    const { workspace, announced, tab, browser } = setUp();
    workspace.follow(signedIn({ beta_access_status: 'pending', newest_organization_id: ORG }));
    expect([announced, tab.all(), browser.all()]).toEqual([[PERSONAL_SCOPE], {}, {}]);
  });

  it("stores a choice under the spec's keys, with its owner", async () => {
    const { workspace, tab, browser, announced } = setUp();
    workspace.follow(signedIn());
    await settle();
    void workspace.choose(inOrg);
    const owner = { 'hindsight.scope-owner': testUser.user_id };
    expect(tab.all()).toEqual({ ACTIVE_SCOPE: 'organization', ACTIVE_ORG_ID: ORG, ...owner });
    expect(browser.all()).toEqual({ selectedScope: 'organization', selectedOrganizationId: ORG, ...owner });
    void workspace.choose(PUBLIC_SCOPE);
    expect(tab.all()).toEqual({ ACTIVE_SCOPE: 'public', ...owner });
    expect(browser.all()).toEqual({ selectedScope: 'public', ...owner });
    expect(announced).toEqual([PERSONAL_SCOPE, inOrg, PUBLIC_SCOPE]);
  });

  it("does not start the next user in the previous user's workspace", async () => {
    const { workspace } = setUp();
    workspace.follow(signedIn());
    await settle();
    void workspace.choose(inOrg);
    workspace.follow(signedIn({ user_id: 'another' }));
    await settle();
    expect(workspace.get().scope).toEqual(PERSONAL_SCOPE);
  });

  it('rejects an organization without membership, shows an error and falls back to personal', async () => {
    const { workspace, shell } = setUp({ browser: KEYS });
    workspace.follow(signedIn());
    await settle();
    await expect(workspace.choose({ scope: 'organization', organizationId: OTHER })).resolves.toBe(false);
    expect(workspace.get()).toMatchObject({
      scope: PERSONAL_SCOPE,
      error: 'You are not a member of this organization',
    });
    expect(shell.shown).toEqual([['error', 'You are not a member of this organization']]);
  });

  it.each([
    [
      'an error',
      new ApiError(500, 'The database is down.', '', null),
      'Failed to switch to organization: The database is down.',
    ],
    [
      'a lost network',
      new NetworkError(null),
      'Failed to switch to organization: Network error. Please check your internet connection and try again.',
    ],
    [
      'an organization that is not there',
      new ApiError(404, 'Organization not found', '', null),
      'Failed to switch to organization: Organization not found',
    ],
  ])('falls back to personal and shows the reason when a superadmin gets %s', async (_name, answer, text) => {
    const { workspace, shell, api } = setUp({ browser: KEYS });
    workspace.follow(signedIn({ is_superadmin: true }));
    await settle();
    jest.spyOn(api, 'call').mockRejectedValue(answer);
    await expect(workspace.choose({ scope: 'organization', organizationId: OTHER })).resolves.toBe(false);
    expect(workspace.get()).toMatchObject({ scope: PERSONAL_SCOPE, error: text });
    expect(shell.shown).toEqual([['error', text]]);
  });

  it('treats a 401 while entering an organization as an expired session', async () => {
    const { workspace, shell, api } = setUp();
    workspace.follow(signedIn({ is_superadmin: true }));
    await settle();
    jest.spyOn(api, 'call').mockRejectedValue(new ApiError(401, null, '', null));
    await workspace.choose({ scope: 'organization', organizationId: OTHER });
    expect(workspace.get().error).toBe('Authentication required');
    expect(shell.shown).toEqual([['error', 'switch to the organization: ApiError: HTTP error 401']]);
  });

  it('falls back to personal when the active organization is no longer listed', async () => {
    const { workspace, announced } = setUp({ browser: KEYS, answer: [organization(OTHER)] });
    workspace.follow(signedIn());
    expect(workspace.get().scope).toEqual(inOrg);
    await settle();
    expect(workspace.get().scope).toEqual(PERSONAL_SCOPE);
    expect(announced).toEqual([inOrg, PERSONAL_SCOPE]);
  });

  it('stays in its workspace after the session has ended', async () => {
    const answer = new ApiError(401, null, '', null);
    const { workspace, browser } = setUp({ browser: KEYS, answer, hasSession: false });
    workspace.follow(signedIn());
    await settle();
    expect(workspace.get()).toMatchObject({ scope: inOrg, organizations: [{ id: ORG }] });
    expect(browser.read('selectedOrganizationId')).toBe(ORG);
  });

  it.each([
    [true, 'info', 'You’re back in your personal workspace. '],
    [false, 'warning', 'no longer available to you'],
  ])('reports once that a reload left an organization (superadmin: %s)', (isSuperadmin, type, text) => {
    const { workspace, shell, browser } = setUp({ browser: { ...KEYS, selectedOrganizationId: OTHER } });
    workspace.follow(signedIn({ is_superadmin: isSuperadmin }));
    expect(shell.shown).toEqual([[type, expect.stringContaining(text)]]);
    const again = setUp({ browser: browser.all() });
    again.workspace.follow(signedIn({ is_superadmin: isSuperadmin }));
    expect(again.shell.shown).toEqual([]);
  });

  it('silently treats a 401 on the list as an empty list', async () => {
    const { workspace, shell } = setUp({ answer: new ApiError(401, null, '', null) });
    workspace.follow(signedIn());
    await settle();
    expect(workspace.get()).toMatchObject({ organizations: [], error: null });
    expect(shell.shown).toEqual([]);
  });

  it.each([
    ['an error', new ApiError(500, null, '', null)],
    ['no network', new NetworkError(null)],
  ])('keeps the known organizations on %s, and reports it', async (_name, answer) => {
    const { workspace, shell } = setUp({ browser: KEYS, answer });
    workspace.follow(signedIn());
    await settle();
    expect(workspace.get()).toMatchObject({ scope: inOrg, error: 'Failed to load organizations' });
    expect(workspace.get().organizations.map(({ id }) => id)).toEqual([ORG]);
    expect(shell.shown).toEqual([['error', expect.stringContaining('fetch organizations')]]);
  });

  it('requests the list once per user, and again when the memberships change', async () => {
    const { workspace, api } = setUp({ browser: KEYS });
    workspace.follow(signedIn());
    workspace.follow(signedIn());
    await settle();
    expect(api.calls).toHaveLength(1);
    workspace.follow(signedIn({ memberships: [membership(ORG), membership(OTHER)] }));
    expect(api.calls).toHaveLength(2);
    expect(api.calls[0]).toEqual({
      key: 'GET /organizations/',
      input: expect.objectContaining({ scope: false }),
    });
  });

  it('reports that the active organization is gone', async () => {
    const { workspace, shell, announced } = setUp({ browser: KEYS, answer: [] });
    workspace.follow(signedIn());
    await settle();
    expect(announced).toEqual([inOrg, PERSONAL_SCOPE]);
    expect(shell.shown).toEqual([
      ['warning', 'Larkspur Labs is no longer available to you. You are now in your personal workspace.'],
    ]);
  });

  it('lets a superadmin enter an organization of others, and stay until it is deleted', async () => {
    let answer: unknown = organization(OTHER);
    const shell = fakeShell();
    const api = fakeApi({
      'GET /organizations/': [],
      'GET /organizations/{id}': () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    const workspace = createWorkspace({
      api,
      memory: createScopeMemory(memoryStorage({}), memoryStorage({})),
      toasts: shell.toasts,
      bus: createScopeBus(),
    });
    workspace.follow(signedIn({ is_superadmin: true, memberships: [] }));
    await workspace.choose({ scope: 'organization', organizationId: OTHER });
    expect(workspace.get()).toMatchObject({
      scope: { organizationId: OTHER },
      visited: { name: 'Larkspur Labs' },
    });
    for (const [next, scope] of [
      [organization(OTHER), 'organization'],
      [new NetworkError(null), 'organization'],
      [new ApiError(404, 'Organization not found', '', null), 'personal'],
    ] as const) {
      answer = next;
      await workspace.reloadOrganizations();
      expect(workspace.get().scope?.scope).toBe(scope);
    }
    expect(shell.shown).toEqual([
      ['warning', 'The organization is no longer available to you. You are now in your personal workspace.'],
    ]);
  });
});

describe('overlappingReloads', () => {
  const JOINED = '22222222-2222-4222-8222-222222222222';
  const joinedOrganization = { id: JOINED, name: 'Larkspur Labs', slug: 'larkspur', is_active: true };
  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('opens a newly joined organization even if another reload supersedes the awaited one', async () => {
    const shell = fakeShell();
    let listed: object[] = [];
    const api = fakeApi({
      'GET /organizations/': async (input: unknown) => {
        const { signal } = input as { signal: AbortSignal };
        await new Promise((resolve) => setTimeout(resolve));
        signal.throwIfAborted();
        return listed;
      },
    });
    const workspace = createWorkspace({
      api,
      memory: createScopeMemory(memoryStorage({}), memoryStorage({})),
      toasts: shell.toasts,
      bus: createScopeBus(),
    });
    workspace.follow({ status: 'signed-in', user: testUser });
    await settle();
    listed = [joinedOrganization];
    const joined = workspace.reloadOrganizations();
    // Other sources of the new membership reload the list too.
    const told = workspace.reloadOrganizations();
    await settle();
    await joined;
    expect(await workspace.choose({ scope: 'organization', organizationId: JOINED })).toBe(true);
    await told;
    expect(shell.shown).toEqual([]);
  });
});
