import { act, render, screen } from '@testing-library/react';
import { browserStorage } from '../session/storage';
import { RemoteLoadError } from './failure';
import { FederationProvider, useRemote } from './federation';
import type { Federation } from './federation';
import { createRemoteLoader } from './loader';
import type { LoadRemote } from './loader';
import { createNotices } from './notices';
import { prefetchCommonParts, prefetchFiles, prefetchPage, startPageCode } from './prefetch';
import { LAST_GOOD_KEY, createRegistry, listSlotFillers } from './registry';
import type { Releases } from './releases/releases';
import { SLOW_AFTER_MS, createRemotes } from './remotes';
import { allowRelease, forbidRelease, plainText, findRelease, allowedScriptUrl } from './scriptPolicy';
import {
  exampleRelease,
  memoryContainer,
  fakePrefetches,
  fakeScripts,
  putRegistry,
  startRuntime,
} from './testing';
import type { ScriptFate } from './testing';

/** The real federation runtime with in-memory remotes. */
describe('loader', () => {
  beforeAll(() => startRuntime());

  let loadRemote: LoadRemote;
  beforeEach(() => (loadRemote = createRemoteLoader(async () => null)));

  const exposed = { routes: [{ path: '/dashboard', load: async () => () => null }], slots: {} };

  async function load(container: string, value: unknown) {
    const release = exampleRelease({
      container,
      version: `1.0.0-${container}`,
      baseUrl: `http://localhost:3001/${container}/`,
    });
    const scripts = fakeScripts([{ leaves: container, container: memoryContainer(value) }]);
    try {
      return await loadRemote('memory', release).catch((error: unknown) => error);
    } finally {
      scripts.stop();
    }
  }

  it('resolves to the module of a remote', async () => {
    await expect(load('remote_good', exposed)).resolves.toEqual(exposed);
  });

  it("passes the page's shared modules to the container before it requests the module", async () => {
    const steps: unknown[] = [];
    const container = {
      init: (scope: object) => void steps.push(Object.keys(scope)),
      get: async (id: string) => {
        steps.push(id);
        return () => exposed;
      },
    };
    const release = exampleRelease({ version: '1.0.0-shares', baseUrl: 'http://localhost:3001/shares/' });
    const scripts = fakeScripts([{ leaves: 'remote_memory', container }]);
    await loadRemote('memory', release);
    await loadRemote('memory', release);
    scripts.stop();
    expect(steps).toEqual([['react'], './remote', './remote']);
  });

  it('rejects an invalid remote module and names the missing part', async () => {
    const error = await load('remote_no_routes', { slots: {} });
    expect(error).toBeInstanceOf(RemoteLoadError);
    expect((error as RemoteLoadError).failure).toMatchObject({
      remote: 'memory',
      displayName: 'Memory',
      version: '1.0.0-remote_no_routes',
      kind: 'incompatible',
      reason: 'Remote "memory" exposes no list of routes.',
    });
  });

  it('reports a remote that is not in the registry', async () => {
    await expect(loadRemote('memory', null)).rejects.toMatchObject({
      failure: { kind: 'unknown', reason: 'It isn’t in the registry.' },
    });
  });

  it('names the remote whose code fails to start', async () => {
    const release = exampleRelease({
      container: 'remote_throws',
      version: '1.0.0-throws',
      baseUrl: 'http://localhost:3001/throws/',
    });
    const broken = {
      init: () => undefined,
      get: async () => {
        throw new Error('boom');
      },
    };
    const scripts = fakeScripts([{ leaves: 'remote_throws', container: broken }]);
    await expect(loadRemote('memory', release)).rejects.toMatchObject({
      failure: { kind: 'broken', displayName: 'Memory', reason: 'Its code failed to start: boom.' },
    });
    scripts.stop();
  });

  const exposedBy = (leaves: string) => ({ leaves, container: memoryContainer(exposed) });

  /** Loads a release whose entry script has these outcomes, with every pause skipped. */
  async function loadThrough(container: string, fates: ScriptFate[], answer?: Response) {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      if (answer) return answer;
      throw new TypeError('refused');
    });
    const release = exampleRelease({ container, baseUrl: `http://localhost:3001/${container}/` });
    const scripts = fakeScripts(fates);
    try {
      const loading = loadRemote('memory', release).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(60_000);
      return { loaded: await loading, release, asked: scripts.asked };
    } finally {
      scripts.stop();
      jest.useRealTimers();
    }
  }

  it('requests a failing entry five times, each time at a different URL', async () => {
    const fates: ScriptFate[] = ['fails', 'fails', 'fails', 'fails', exposedBy('remote_patient')];
    const { loaded, asked } = await loadThrough('remote_patient', fates);
    expect(loaded).toEqual(exposed);
    expect(asked.map((url) => new URL(url).search)).toEqual([
      '',
      '?retry=1',
      '?retry=2',
      '?retry=3',
      '?retry=4',
    ]);
  });

  it('waits for a slow server and requests its entry once', async () => {
    const slow = { ...exposedBy('remote_slow'), after: 50_000 };
    const { loaded, asked } = await loadThrough('remote_slow', [slow]);
    expect(loaded).toEqual(exposed);
    expect(asked).toHaveLength(1);
  });

  const reply = (status: number, type: string) =>
    new Response('x', { status, headers: { 'Content-Type': type } });

  it.each([
    ['cannot be reached', undefined, 'unreachable', 'The server at http://localhost:3001 cannot be reached.'],
    [
      'fails',
      reply(500, 'text/plain'),
      'missing',
      'The server at http://localhost:3001 answered with status 500.',
    ],
    [
      'answers with a page',
      reply(200, 'text/html'),
      'missing',
      'The server at http://localhost:3001 returned something that isn’t a script (text/html).',
    ],
  ])('reports that a server %s', async (name, answer, kind, reason) => {
    const { loaded } = await loadThrough(`remote_${name.replace(/ /g, '_')}`, [], answer);
    expect((loaded as RemoteLoadError).failure).toMatchObject({ kind, reason });
  });

  it('does not cache a failure: the next call requests the entry at a new URL', async () => {
    const { loaded, release } = await loadThrough('remote_later', []);
    expect(loaded).toBeInstanceOf(RemoteLoadError);
    const scripts = fakeScripts([exposedBy('remote_later')]);
    await expect(loadRemote('memory', release)).resolves.toEqual(exposed);
    expect(scripts.asked).toEqual([`${release.baseUrl}remoteEntry.js?retry=5`]);
    scripts.stop();
  });

  describe('a release of ES modules', () => {
    const release = (name: string) =>
      exampleRelease({
        type: 'module',
        container: `remote_${name}`,
        baseUrl: `http://localhost:3001/${name}/`,
        integrity: {
          'remoteEntry.js': 'sha384-a',
          'assets/page.js': 'sha384-b',
          'assets/page.css': 'sha384-c',
          'licences.json': 'sha384-d',
        },
      });
    /** Answers link elements in the order in which they are added. */
    function fakeLinks(answers: ('load' | 'error')[] = []) {
      const links: HTMLLinkElement[] = [];
      jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
        for (const node of nodes as HTMLLinkElement[]) {
          const answer = answers[links.length] ?? 'load';
          links.push(node);
          void Promise.resolve().then(() => node[`on${answer}`]?.(new Event(answer)));
        }
      });
      return links;
    }
    afterEach(() => jest.restoreAllMocks());

    it('links each file with its hash before it imports the entry', async () => {
      const links = fakeLinks();
      const importModule = jest.fn(async () => memoryContainer(exposed));
      const load = createRemoteLoader(async () => null, importModule);
      await expect(load('memory', release('esm'))).resolves.toEqual(exposed);
      expect(links.map(({ rel, href, integrity }) => [rel, new URL(href).pathname, integrity])).toEqual([
        ['modulepreload', '/esm/remoteEntry.js', 'sha384-a'],
        ['modulepreload', '/esm/assets/page.js', 'sha384-b'],
        ['stylesheet', '/esm/assets/page.css', 'sha384-c'],
      ]);
      expect(importModule).toHaveBeenCalledWith('http://localhost:3001/esm/remoteEntry.js');
    });

    it('retries a missing file, and imports nothing when a file fails for good', async () => {
      jest.useFakeTimers();
      const importModule = jest.fn(async () => memoryContainer(exposed));
      const load = createRemoteLoader(async () => null, importModule);
      fakeLinks(['load', 'error']);
      const later = load('memory', release('late'));
      await jest.advanceTimersByTimeAsync(60_000);
      await expect(later).resolves.toEqual(exposed);
      importModule.mockClear();
      fakeLinks(Array<'error'>(20).fill('error'));
      jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('refused'));
      const never = load('memory', release('changed')).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(await never).toMatchObject({ failure: { kind: 'unreachable' } });
      expect(importModule).not.toHaveBeenCalled();
      jest.useRealTimers();
    });
  });

  it('keeps nothing of a dropped release in memory', async () => {
    const { release } = await loadThrough('remote_dropped', [exposedBy('remote_dropped')]);
    Object.assign(globalThis, { webpackChunkremote_dropped: [] });
    loadRemote.drop?.(release);
    expect(globalThis).not.toHaveProperty('webpackChunkremote_dropped');
    expect((globalThis as Record<string, unknown>).remote_dropped).toBeUndefined();
  });
});

function prefetched(decision: Promise<unknown> | null, status: 'ready' | 'failed') {
  putRegistry({ memory: exampleRelease({ parts: { '/keywords': ['keywords.js', 'keywords.css'] } }) });
  const page = jest.fn(async () => () => null);
  const load = jest.fn(async () => ({ routes: [{ path: '/keywords', load: page }], slots: {} }));
  const remotes = { ensure: jest.fn(), state: () => ({ status }) };
  const parts = { registry: createRegistry(), load, remotes, releases: { decision: () => decision } };
  return { page, load, remotes, federation: parts as unknown as Federation };
}

describe('prefetchPage', () => {
  it('fetches the code of the page and starts its remote', async () => {
    const { page, remotes, federation } = prefetched(null, 'ready');
    await prefetchPage(federation, 'memory', '/keywords');
    expect(remotes.ensure).toHaveBeenCalledWith('memory');
    expect(page).toHaveBeenCalledTimes(1);
  });

  it.each([
    {
      why: 'another release may be chosen',
      decision: new Promise(() => undefined),
      status: 'ready' as const,
    },
    { why: 'its remote is switched off or failed', decision: null, status: 'failed' as const },
  ])('fetches no code while $why', async ({ decision, status }) => {
    const { load, federation } = prefetched(decision, status);
    await prefetchPage(federation, 'memory', '/keywords');
    expect(load).not.toHaveBeenCalled();
  });
});

describe('startPageCode', () => {
  it('fetches the code of the page and starts its remote', async () => {
    const { page, remotes, federation } = prefetched(null, 'ready');
    await startPageCode(federation, 'memory', '/keywords');
    expect(remotes.ensure).toHaveBeenCalledWith('memory');
    expect(page).toHaveBeenCalledTimes(1);
  });

  it('fetches no code while its remote is disabled', async () => {
    const { load, federation } = prefetched(null, 'failed');
    await startPageCode(federation, 'memory', '/keywords');
    expect(load).not.toHaveBeenCalled();
  });
});

describe.each([
  { connection: { saveData: true, effectiveType: '4g' }, fetched: 0 },
  { connection: { saveData: false, effectiveType: 'slow-2g' }, fetched: 0 },
  { connection: { saveData: false, effectiveType: '2g' }, fetched: 0 },
  { connection: { saveData: false, effectiveType: '3g' }, fetched: 0 },
  { connection: { saveData: false, effectiveType: '4g' }, fetched: 1 },
  { connection: undefined, fetched: 1 },
])('with the connection $connection', ({ connection, fetched }) => {
  beforeEach(() => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true }));
  afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

  it(`a page is fetched ahead ${fetched} times`, async () => {
    const { page, remotes, federation } = prefetched(null, 'ready');
    await prefetchPage(federation, 'memory', '/keywords');
    expect(remotes.ensure).toHaveBeenCalledTimes(fetched);
    expect(page).toHaveBeenCalledTimes(fetched);
  });

  it(`what most pages are made of is fetched ahead ${fetched} times`, async () => {
    jest.resetModules();
    const loaded = jest.fn(() => ({}));
    jest.doMock('./commonParts', loaded);
    await prefetchCommonParts();
    expect(loaded).toHaveBeenCalledTimes(fetched);
  });

  it(`the files of a page are fetched ahead ${fetched} times, and run by nobody`, async () => {
    const prefetches = fakePrefetches();
    const { load, federation } = prefetched(null, 'ready');
    await prefetchFiles(federation, 'memory', '/keywords');
    prefetches.stop();
    const files = ['remoteEntry.js', 'keywords.js', 'keywords.css'];
    expect(prefetches.asked).toEqual(
      fetched ? files.map((file) => `http://localhost:3001/1.0.0-abcd1234/${file}`) : [],
    );
    expect(load).not.toHaveBeenCalled();
  });
});

it('fetches nothing ahead in browsers without link prefetch', async () => {
  const { federation } = prefetched(null, 'ready');
  await prefetchFiles(federation, 'memory', '/keywords');
  expect(document.querySelector('link[rel=prefetch]')).toBeNull();
});

describe('registry', () => {
  beforeEach(() => browserStorage.write(LAST_GOOD_KEY, null));

  it('reads the copy embedded in the page', () => {
    putRegistry({ memory: exampleRelease() });
    const store = createRegistry();
    const { problem, registry } = store.get();
    expect(problem).toBeNull();
    expect(store.releaseFor('memory')?.version).toBe('1.0.0-abcd1234');
    expect(listSlotFillers('header.notifications', registry)).toEqual(['memory']);
    expect(listSlotFillers('memory-block.detail', registry)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['another schema', '{"schema":9,"updatedAt":"","remotes":{}}'],
  ])('has no remotes and a problem when the page carries %s', (_, text) => {
    document.body.innerHTML = '<script type="application/json" id="registry"></script>';
    document.getElementById('registry')!.textContent = text;
    const state = createRegistry().get();
    expect(state.registry.remotes).toEqual({});
    expect(state.problem).not.toBeNull();
  });

  it("falls back to this browser's last good copy and reports the problem", () => {
    const kept = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes: { memory: exampleRelease() } };
    browserStorage.write(LAST_GOOD_KEY, JSON.stringify(kept));
    document.body.innerHTML = '<script type="application/json" id="registry">{"half</script>';
    expect(createRegistry().get()).toEqual({
      registry: kept,
      problem: 'The server’s response is not valid JSON.',
      source: 'kept',
    });
  });

  it('passes on the problem that the server reported about its own copy', () => {
    putRegistry({ memory: exampleRelease() });
    document.getElementById('registry')!.dataset['problem'] = 'The file is gone.';
    expect(createRegistry().get()).toMatchObject({ problem: 'The file is gone.', source: 'page' });
  });

  it('names the path that violates the schema', () => {
    putRegistry({ memory: exampleRelease({ entry: 7 as unknown as string }) });
    expect(createRegistry().get().problem).toMatch(/^Invalid value at remotes\.memory\.entry: /);
  });

  it('notifies subscribers when the page switches to another release', () => {
    putRegistry({ memory: exampleRelease() });
    const store = createRegistry();
    const listener = jest.fn();
    const stop = store.subscribe(listener);
    const remotes = { memory: exampleRelease({ version: '1.1.0-ffff0000' }) };
    store.update({ registry: { ...store.get().registry, remotes } });
    expect(store.releaseFor('memory')?.version).toBe('1.1.0-ffff0000');
    stop();
    store.update({ problem: null });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('remotes', () => {
  const exposed = { routes: [], slots: {} };

  function Part() {
    const state = useRemote('memory');
    if (state.status === 'ready') return <p>ready</p>;
    if (state.status === 'loading') return <p>{state.slow ? 'slow' : 'loading'}</p>;
    return <button onClick={state.retry}>{state.failure.reason}</button>;
  }

  /** All requests of one load. */
  const FAILS: ScriptFate[] = ['fails', 'fails', 'fails', 'fails', 'fails'];

  const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

  const retried = jest.fn(async () => undefined);
  const releases: Releases = {
    manager: () => Promise.reject(new Error('No manager runs here.')),
    decision: () => null,
    refusal: async () => null,
    loadFailed: async () => undefined,
    retried,
    crashed: () => undefined,
    followRouter: () => () => undefined,
    stop: () => undefined,
  };

  function setUp(container: string, fates: (arrives: ScriptFate) => ScriptFate[]) {
    const baseUrl = `http://localhost:3001/${container}/`;
    putRegistry({ memory: exampleRelease({ container, version: `1.0.0-${container}`, baseUrl }) });
    globalThis.fetch = jest.fn(async () => {
      throw new TypeError('refused');
    });
    const scripts = fakeScripts(fates({ leaves: container, container: memoryContainer(exposed) }));
    const registry = createRegistry();
    const load = createRemoteLoader(releases.refusal);
    const remotes = createRemotes({ registry, load, releases });
    const federation = { registry, remotes, releases, load, notices: createNotices() };
    const show = () =>
      render(
        <FederationProvider federation={federation}>
          <Part />
        </FederationProvider>,
      );
    return { scripts, remotes, show };
  }

  beforeAll(() => startRuntime());
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reports a slow load after ten seconds, then shows the part', async () => {
    const { scripts, show } = setUp('remote_slow', (arrives) => [
      { ...(arrives as object), after: 15_000 } as ScriptFate,
    ]);
    show();
    expect(screen.getByText('loading')).toBeInTheDocument();
    expect(SLOW_AFTER_MS).toBe(10_000);
    await pass(SLOW_AFTER_MS + 10);
    expect(screen.getByText('slow')).toBeInTheDocument();
    await pass(5000);
    expect(screen.getByText('ready')).toBeInTheDocument();
    scripts.stop();
  });

  it('retries on Retry, with a fresh registry', async () => {
    const { scripts, show } = setUp('remote_retried', (arrives) => [...FAILS, arrives]);
    show();
    await pass(20_000);
    const retry = screen.getByRole('button', {
      name: 'The server at http://localhost:3001 cannot be reached.',
    });
    await act(async () => retry.click());
    await pass(100);
    expect(screen.getByText('ready')).toBeInTheDocument();
    expect(retried).toHaveBeenCalledWith('memory', expect.objectContaining({ kind: 'unreachable' }));
    scripts.stop();
  });

  it('retries when the connection comes back', async () => {
    const { scripts, remotes, show } = setUp('remote_online', (arrives) => [...FAILS, arrives]);
    const stop = remotes.retryWhenOnline();
    show();
    await pass(20_000);
    await act(async () => void window.dispatchEvent(new Event('online')));
    await pass(100);
    expect(screen.getByText('ready')).toBeInTheDocument();
    stop();
    scripts.stop();
  });
});

describe('scriptPolicy', () => {
  const BASE = 'https://memory.example/1.0.0/';
  afterEach(() => forbidRelease(BASE));

  it.each(['/assets/1.0.0/main.js', 'http://localhost/assets/1.0.0/main.js?retry=1'])(
    'accepts the host’s own file %s',
    (address) => expect(allowedScriptUrl(address)).toBe(address),
  );

  it('accepts files of a known release until the release is forbidden', () => {
    allowRelease(BASE, { remote: 'memory', version: '1.0.0' });
    expect(allowedScriptUrl(`${BASE}page.js`)).toBe(`${BASE}page.js`);
    forbidRelease(BASE);
    expect(() => allowedScriptUrl(`${BASE}page.js`)).toThrow('doesn’t belong to a known release');
  });

  it.each([
    'https://elsewhere.example/x.js',
    '/api/downloads/x.js',
    'data:text/javascript,alert(1)',
    'blob:x',
  ])('rejects %s', (address) => expect(() => allowedScriptUrl(address)).toThrow(TypeError));

  it('names the release whose script appears in a stack trace', () => {
    allowRelease(BASE, { remote: 'memory', version: '1.0.0' });
    expect(findRelease(`TypeError: x\n at y (${BASE}page.js:1:2)`)).toEqual({
      remote: 'memory',
      version: '1.0.0',
    });
    expect(findRelease('at z (http://localhost/assets/main.js)')).toBeNull();
  });

  it('accepts only text without markup', () => {
    expect(plainText('&copy;')).toBe('&copy;');
    expect(() => plainText('<img src=x onerror=alert(1)>')).toThrow(TypeError);
  });
});
