import { ApiError, NetworkError, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import type { Access } from '@hindsight/shared-contracts/registry';
import type { Session } from '@hindsight/shared-contracts/shell';
import { testUser } from '@hindsight/shared-contracts/testing';
import { exampleRelease } from '../federation/testing';
import { createQueryPrefetcher } from './queryPrefetcher';
import { gate, gateLogin, gatePage, gateStart } from './gate';
import { sessionProblem } from './problem';
import { GUEST_MODE_KEY, RETRY_WAITS, createSession } from './session';
import { browserStorage, memoryStorage } from './storage';
import { DEFAULT_FLAGS, isDevelopmentUser, readFlags, readUserInfo } from './userInfo';

describe('session', () => {
  type Answer = unknown;

  /** Answers calls in sequence; an Error is thrown. */
  function apiAnswering(...answers: Answer[]): ApiClient & { calls: unknown[] } {
    const calls: unknown[] = [];
    return {
      calls,
      call: (async (...args: unknown[]) => {
        calls.push(args);
        const answer = answers[Math.min(calls.length, answers.length) - 1];
        if (answer instanceof Error) throw answer;
        return answer;
      }) as ApiClient['call'],
    };
  }

  const status = (code: number) => new ApiError(code, null, '', null);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is loading until the first response, and requests it without a workspace', async () => {
    const api = apiAnswering(testUser);
    const session = createSession({ api, storage: memoryStorage() });
    expect(session.get().status).toBe('loading');
    await session.refresh();
    expect(session.get()).toEqual({ status: 'signed-in', user: testUser });
    expect(api.calls).toEqual([['GET /user-info', { scope: false }]]);
  });

  it.each([
    ['a 401', status(401), 'signed-out'],
    ['an answer that says so', { authenticated: false }, 'signed-out'],
    ['no network', new NetworkError(null), 'unreachable'],
    ['a 500', status(500), 'unreachable'],
    ['a 502', status(502), 'unreachable'],
    ['a 429', status(429), 'unreachable'],
    ['HTML', new UnexpectedAnswerError(200, '<html>'), 'unreachable'],
    ['JSON that means nothing', [], 'unreachable'],
  ])('treats %s as %3$s', async (_name, answer, expected) => {
    const session = createSession({ api: apiAnswering(answer), storage: memoryStorage() });
    await session.refresh();
    expect(session.get()).toEqual({ status: expected, user: null });
  });

  it('keeps a known user while the service is away, and signs out only on a 401', async () => {
    const api = apiAnswering(testUser, status(502), new NetworkError(null), status(401));
    const session = createSession({ api, storage: memoryStorage() });
    await session.refresh();
    await session.refresh();
    await session.refresh();
    expect(session.get().status).toBe('signed-in');
    await session.refresh();
    expect(session.get().status).toBe('signed-out');
  });

  it('keeps the page when the session ends while a draft is held, until the next sign-in', async () => {
    let mayEnd = false;
    const api = apiAnswering(testUser, status(401), testUser, status(401));
    const session = createSession({ api, storage: memoryStorage(), mayEnd: () => mayEnd });
    await session.refresh();
    await session.refresh();
    expect([session.get().status, session.ended.get()]).toEqual(['signed-in', true]);
    await session.refresh();
    expect([session.get().status, session.ended.get()]).toEqual(['signed-in', false]);
    mayEnd = true;
    await session.refresh();
    expect([session.get().status, session.ended.get()]).toEqual(['signed-out', true]);
  });

  it('exposes why the session could not be determined', async () => {
    const session = createSession({ api: apiAnswering(status(429), [], testUser), storage: memoryStorage() });
    await session.refresh();
    expect(session.problem.get()).toEqual(status(429));
    await session.refresh();
    expect(session.problem.get()).toBeInstanceOf(UnexpectedAnswerError);
    await session.refresh();
    expect(session.problem.get()).toBeNull();
  });

  it('does not notify listeners when nothing changed', async () => {
    const session = createSession({ api: apiAnswering(testUser, { ...testUser }), storage: memoryStorage() });
    await session.refresh();
    const listener = jest.fn();
    session.subscribe(listener);
    await session.refresh();
    expect(listener).not.toHaveBeenCalled();
  });

  it('is a guest while the tab is in guest mode, and no longer when a session is found', async () => {
    const storage = memoryStorage({ [GUEST_MODE_KEY]: 'true' });
    const session = createSession({ api: apiAnswering(status(401), status(502), testUser), storage });
    await session.refresh();
    expect(session.get().status).toBe('guest');
    await session.refresh();
    expect(session.get().status).toBe('guest');
    await session.refresh();
    expect(session.get().status).toBe('signed-in');
    expect(storage.read(GUEST_MODE_KEY)).toBeNull();
  });

  it('enters and leaves guest mode, stored in the tab as GUEST_MODE=true', () => {
    const storage = memoryStorage();
    const session = createSession({ api: apiAnswering(), storage });
    session.enterGuestMode();
    expect([session.get().status, storage.all()]).toEqual(['guest', { GUEST_MODE: 'true' }]);
    session.leaveGuestMode();
    expect([session.get().status, storage.all()]).toEqual(['signed-out', {}]);
  });

  it("uses the boot script's request once", async () => {
    const early = apiAnswering(testUser);
    const api = apiAnswering(testUser);
    const session = createSession({ api, early: () => early, storage: memoryStorage() });
    await session.refresh();
    await session.refresh();
    expect([early.calls.length, api.calls.length]).toEqual([1, 1]);
  });

  it('retries while the service is away, with increasing delays', async () => {
    const api = apiAnswering(status(502));
    const session = createSession({ api, storage: memoryStorage() });
    await session.refresh();
    expect(RETRY_WAITS).toEqual([2000, 4000, 8000, 15000, 30000]);
    for (const [index, wait] of [...RETRY_WAITS, 30000].entries()) {
      await jest.advanceTimersByTimeAsync(wait - 1);
      expect(api.calls).toHaveLength(index + 1);
      await jest.advanceTimersByTimeAsync(1);
      expect(api.calls).toHaveLength(index + 2);
    }
  });

  it('treats a service that hangs for ten seconds as unreachable', async () => {
    const api = apiAnswering(new Promise(() => undefined), testUser);
    const session = createSession({ api, storage: memoryStorage() });
    void session.refresh();
    await jest.advanceTimersByTimeAsync(9999);
    expect(session.get().status).toBe('loading');
    await jest.advanceTimersByTimeAsync(1);
    expect(session.get().status).toBe('unreachable');
    await jest.advanceTimersByTimeAsync(RETRY_WAITS[0]);
    expect(session.get().status).toBe('signed-in');
  });

  it('accepts a late response, unless a later request was answered first', async () => {
    const late = (wait: number, answer: unknown) =>
      new Promise((resolve) => setTimeout(() => resolve(answer), wait));
    const open = async (...answers: Answer[]) => {
      const session = createSession({ api: apiAnswering(...answers), storage: memoryStorage() });
      void session.refresh();
      await jest.advanceTimersByTimeAsync(20_000);
      return session.get().status;
    };
    expect(await open(late(20_000, testUser))).toBe('signed-in');
    expect(await open(late(20_000, testUser), status(401))).toBe('signed-out');
  });

  it('sends another request after a change when the one in flight may be stale', async () => {
    let answer!: (user: typeof testUser) => void;
    const slow = new Promise<typeof testUser>((resolve) => (answer = resolve));
    const newer = { ...testUser, display_name: 'Newer' };
    const api = apiAnswering(slow, newer);
    const session = createSession({ api, storage: memoryStorage() });
    void session.refresh();
    await jest.advanceTimersByTimeAsync(0);
    const after = Promise.all([session.refreshAfterChange(), session.refreshAfterChange()]);
    answer(testUser);
    await after;
    expect(session.get().user).toEqual(newer);
    expect(api.calls).toHaveLength(2);
  });

  it('refreshes at start and whenever the page becomes visible, and merges concurrent requests', async () => {
    const api = apiAnswering(testUser);
    const session = createSession({ api, storage: memoryStorage() });
    const stop = session.start();
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
    expect(api.calls).toHaveLength(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
    expect(api.calls).toHaveLength(2);
    stop();
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
    expect(api.calls).toHaveLength(2);
  });
});

describe('queryPrefetcher', () => {
  const ROWS = '/api/rows/?scope=personal&limit=12';
  const COUNTS = '/api/counts/';

  let asked: jest.SpyInstance;
  beforeEach(() => {
    window.history.pushState({}, '', '/dashboard');
    asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => new Response(`ahead ${url}`));
  });

  function setUp() {
    const release = exampleRelease({ version: '1' });
    release.descriptor.routes = [
      {
        path: '/rows',
        title: 'Rows',
        description: '',
        access: 'guest',
        firstQueries: [
          { path: '/rows/', query: { limit: '12' } },
          { path: '/counts/', ofPerson: true },
        ],
      },
    ];
    const now = {
      person: 'ada' as string | null,
      scope: { scope: 'personal', organizationId: null } as ActiveScope,
      base: '/api',
      release,
    };
    const ahead = createQueryPrefetcher({
      person: () => now.person,
      scope: () => now.scope,
      base: () => now.base,
      releaseFor: () => now.release,
    });
    /** Sends the page's request as the client does. */
    const request = async (url = ROWS, method = 'GET') => {
      const [, init] = asked.mock.calls.find(([one]) => one === url) ?? [null, { headers: {} }];
      return (await ahead.early(url, { method, headers: init.headers }))?.text() ?? null;
    };
    const open = () => window.history.pushState({}, '', '/rows');
    const ask = () => ahead.ask('memory', '/rows');
    return { ahead, now, ask, open, request };
  }

  const urls = () => asked.mock.calls.map(([url]) => url);

  it('returns each response once, only to the page it was prefetched for', async () => {
    const { ask, open, request } = setUp();
    await ask();
    expect(urls()).toEqual([ROWS, COUNTS]);
    expect(await request()).toBeNull();
    open();
    expect([await request(), await request(), await request(COUNTS)]).toEqual([
      `ahead ${ROWS}`,
      null,
      `ahead ${COUNTS}`,
    ]);
  });

  it.each<[string, (now: ReturnType<typeof setUp>['now']) => void]>([
    ['nobody who is signed in', (now) => (now.person = null)],
    ['another base than the usual one', (now) => (now.base = 'https://api.example.org')],
    ['the page that is open', () => window.history.pushState({}, '', '/rows')],
  ])('prefetches nothing for %s', async (_whom, change) => {
    const { ask, now } = setUp();
    change(now);
    await ask();
    expect(urls()).toEqual([]);
  });

  it('skips recently requested queries until they are invalidated', async () => {
    const { ahead, ask, request } = setUp();
    await request();
    await ask();
    await ask();
    expect(urls()).toEqual([COUNTS]);
    ahead.drop();
    await ask();
    expect(urls()).toEqual([COUNTS, ROWS, COUNTS]);
  });

  it.each<[string, (setup: ReturnType<typeof setUp>) => unknown]>([
    ['after a change', ({ ahead }) => ahead.drop()],
    ['to another person', ({ now }) => (now.person = 'grace')],
    ['to another release', ({ now }) => (now.release = exampleRelease({ version: '2' }))],
    [
      'when the response is stale',
      () => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_001),
    ],
  ])('returns nothing %s', async (_when, change) => {
    const setup = setUp();
    await setup.ask();
    setup.open();
    await change(setup);
    expect(await setup.request()).toBeNull();
  });

  it('keeps responses while a write is in flight, because pages also write when they open', async () => {
    const { ahead, ask, open, request } = setUp();
    await ask();
    open();
    await request('/api/rows/', 'POST');
    expect(await request()).toBe(`ahead ${ROWS}`);
    ahead.drop();
    expect(await request(COUNTS)).toBeNull();
  });

  it('rejects on a failed response, and leaves the retry to the page', async () => {
    const { ask, open, request } = setUp();
    asked.mockImplementation(async () => new Response('', { status: 503 }));
    await expect(ask()).rejects.toThrow('The first query of /rows failed with status 503.');
    open();
    expect(await request()).toBeNull();
  });

  it('prefetches follow-up requests that a response names', async () => {
    const { ask, now, open, request } = setUp();
    now.release.descriptor.routes[0]!.firstQueries = [
      { path: '/items/', then: [{ ids: 'items.0.id', path: '/blocks/{id}' }] },
    ];
    asked.mockImplementation(async (url) => new Response(`{"items":[{"id":"b1"}],"of":"${url}"}`));
    await ask();
    open();
    const block = '/api/blocks/b1?scope=personal';
    expect(urls()).toEqual(['/api/items/?scope=personal', block]);
    expect(await request(block)).toContain(block);
  });
});

describe('problem', () => {
  const status = (code: number) => new ApiError(code, null, '', null);

  it.each([null, new NetworkError(null), status(502), status(503), status(504)])(
    'reports an unavailable service: %s',
    (error) => {
      expect(sessionProblem(error, 'localhost').detail).toMatch(
        /^Backend unavailable \(Bad Gateway\)\. Start the backend/,
      );
      expect(sessionProblem(error, 'hindsight.example')).toEqual({
        title: 'Can’t reach the service',
        detail: 'Can’t reach the service right now. This page keeps trying.',
      });
    },
  );

  it.each([
    [status(403), /^Permission denied \(403\)/],
    [status(404), /^Service not found \(404\)/],
    [status(429), /^Too many requests \(429\)/],
    [status(500), /^Server error \(500\)/],
    [new UnexpectedAnswerError(200, '<html>'), /^Unexpected error \(200\)/],
  ])('explains an unexpected response of the service: %s', (error, text) => {
    const { title, detail } = sessionProblem(error, 'localhost');
    expect(title).toBe('Couldn’t verify your session');
    expect(detail).toMatch(text);
  });
});

describe('storage', () => {
  it('stores, reads and removes values', () => {
    expect(browserStorage.write('k', 'v')).toBe(true);
    expect(browserStorage.read('k')).toBe('v');
    expect(browserStorage.write('k', null)).toBe(true);
    expect(browserStorage.read('k')).toBeNull();
  });

  it('degrades silently when storage is forbidden or full', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    expect(browserStorage.read('k')).toBeNull();
    expect(browserStorage.write('k', 'v')).toBe(false);
  });
});

describe('userInfo', () => {
  it('fills in missing fields', () => {
    expect(
      readUserInfo({ authenticated: true, email: 'a@b.c', memberships: 'x', beta_access_status: 'odd' }),
    ).toEqual({
      authenticated: true,
      user_id: 'a@b.c',
      email: 'a@b.c',
      display_name: null,
      is_superadmin: false,
      beta_access_admin: false,
      beta_access_status: 'not_requested',
      memberships: [],
      newest_organization_id: null,
      llm_features_enabled: true,
      consolidation_enabled: true,
      pruning_enabled: true,
      archived_enabled: true,
      capabilities: [],
    });
  });

  it('uses the account name as id when the service sends no other', () => {
    expect(readUserInfo({ authenticated: true, user: 'sub-7', email: null })).toMatchObject({
      user_id: 'sub-7',
      email: '',
    });
  });

  it('rejects a response without authenticated: true', () => {
    expect([
      readUserInfo(null),
      readUserInfo('x'),
      readUserInfo({ ...testUser, authenticated: 'yes' }),
    ]).toEqual([null, null, null]);
  });

  it('enables every feature until the response disables it', () => {
    expect(DEFAULT_FLAGS).toEqual({
      llmEnabled: true,
      consolidationEnabled: true,
      pruningEnabled: true,
      archivedEnabled: true,
    });
    expect(readFlags(null)).toBe(DEFAULT_FLAGS);
    expect(readFlags({ ...testUser, pruning_enabled: false })).toEqual({
      ...DEFAULT_FLAGS,
      pruningEnabled: false,
    });
  });

  it('recognizes the development account', () => {
    expect(isDevelopmentUser({ ...testUser, email: 'dev@localhost' })).toBe(true);
    expect(isDevelopmentUser(testUser)).toBe(false);
  });
});

describe('gate', () => {
  const person = (change: Partial<typeof testUser> = {}): Session => ({
    status: 'signed-in',
    user: { ...testUser, ...change },
  });
  const withoutPerson = (status: 'loading' | 'signed-out' | 'guest' | 'unreachable'): Session => ({
    status,
    user: null,
  });

  const viewers: Record<string, Session> = {
    loading: withoutPerson('loading'),
    unreachable: withoutPerson('unreachable'),
    stranger: withoutPerson('signed-out'),
    guest: withoutPerson('guest'),
    accepted: person(),
    pending: person({ beta_access_status: 'pending' }),
    denied: person({ beta_access_status: 'denied' }),
    revoked: person({ beta_access_status: 'revoked' }),
    'not requested': person({ beta_access_status: 'not_requested' }),
    superadmin: person({ is_superadmin: true, beta_access_status: 'denied' }),
    'beta admin': person({ beta_access_admin: true }),
  };

  const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

  function short(session: Session, access: Access, pathname = '/page'): string {
    const verdict = gate(session, access, at(pathname, '?q=1', '#h'));
    return verdict.kind === 'go' ? verdict.to : verdict.kind;
  }

  const LOGIN = `/login?rd=${encodeURIComponent('/page?q=1#h')}`;

  it.each<[string, string[]]>([
    //                 anyone  guest  member  signed-in  beta-admin
    ['loading', ['show', 'wait', 'wait', 'wait', 'wait']],
    ['unreachable', ['show', 'unreachable', 'unreachable', 'unreachable', 'unreachable']],
    ['stranger', ['show', LOGIN, LOGIN, LOGIN, LOGIN]],
    ['guest', ['show', 'show', 'no-access', 'no-access', 'no-access']],
    ['accepted', ['show', 'show', 'show', 'show', 'no-access']],
    ['pending', ['show', '/beta-access/pending', '/beta-access/pending', 'show', 'no-access']],
    ['denied', ['show', '/beta-access/denied', '/beta-access/denied', 'show', 'no-access']],
    ['revoked', ['show', '/beta-access/denied', '/beta-access/denied', 'show', 'no-access']],
    ['not requested', ['show', '/beta-access/request', '/beta-access/request', 'show', 'no-access']],
    ['superadmin', ['show', 'show', 'show', 'show', 'show']],
    ['beta admin', ['show', 'show', 'show', 'show', 'show']],
  ])('applies the access rules to %s', (viewer, verdicts) => {
    const accesses: Access[] = ['anyone', 'guest', 'member', 'signed-in', 'beta-admin'];
    expect(accesses.map((access) => short(viewers[viewer]!, access))).toEqual(verdicts);
  });

  it.each<[string, string, string[], string]>([
    ['old-service', 'accepted', ['jobs'], 'that does not name what the page needs'],
    ['show', 'accepted', ['jobs', 'memory.news'], 'that names what the page needs'],
    ['/beta-access/pending', 'pending', ['jobs'], 'to whom the page is closed'],
    ['show', 'guest', [], 'who is not told what the service can do'],
  ])('returns %s for %s with a service that supports %j (%s)', (verdict, viewer, names) => {
    const session = viewers[viewer]!;
    const capabilities = names as typeof testUser.capabilities;
    const asked = session.user ? person({ ...session.user, capabilities }) : session;
    const found = gatePage(asked, { access: 'guest', capabilities: ['jobs', 'memory.news'] }, at('/page'));
    expect(found.kind === 'go' ? found.to : found.kind).toBe(verdict);
  });

  it('does not redirect to the current page', () => {
    expect(short(viewers.pending!, 'member', '/beta-access/pending')).toBe('show');
  });

  it.each<[string, unknown]>([
    ['loading', { kind: 'wait' }],
    ['unreachable', { kind: 'unreachable' }],
    ['stranger', { kind: 'go', to: '/login' }],
    ['guest', { kind: 'go', to: '/dashboard' }],
    ['accepted', { kind: 'go', to: '/dashboard' }],
    ['pending', { kind: 'go', to: '/beta-access/pending' }],
    ['denied', { kind: 'go', to: '/beta-access/denied' }],
    ['not requested', { kind: 'go', to: '/beta-access/request' }],
  ])('routes %s from the start page', (viewer, verdict) => {
    expect(gateStart(viewers[viewer]!)).toEqual(verdict);
  });

  it('redirects a signed-in user from the sign-in page to the requested page, or to the page for their status', () => {
    const search = '?rd=%2Fmemory-blocks%3Fsearch%3Da';
    expect(gateLogin(viewers.accepted!, search)).toEqual({ kind: 'go', to: '/memory-blocks?search=a' });
    expect(gateLogin(viewers.accepted!, '?rd=https://elsewhere')).toEqual({ kind: 'go', to: '/dashboard' });
    expect(gateLogin(viewers.pending!, search)).toEqual({ kind: 'go', to: '/beta-access/pending' });
    for (const viewer of ['stranger', 'guest', 'unreachable']) {
      expect(gateLogin(viewers[viewer]!, search)).toEqual({ kind: 'show' });
    }
  });
});
