import { SESSION_REQUIRED } from '@hindsight/shared-contracts/api';
import { createApiClient } from '@hindsight/shared-contracts/api/client';
import type { FirstQueries } from '@hindsight/shared-contracts/registry';
import { browserStorage, tabStorage } from '../session/storage';
import { createScopeMemory } from '../workspace/scopeMemory';
import { sendFirstQueries } from './sendFirstQueries';
import { ORGANIZATIONS } from './firstReads';
import { preloadPage } from './preloadPage';
import { retryFiles } from './retryFiles';

describe('sendFirstQueries', () => {
  const DECLARED: FirstQueries = {
    remote: 'memory',
    version: '1.0.0-a',
    path: '/blocks',
    firstQueries: [{ path: '/agents/', query: { limit: '1', sort_by: 'created_at' } }],
  };
  const ADA = 'person-1';
  const ORGANIZATION = { scope: 'organization', organizationId: 'o-1' } as const;
  const PERSONAL = { scope: 'personal', organizationId: null } as const;

  const answered = (user: object, status = 200) =>
    Promise.resolve(new Response(JSON.stringify(user), { status }));
  /** Answers every request with an empty object, except for the user's organizations. */
  const answerAs = (organizations: object[]) => async (url: unknown) =>
    new Response(String(url).endsWith('/organizations/') ? JSON.stringify(organizations) : '{}');
  const never = new Promise<Response>(() => undefined);

  let asked: jest.SpyInstance;
  beforeEach(() => {
    window.history.pushState({}, '', '/blocks');
    document.body.innerHTML = `<script type="application/json" id="first-queries">${JSON.stringify(DECLARED)}</script>`;
    asked = jest.spyOn(globalThis, 'fetch').mockImplementation(answerAs([{ id: 'o-1' }]));
  });

  it('sends, in the last chosen workspace, exactly the requests that the page would send', async () => {
    createScopeMemory(tabStorage, browserStorage).remember(ADA, ORGANIZATION);
    const first = sendFirstQueries(never);
    const sent = jest.fn(async (..._input: Parameters<typeof fetch>) => new Response('{"items":[]}'));
    const client = createApiClient({
      pageUrl: () => new URL(window.location.href),
      scope: () => ORGANIZATION,
      isGuest: () => false,
      hasSession: () => true,
      cookies: () => '',
      fetch: sent,
    });
    await client.call('GET /agents/', { query: { limit: 1, sort_by: 'created_at' } });
    await client.call('GET /organizations/', { scope: false }).catch(() => undefined);
    const [rows, organizations] = sent.mock.calls.map(([url, init]) => {
      // The page adds a trace id to its own calls; for an earlier call the gateway adds it.
      const { traceparent, ...headers } = init!.headers as Record<string, string>;
      expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      return [url, { headers, credentials: init!.credentials }] as const;
    });
    expect(asked.mock.calls).toEqual([organizations, rows]);
    await expect(first).resolves.toMatchObject({
      remote: 'memory',
      version: '1.0.0-a',
      person: ADA,
      asked: [{ url: organizations![0] }, { url: rows![0] }],
    });
  });

  it('sends per-user queries without a workspace, as the page does', async () => {
    const firstQueries = [{ path: '/notifications/', query: { limit: '20' }, ofPerson: true }];
    document.body.innerHTML = `<script type="application/json" id="first-queries">${JSON.stringify({ ...DECLARED, firstQueries })}</script>`;
    createScopeMemory(tabStorage, browserStorage).remember(ADA, ORGANIZATION);
    const { asked: answers } = (await sendFirstQueries(never))!;
    await expect(answers[1]!.answer).resolves.toMatchObject({ status: 200 });
    expect(asked.mock.calls[1]).toEqual([
      '/api/notifications/?limit=20',
      { credentials: 'include', headers: { Accept: 'application/json', ...SESSION_REQUIRED } },
    ]);
  });

  it('requests the rows of an organization without waiting for the list of organizations', async () => {
    asked.mockImplementation((url) =>
      String(url).endsWith('/organizations/') ? never : Promise.resolve(new Response('{"items":[]}')),
    );
    createScopeMemory(tabStorage, browserStorage).remember(ADA, ORGANIZATION);
    const { asked: answers } = (await sendFirstQueries(never))!;
    await expect(answers[1]!.answer).resolves.toMatchObject({ status: 200 });
  });

  it.each([
    ['nobody chose one here', () => undefined],
    [
      'the last visitor of the tab was signed out',
      () => {
        const memory = createScopeMemory(tabStorage, browserStorage);
        memory.remember('person-2', ORGANIZATION);
        memory.rememberForTab(PERSONAL);
      },
    ],
  ])('waits for the session where %s', async (_why, remember) => {
    remember();
    const first = sendFirstQueries(answered({ user_id: ADA, beta_access_status: 'accepted' }));
    expect(asked).not.toHaveBeenCalled();
    await expect(first).resolves.toMatchObject({ person: ADA });
    expect(asked.mock.calls.map(([url]) => url)).toEqual([
      '/api/organizations/',
      '/api/agents/?scope=personal&limit=1&sort_by=created_at',
    ]);
  });

  it('queries the organization with the newest memory when the user has not chosen a workspace', async () => {
    await sendFirstQueries(
      answered({ user_id: ADA, beta_access_status: 'accepted', newest_organization_id: 'o-1' }),
    );
    await new Promise(process.nextTick);
    expect(asked.mock.calls.map(([url]) => url)).toEqual([
      '/api/organizations/',
      '/api/agents/?scope=organization&organization_id=o-1&limit=1&sort_by=created_at',
    ]);
  });

  it.each([
    ['a user without access', answered({ user_id: ADA, beta_access_status: 'pending' })],
    ['a session that is over', answered({ detail: 'Sign in.' }, 401)],
    ['a service that does not answer', Promise.reject(new TypeError('Failed to fetch'))],
  ])('sends no queries for %s', async (_who, userInfo) => {
    await expect(sendFirstQueries(userInfo)).resolves.toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });

  it('sends nothing when the document declares no queries, as without a session', () => {
    document.body.innerHTML = '';
    createScopeMemory(tabStorage, browserStorage).remember(ADA, PERSONAL);
    expect(sendFirstQueries(never)).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });

  it('reads every response to its end, so that none keeps a connection open', async () => {
    const given = new Response('{"items":[]}', { status: 202, headers: { 'X-Scope-Membership': 'none' } });
    asked.mockImplementation(async (url) => (url === ORGANIZATIONS.url ? new Response('[]') : given));
    createScopeMemory(tabStorage, browserStorage).remember(ADA, PERSONAL);
    const answer = await (await sendFirstQueries(never))!.asked[1]!.answer;
    expect(given.bodyUsed).toBe(true);
    expect([answer.status, answer.headers.get('X-Scope-Membership'), await answer.text()]).toEqual([
      202,
      'none',
      '{"items":[]}',
    ]);
  });

  it('sends follow-up requests for the first response at once, and leaves that response readable for the page', async () => {
    const firstQueries = [{ path: '/items/', then: [{ ids: 'items.0.id', path: '/blocks/{id}' }] }];
    document.body.innerHTML = `<script type="application/json" id="first-queries">${JSON.stringify({ ...DECLARED, firstQueries })}</script>`;
    createScopeMemory(tabStorage, browserStorage).remember(ADA, PERSONAL);
    asked.mockImplementation(async (url) =>
      String(url).includes('/items/') ? new Response('{"items":[{"id":"b1"}]}') : new Response('{}'),
    );
    const first = (await sendFirstQueries(never))!;
    const items = await first.asked[1]!.answer;
    await new Promise(process.nextTick);
    expect(first.asked.map(({ url }) => url)).toEqual([
      '/api/organizations/',
      '/api/items/?scope=personal',
      '/api/blocks/b1?scope=personal',
    ]);
    expect(asked.mock.calls[2]![1]).toEqual(asked.mock.calls[1]![1]);
    await expect(items.json()).resolves.toEqual({ items: [{ id: 'b1' }] });
  });
});

describe('preloadPage', () => {
  type Callback = (entries: { getEntries(): { name: string }[] }) => void;

  /** Fakes PerformanceObserver, which jsdom lacks; returns a function that reports a loaded file. */
  function watchFiles() {
    const callbacks = new Set<Callback>();
    class Observer {
      constructor(private readonly callback: Callback) {}
      observe = () => callbacks.add(this.callback);
      disconnect = () => callbacks.delete(this.callback);
    }
    Object.assign(globalThis, { PerformanceObserver: Observer });
    return (file: string) =>
      callbacks.forEach((tell) => tell({ getEntries: () => [{ name: new URL(file, location.href).href }] }));
  }

  const relations = () => [...document.querySelectorAll('link')].map(({ rel }) => rel);

  afterEach(() => void Reflect.deleteProperty(globalThis, 'PerformanceObserver'));

  it("requests the page's files when the first program file has arrived, and not for other files", () => {
    document.head.innerHTML =
      '<script type="text/plain" src="/main.js" data-required></script><link rel="page-file" href="/page.js">';
    const arrive = watchFiles();
    preloadPage();
    arrive('/boot.js');
    expect(relations()).toEqual(['page-file']);
    arrive('/main.js');
    expect(relations()).toEqual(['preload']);
  });

  it("requests the page's files between program files that arrived at once", () => {
    document.head.innerHTML =
      '<script type="text/plain" src="/vendor.js" data-required></script><link rel="page-file" href="/page.js">';
    watchFiles();
    preloadPage();
    document.querySelector('script')!.dispatchEvent(new Event('load'));
    expect(relations()).toEqual(['preload']);
  });

  it('requests same-origin files without CORS and files of another store with it, as they are loaded later', () => {
    document.head.innerHTML =
      '<script type="text/plain" src="/main.js" data-required></script>' +
      '<link rel="page-file" crossorigin="anonymous" href="/releases/page.js">' +
      '<link rel="page-file" crossorigin="anonymous" href="https://store.test/page.js">';
    const arrive = watchFiles();
    preloadPage();
    arrive('/main.js');
    expect([...document.querySelectorAll('link')].map((link) => link.crossOrigin)).toEqual([
      null,
      'anonymous',
    ]);
  });
});

describe('retryFiles', () => {
  beforeAll(retryFiles);
  beforeEach(() => {
    jest.useFakeTimers();
    document.head.innerHTML =
      '<link rel="stylesheet" href="/assets/1/main.css" data-required>' +
      '<script type="x" src="/assets/1/main.js" data-required></script><script type="x" src="/other.js"></script>';
    document.body.innerHTML = '<div id="root"></div>';
  });
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
    jest.useRealTimers();
  });

  const addresses = () =>
    [...document.querySelectorAll('script')].map(({ src }) => src.replace(window.location.origin, ''));
  const fail = async (element: Element | null | undefined) => {
    element!.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(10_000);
  };
  const last = () => [...document.querySelectorAll('script')].find(({ src }) => src.includes('retry='));

  it('requests a lost script again at a different URL', async () => {
    await fail(document.querySelector('script'));
    expect(addresses()).toEqual(['/assets/1/main.js', '/assets/1/main.js?retry=1', '/other.js']);
    await fail(last());
    expect(addresses()).toEqual(['/assets/1/main.js', '/assets/1/main.js?retry=2', '/other.js']);
  });

  it('requests a lost style sheet again', async () => {
    await fail(document.querySelector('link'));
    expect([...document.querySelectorAll('link')].at(-1)).toMatchObject({
      rel: 'stylesheet',
      href: `${window.location.origin}/assets/1/main.css?retry=1`,
    });
  });

  it('ignores files that a program requested', async () => {
    await fail(document.querySelectorAll('script')[1]);
    expect(addresses()).toHaveLength(2);
  });

  it('offers Reload when every retry fails', async () => {
    await fail(document.querySelector('script'));
    for (let tries = 1; tries <= 5; tries++) await fail(last());
    expect(document.querySelector('[role=alert]')).toHaveTextContent(
      "The dashboard didn't load. Check your connection and try again. Reload",
    );
  });
});
