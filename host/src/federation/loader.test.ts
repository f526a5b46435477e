/** The real federation runtime against remotes in memory. */
import type * as backoff from './backoff';
import { TOTAL_DEADLINE_MS, wait } from './backoff';
import { loadRemoteModule, RemoteLoadError } from './loader';
import { resetRegistry } from './registryClient';
import { exampleRelease, memoryContainer, playScripts, putRegistry, startRuntime } from './testing';

jest.mock('./backoff', () => {
  const actual = jest.requireActual<typeof backoff>('./backoff');
  return { ...actual, wait: jest.fn(actual.wait) };
});

beforeAll(() => startRuntime());
beforeEach(() => resetRegistry());

const door = { routes: [{ path: '/dashboard', load: async () => () => null }], slots: {} };

/** Each test has a version of its own: a container that is ready stays ready. */
async function load(container: string, exposed: unknown) {
  putRegistry({ memory: exampleRelease({ container, version: `1.0.0-${container}` }) });
  const scripts = playScripts([{ leaves: container, container: memoryContainer(exposed) }]);
  try {
    return await loadRemoteModule('memory').catch((error: unknown) => error);
  } finally {
    scripts.stop();
  }
}

it('hands over the door of a remote', async () => {
  await expect(load('remote_good', door)).resolves.toEqual(door);
});

it('gives the container the shared modules of the page before it asks for the door', async () => {
  const steps: unknown[] = [];
  const container = {
    init: (scope: object) => void steps.push(Object.keys(scope)),
    get: async (id: string) => {
      steps.push(id);
      return () => door;
    },
  };
  putRegistry({ memory: exampleRelease({ version: '1.0.0-shares' }) });
  const scripts = playScripts([{ leaves: 'remote_memory', container }]);
  await loadRemoteModule('memory');
  await loadRemoteModule('memory');
  scripts.stop();
  expect(steps).toEqual([['react'], './remote', './remote']);
});

it('refuses what is no door and says what is missing', async () => {
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
  putRegistry({});
  await expect(loadRemoteModule('memory')).rejects.toMatchObject({
    failure: { kind: 'unknown', reason: 'It is not in the registry.' },
  });
});

it('names the remote whose program fails to start', async () => {
  putRegistry({ memory: exampleRelease({ container: 'remote_throws', version: '1.0.0-throws' }) });
  const broken = {
    init: () => undefined,
    get: async () => {
      throw new Error('boom');
    },
  };
  const scripts = playScripts([{ leaves: 'remote_throws', container: broken }]);
  await expect(loadRemoteModule('memory')).rejects.toMatchObject({
    failure: { kind: 'broken', displayName: 'Memory', reason: 'Its program failed to start: boom.' },
  });
  scripts.stop();
});

it('says which server hung, where a tired machine has not done with its tries in the whole time', async () => {
  jest.useFakeTimers();
  const slowly = () => new Promise<void>((go) => setTimeout(go, 3000));
  jest.mocked(wait).mockImplementationOnce(slowly).mockImplementationOnce(slowly);
  putRegistry({ memory: exampleRelease({ container: 'remote_hung', version: '1.0.0-hung' }) });
  const scripts = playScripts(['hangs', 'hangs', 'hangs']);
  const loading = loadRemoteModule('memory').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(TOTAL_DEADLINE_MS);
  expect(await loading).toMatchObject({
    failure: { reason: 'The server at http://localhost:3001 did not answer within 4 seconds.' },
  });
  await jest.advanceTimersByTimeAsync(TOTAL_DEADLINE_MS);
  scripts.stop();
  jest.useRealTimers();
});

it('does not remember a failure: the next call loads', async () => {
  jest.useFakeTimers();
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('refused');
  });
  putRegistry({ memory: exampleRelease({ container: 'remote_later', version: '1.0.0-later' }) });
  const scripts = playScripts([
    'fails',
    'fails',
    'fails',
    { leaves: 'remote_later', container: memoryContainer(door) },
  ]);
  const first = loadRemoteModule('memory').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await first).toBeInstanceOf(RemoteLoadError);
  jest.useRealTimers();
  await expect(loadRemoteModule('memory')).resolves.toEqual(door);
  scripts.stop();
});
