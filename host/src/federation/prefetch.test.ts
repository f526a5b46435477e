import type { Federation } from './federation';
import { prefetchEntryPoint, prefetchPage, startPageCode } from './prefetch';
import { createRegistry } from './registry';
import { exampleRelease, putRegistry } from './testing';

function prefetched(decision: Promise<unknown> | null, status: 'ready' | 'failed') {
  putRegistry({ memory: exampleRelease() });
  const page = jest.fn(async () => () => null);
  const load = jest.fn(async () => ({ routes: [{ path: '/keywords', load: page }], slots: {} }));
  const remotes = { ensure: jest.fn(), state: () => ({ status }) };
  const parts = { registry: createRegistry(), load, remotes, releases: { decision: () => decision } };
  return { page, load, remotes, federation: parts as unknown as Federation };
}

describe('a page that a person is about to open', () => {
  it('has its code fetched with the entry of its remote', async () => {
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
  ])('has no code fetched while $why', async ({ decision, status }) => {
    const { load, federation } = prefetched(decision, status);
    await prefetchPage(federation, 'memory', '/keywords');
    expect(load).not.toHaveBeenCalled();
  });
});

describe('the page that is about to be drawn', () => {
  it('has its code fetched with the entry of its remote', async () => {
    const { page, remotes, federation } = prefetched(null, 'ready');
    await startPageCode(federation, 'memory', '/keywords');
    expect(remotes.ensure).toHaveBeenCalledWith('memory');
    expect(page).toHaveBeenCalledTimes(1);
  });

  it('has no code fetched while its remote is switched off', async () => {
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

  it(`an entry point is fetched ahead ${fetched} times`, async () => {
    jest.resetModules();
    const loaded = jest.fn(() => ({}));
    jest.doMock('@hindsight/shared-ui/data', loaded);
    await prefetchEntryPoint('data');
    expect(loaded).toHaveBeenCalledTimes(fetched);
  });
});
