/** The real federation runtime against remotes in memory. */
import { init } from '@module-federation/runtime';
import { loadRemoteModule, RemoteLoadError } from './loader';
import { resetRegistry } from './registryClient';
import { exampleRelease, memoryContainer, playScripts, putRegistry } from './testing';

beforeAll(() => void init({ name: 'host', remotes: [] }));
beforeEach(() => resetRegistry());

const door = { routes: [{ path: '/dashboard' }], slots: {} };

/** Each test has a container of its own: the runtime remembers what it has loaded. */
async function load(container: string, exposed: unknown) {
  putRegistry({ memory: exampleRelease({ container }) });
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

it('refuses what is no door and says what is missing', async () => {
  const error = await load('remote_no_routes', { slots: {} });
  expect(error).toBeInstanceOf(RemoteLoadError);
  expect((error as RemoteLoadError).failure).toMatchObject({
    remote: 'memory',
    displayName: 'Memory',
    version: '1.0.0-abcd1234',
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
  putRegistry({ memory: exampleRelease({ container: 'remote_throws' }) });
  const broken = {
    init: () => undefined,
    get: async () => {
      throw new Error('boom');
    },
  };
  const scripts = playScripts([{ leaves: 'remote_throws', container: broken }]);
  await expect(loadRemoteModule('memory')).rejects.toMatchObject({
    failure: { kind: 'broken', displayName: 'Memory', reason: expect.stringContaining('boom') },
  });
  scripts.stop();
});

it('does not remember a failure: the next call loads', async () => {
  jest.useFakeTimers();
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('refused');
  });
  putRegistry({ memory: exampleRelease({ container: 'remote_later' }) });
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
