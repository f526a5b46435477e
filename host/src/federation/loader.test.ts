/** The real federation runtime against remotes in memory. */
import { RemoteLoadError } from './failure';
import { createRemoteLoader, TOTAL_DEADLINE_MS, type LoadRemote } from './loader';
import { exampleRelease, memoryContainer, playScripts, startRuntime } from './testing';

beforeAll(() => startRuntime());

let loadRemote: LoadRemote;
beforeEach(() => (loadRemote = createRemoteLoader(async () => null)));

const exposed = { routes: [{ path: '/dashboard', load: async () => () => null }], slots: {} };

async function load(container: string, value: unknown) {
  const release = exampleRelease({ container, version: `1.0.0-${container}` });
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
  const release = exampleRelease({ version: '1.0.0-shares' });
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
    failure: { kind: 'unknown', reason: 'It is not in the registry.' },
  });
});

it('names the remote whose code fails to start', async () => {
  const release = exampleRelease({ container: 'remote_throws', version: '1.0.0-throws' });
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

it('names the server that hung when a busy machine exceeds the deadline during its tries', async () => {
  jest.useFakeTimers();
  // The pauses between the tries take seconds.
  const random = jest.spyOn(Math, 'random').mockReturnValue(20);
  const release = exampleRelease({ container: 'remote_hung', version: '1.0.0-hung' });
  const scripts = playScripts(['hangs', 'hangs', 'hangs']);
  const loading = loadRemote('memory', release).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(TOTAL_DEADLINE_MS);
  expect(await loading).toMatchObject({
    failure: { reason: 'The server at http://localhost:3001 did not answer within 4 seconds.' },
  });
  await jest.advanceTimersByTimeAsync(TOTAL_DEADLINE_MS);
  scripts.stop();
  random.mockRestore();
  jest.useRealTimers();
});

it('does not remember a failure: the next call loads', async () => {
  jest.useFakeTimers();
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('refused');
  });
  const release = exampleRelease({ container: 'remote_later', version: '1.0.0-later' });
  const scripts = playScripts([
    'fails',
    'fails',
    'fails',
    { leaves: 'remote_later', container: memoryContainer(exposed) },
  ]);
  const first = loadRemote('memory', release).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await first).toBeInstanceOf(RemoteLoadError);
  jest.useRealTimers();
  await expect(loadRemote('memory', release)).resolves.toEqual(exposed);
  scripts.stop();
});
