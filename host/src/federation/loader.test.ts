/** The real federation runtime against remotes in memory. */
import { RemoteLoadError } from './failure';
import { createRemoteLoader, type LoadRemote } from './loader';
import { exampleRelease, memoryContainer, playScripts, type ScriptFate, startRuntime } from './testing';

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
  const scripts = playScripts([{ leaves: container, container: memoryContainer(value) }]);
  try {
    return await loadRemote('memory', release).catch((error: unknown) => error);
  } finally {
    scripts.stop();
  }
}

it('resolves to the module of a remote', async () => {
  await expect(load('remote_good', exposed)).resolves.toEqual(exposed);
});

it('gives the container the shared modules of the page before it asks for the module', async () => {
  const steps: unknown[] = [];
  const container = {
    init: (scope: object) => void steps.push(Object.keys(scope)),
    get: async (id: string) => {
      steps.push(id);
      return () => exposed;
    },
  };
  const release = exampleRelease({ version: '1.0.0-shares', baseUrl: 'http://localhost:3001/shares/' });
  const scripts = playScripts([{ leaves: 'remote_memory', container }]);
  await loadRemote('memory', release);
  await loadRemote('memory', release);
  scripts.stop();
  expect(steps).toEqual([['react'], './remote', './remote']);
});

it('refuses what is not a remote module and says what is missing', async () => {
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

it('says that a remote is not in the registry', async () => {
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
  const scripts = playScripts([{ leaves: 'remote_throws', container: broken }]);
  await expect(loadRemote('memory', release)).rejects.toMatchObject({
    failure: { kind: 'broken', displayName: 'Memory', reason: 'Its code failed to start: boom.' },
  });
  scripts.stop();
});

const exposedBy = (leaves: string) => ({ leaves, container: memoryContainer(exposed) });

/** Loads a release whose entry meets these fates, with every pause skipped. */
async function loadThrough(container: string, fates: ScriptFate[], answer?: Response) {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (answer) return answer;
    throw new TypeError('refused');
  });
  const release = exampleRelease({ container, baseUrl: `http://localhost:3001/${container}/` });
  const scripts = playScripts(fates);
  try {
    const loading = loadRemote('memory', release).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(60_000);
    return { loaded: await loading, release, asked: scripts.asked };
  } finally {
    scripts.stop();
    jest.useRealTimers();
  }
}

it('requests an entry that does not arrive five times, each time under an address of its own', async () => {
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
])('says that a server %s', async (name, answer, kind, reason) => {
  const { loaded } = await loadThrough(`remote_${name.replace(/ /g, '_')}`, [], answer);
  expect((loaded as RemoteLoadError).failure).toMatchObject({ kind, reason });
});

it('does not remember a failure: the next call requests the entry under a new address', async () => {
  const { loaded, release } = await loadThrough('remote_later', []);
  expect(loaded).toBeInstanceOf(RemoteLoadError);
  const scripts = playScripts([exposedBy('remote_later')]);
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
  function playLinks(answers: ('load' | 'error')[] = []) {
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

  it('links each file with its hash before the entry is imported', async () => {
    const links = playLinks();
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

  it('asks again for a file that did not arrive, and imports nothing of one that was changed', async () => {
    jest.useFakeTimers();
    const importModule = jest.fn(async () => memoryContainer(exposed));
    const load = createRemoteLoader(async () => null, importModule);
    playLinks(['load', 'error']);
    const later = load('memory', release('late'));
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(later).resolves.toEqual(exposed);
    importModule.mockClear();
    playLinks(Array<'error'>(20).fill('error'));
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('refused'));
    const never = load('memory', release('changed')).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await never).toMatchObject({ failure: { kind: 'unreachable' } });
    expect(importModule).not.toHaveBeenCalled();
    jest.useRealTimers();
  });
});

it('keeps nothing of the program of a dropped release', async () => {
  const { release } = await loadThrough('remote_dropped', [exposedBy('remote_dropped')]);
  Object.assign(globalThis, { webpackChunkremote_dropped: [] });
  loadRemote.drop?.(release);
  expect(globalThis).not.toHaveProperty('webpackChunkremote_dropped');
  expect((globalThis as Record<string, unknown>).remote_dropped).toBeUndefined();
});
