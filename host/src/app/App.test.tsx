import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Change } from '@hindsight/shared-contracts/api';
import { createScopeBus } from '@hindsight/shared-contracts/events';
import type { NavigationEntry, Registry, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import { testUser } from '@hindsight/shared-contracts/testing';
import type { RemoteState } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { completionKey } from '../get-started/model/completion';
import { browserStorage, memoryStorage } from '../session/storage';
import { App } from './App';
import { createHost } from './createHost';
import type { ComposedHost } from './createHost';
import { frameProgram } from './frame';
import { useShellValue } from './useShellValue';

describe('App', () => {
  const ready: RemoteState = {
    status: 'ready',
    module: {
      routes: ['/dashboard', '/members', '/beta-access/pending'].map((path) => ({
        path,
        element: <p>{`rows of ${path}`}</p>,
      })),
      slots: {},
    },
  };
  type Answer = { status: number; body: unknown } | Error;
  let answers: Record<string, Answer>;
  let asked: string[];

  beforeEach(() => {
    // The first-visit guide has separate tests.
    browserStorage.write(completionKey(testUser), '2026-01-01T00:00:00.000Z');
    const { descriptor } = exampleRelease();
    const page = (path: string, access: 'guest' | 'member' | 'signed-in') => ({
      path,
      title: path,
      description: '',
      access,
    });
    putRegistry({
      memory: exampleRelease({
        descriptor: {
          ...descriptor,
          slots: [],
          routes: [
            { ...page('/dashboard', 'guest'), firstQueries: [{ path: '/agents/' }] },
            page('/members', 'member'),
            { ...page('/archive', 'member'), capabilities: ['jobs', 'memory.restore'] },
            page('/beta-access/pending', 'signed-in'),
          ],
        },
      }),
    });
    asked = [];
    answers = {
      '/user-info': { status: 200, body: testUser },
      '/organizations/': { status: 200, body: [] },
    };
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const url = String(input);
      asked.push(url);
      const answer = Object.entries(answers).find(([path]) => url.includes(path))?.[1];
      if (!answer || answer instanceof Error) throw answer ?? new TypeError(`Nothing answers ${url}`);
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    });
  });

  async function open(at: string, tab: Record<string, string> = {}) {
    window.history.replaceState(null, '', at);
    const storage = memoryStorage(tab);
    const host = createHost({
      bus: createScopeBus(),
      remotes: fakeRemotes(ready),
      tab: storage,
      browser: memoryStorage(),
      leave: () => undefined,
    });
    const stop = host.start();
    const view = render(<App host={host} />);
    await waitFor(() => expect(host.session.get().status).not.toBe('loading'));
    return {
      ...view,
      host,
      storage,
      end() {
        view.unmount();
        stop();
        host.queries.clear();
      },
    };
  }

  const address = () => window.location.pathname + window.location.search;

  it('shows a signed-in user the page at the address', async () => {
    const { end } = await open('/members');
    expect(screen.getByText('rows of /members')).toBeInTheDocument();
    expect(asked).toEqual(['/api/user-info', '/api/organizations/']);
    end();
  });

  const newMemory = (scope: 'personal' | 'public'): Change => ({
    kind: 'memories',
    scope,
    organization_id: null,
    ids: [],
    added: 1,
    changed: 0,
    removed: 0,
  });

  it.each<[string, number, (host: ComposedHost) => unknown]>([
    ['once, if nothing happens', 1, () => undefined],
    ['once, after a change in another workspace', 1, ({ live }) => live.announce([newMemory('public')])],
    ['again after a change', 2, ({ live }) => live.announce([newMemory('personal')])],
    ['again when changes begin to arrive', 2, ({ live }) => live.isOpen.set(true)],
    ['again after a write', 2, ({ api }) => api.call('PATCH /users/me', { body: {} })],
  ])('requests data of a prefetched page %s', async (_, times, happens) => {
    answers['/users/me'] = { status: 200, body: {} };
    answers['/agents/'] = { status: 200, body: { items: [] } };
    const { host, end } = await open('/members');
    await host.ahead.ask('memory', '/dashboard');
    await act(async () => void (await happens(host)));
    window.history.replaceState(null, '', '/dashboard');
    await host.api.call('GET /agents/');
    expect(asked.filter((url) => url.includes('/agents/'))).toHaveLength(times);
    end();
  });

  it('offers to sign in as soon as a call finds that the session has ended', async () => {
    const { host, end } = await open('/members?q=1');
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    answers['/user-info'] = answers['/agents/'] = { status: 401, body: { detail: 'Over.' } };
    await act(async () => {
      await host.api
        .call('GET /agents/')
        .catch((error: unknown) => host.toasts.apiError(error, 'load agents'));
      await host.session.refresh();
    });
    expect(host.toasts.list.get()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    expect(address()).toBe(`/login?rd=${encodeURIComponent('/members?q=1')}`);
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended.');
    end();
  });

  it('keeps the page and its drafts when a call finds that the session has ended, and offers to sign in', async () => {
    const { host, end } = await open('/members');
    act(() => void host.drafts.hold('your changes'));
    answers['/user-info'] = answers['/agents/'] = { status: 401, body: { detail: 'Over.' } };
    await act(async () => {
      await host.api.call('GET /agents/').catch(() => undefined);
      await host.session.refresh();
    });
    expect(await screen.findByRole('dialog', { name: 'You are signed out' })).toHaveTextContent(
      'your changes',
    );
    expect(address()).toBe('/members');
    end();
  });

  it('redirects a signed-out visitor to the sign-in page, with the return address', async () => {
    answers['/user-info'] = { status: 401, body: { authenticated: false } };
    const { end } = await open('/members?q=1');
    expect(address()).toBe(`/login?rd=${encodeURIComponent('/members?q=1')}`);
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      `/oauth2/sign_in?rd=${encodeURIComponent('/members?q=1')}`,
    );
    end();
  });

  it('lets a signed-out visitor explore the public workspace as a guest', async () => {
    answers['/user-info'] = { status: 401, body: { authenticated: false } };
    const { host, storage, end } = await open('/login');
    await userEvent.click(screen.getByRole('button', { name: 'Explore as Guest' }));
    expect(address()).toBe('/dashboard');
    expect(screen.getByText('rows of /dashboard')).toBeInTheDocument();
    expect(storage.read('GUEST_MODE')).toBe('true');
    expect(host.workspace.get().scope).toEqual({ scope: 'public', organizationId: null });
    end();
  });

  it('leaves the sign-in page when another tab enters guest mode, and lets a guest return to it', async () => {
    answers['/user-info'] = { status: 401, body: { authenticated: false } };
    const { host, end } = await open('/login');
    await act(async () => host.session.enterGuestMode());
    expect(address()).toBe('/dashboard');
    end();
    const later = await open('/login', { GUEST_MODE: 'true' });
    expect(address()).toBe('/login');
    later.end();
  });

  it('keeps guests out of member pages and offers to sign in', async () => {
    answers['/user-info'] = { status: 401, body: { authenticated: false } };
    const { end } = await open('/members', { GUEST_MODE: 'true' });
    expect(screen.getByRole('heading', { name: 'This page is for members' })).toBeInTheDocument();
    expect(asked).toEqual(['/api/user-info']);
    end();
  });

  it('replaces the page with a notice when the service is too old for it', async () => {
    answers['/user-info'] = { status: 200, body: { ...testUser, capabilities: ['jobs'] } };
    const { end } = await open('/archive');
    expect(
      screen.getByRole('heading', { name: 'This page needs a newer version of the Hindsight service' }),
    ).toBeInTheDocument();
    end();
  });

  it('redirects a user with pending access to the pending page, from any address', async () => {
    answers['/user-info'] = { status: 200, body: { ...testUser, beta_access_status: 'pending' } };
    for (const start of ['/', '/dashboard', '/login']) {
      const { end } = await open(start);
      expect(address()).toBe('/beta-access/pending');
      end();
    }
  });

  it('distinguishes an unreachable service from a sign-out, and recovers on Retry', async () => {
    answers['/user-info'] = { status: 503, body: {} };
    const { end } = await open('/dashboard');
    expect(address()).toBe('/dashboard');
    expect(screen.getByRole('heading', { name: 'Can’t reach the service' })).toBeInTheDocument();
    expect(
      screen.getByText('Backend unavailable (Bad Gateway). Start the backend and try again.'),
    ).toBeInTheDocument();
    answers['/user-info'] = { status: 200, body: testUser };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('rows of /dashboard')).toBeInTheDocument();
    end();
  });

  it.each(['/nowhere', '/%', '/dashboard/%', '/%E0%A4'])('shows Page Not Found for %s', async (path) => {
    // The router warns about paths it cannot decode.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { end } = await open(path);
    expect(screen.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeInTheDocument();
    expect(document.title).toBe('Page Not Found · Hindsight');
    end();
  });

  it('does not mistake a broken registry for a wrong address', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    document.getElementById('registry')!.textContent = '{"schema":0}';
    const { end } = await open('/dashboard');
    expect(screen.getByRole('alert')).toHaveTextContent("The dashboard didn't load");
    expect(screen.queryByText('Page Not Found')).not.toBeInTheDocument();
    expect(warned).toHaveBeenCalledTimes(1);
    end();
  });

  it('cancels the requests of the previous workspace and announces the new one', async () => {
    const { host, end } = await open('/dashboard');
    let stopped = false;
    const pending = host.queries
      .fetchQuery({
        queryKey: ['personal', 'rows'],
        queryFn: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              stopped = true;
              reject(new DOMException('stopped', 'AbortError'));
            });
          }),
      })
      .catch(() => 'stopped');
    await act(() => host.workspace.choose({ scope: 'public', organizationId: null }));
    await expect(pending).resolves.toBe('stopped');
    expect(stopped).toBe(true);
    end();
  });

  it("rejects a guest's write with an explanation", async () => {
    answers['/user-info'] = { status: 401, body: { authenticated: false } };
    const { host, end } = await open('/dashboard', { GUEST_MODE: 'true' });
    await expect(host.api.call('POST /beta-access/request')).rejects.toThrow('Guest mode read-only');
    end();
  });

  it.each([
    [
      'forbidden',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
    ['full of garbage', () => '{"half'],
  ])('starts when the storage is %s', async (_name, read) => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(read);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    window.history.replaceState(null, '', '/dashboard');
    const host = createHost({ bus: createScopeBus(), remotes: fakeRemotes(ready), leave: () => undefined });
    const stop = host.start();
    const view = render(<App host={host} />);
    await waitFor(() => expect(host.session.get().status).not.toBe('loading'));
    expect(screen.getByText('rows of /dashboard')).toBeInTheDocument();
    await act(() => host.workspace.choose({ scope: 'public', organizationId: null }));
    expect(host.workspace.get().scope?.scope).toBe('public');
    view.unmount();
    stop();
  });

  it.each([401, 403, 404, 429, 500, 502])(
    'keeps the page when the organizations answer %i, and shows at most one toast',
    async (status) => {
      jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      answers['/organizations/'] = { status, body: {} };
      const { host, end } = await open('/dashboard');
      expect(screen.getByText('rows of /dashboard')).toBeInTheDocument();
      const error = status === 401 ? null : 'Failed to load organizations';
      await waitFor(() => expect(host.workspace.get().error).toBe(error));
      expect(host.toasts.list.get()).toHaveLength(status === 401 ? 0 : 1);
      end();
    },
  );
});

describe('frame', () => {
  const route = (path: string, change: Partial<RouteDescriptor> = {}): RouteDescriptor => ({
    path,
    title: `Title of ${path}`,
    description: 'What is on it',
    access: 'guest',
    ...change,
  });
  const entry = (label: string, order: number): NavigationEntry => ({
    label,
    icon: 'memory',
    order,
    group: 'work',
  });
  const routes = [
    route('/dashboard', { navigation: entry('Dashboard', 1) }),
    route('/agents', { navigation: entry('Agents', 2), title: '<b>"Agents" & co</b>', description: '' }),
    route('/agents/:id'),
    route('/pruning', { navigation: entry('Pruning', 3), flag: 'pruningEnabled' }),
    route('/console', { navigation: { ...entry('Console', 4), group: 'admin' }, access: 'beta-admin' }),
  ];
  const { descriptor } = exampleRelease();
  const remotes = { memory: exampleRelease({ descriptor: { ...descriptor, routes } }) };
  const registry: Registry = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes };
  const config = { FEATURE_PRUNING_ENABLED: false };
  const render = (pathname: string) => frameProgram.render({ registry, config, pathname });

  describe('the frame of the document', () => {
    it('marks the current entry and omits entries for administrators', () => {
      const root = document.createElement('div');
      root.innerHTML = render('/agents/7').html;
      expect(root.querySelector('[aria-current="page"]')).toHaveTextContent('Agents');
      expect([...root.querySelectorAll('nav li')].map((item) => item.textContent)).toEqual([
        'Dashboard',
        'Agents',
        'Pruning',
      ]);
      expect(root.querySelector('[aria-disabled]')).toHaveTextContent('Pruning');
    });

    it('uses no inline styles or scripts and escapes texts from the registry', () => {
      const { html, title } = render('/agents');
      expect(html).not.toMatch(/ style=| on\w+=|<script|<b>/);
      expect(html).toContain('&lt;b&gt;');
      expect(title).toBe('<b>"Agents" & co</b> · Hindsight');
    });
  });
});

describe('useShellValue', () => {
  function setUp() {
    const host = createHost({ bus: createScopeBus(), tab: memoryStorage(), browser: memoryStorage() });
    return { host, ...renderHook(() => useShellValue(host)) };
  }

  it("blocks a guest's write with the spec's message and the hint", () => {
    const { host, result } = setUp();
    expect(result.current.guardWrite('Sign in to create memory blocks.')).toBe(true);
    act(() => host.session.enterGuestMode());
    expect(result.current.guardWrite('Sign in to create memory blocks.')).toBe(false);
    expect(host.toasts.list.get()).toMatchObject([
      { type: 'warning', message: 'Guest mode is read-only. Sign in to create memory blocks.' },
    ]);
  });

  it('keeps its identity until one of its values changes', () => {
    const { host, result, rerender } = setUp();
    const before = result.current;
    rerender();
    host.toasts.show('info', 'hello');
    expect(result.current).toBe(before);
    act(() => host.session.enterGuestMode());
    expect(result.current).not.toBe(before);
    // A changed identity would rerender every consumer of these.
    expect(result.current.guardWrite).toBe(before.guardWrite);
    expect(result.current.renderSlot).toBe(before.renderSlot);
  });
});
