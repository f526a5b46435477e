import type { FeatureFlags } from '@hindsight/shared-contracts/shell';
import { createRegistry } from '../federation/registry';
import { exampleRelease, putRegistry } from '../federation/testing';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { FETCHED_AT_REST, fetchAtRest, LOOK_AGAIN_AFTER } from './fetchAtRest';

const entry = (order: number) => ({ label: 'Page', icon: 'memory', order, group: 'work' as const });

function setUp(flags: Partial<FeatureFlags> = {}) {
  const release = exampleRelease();
  const common = { title: 'Page', description: '', access: 'guest' as const };
  release.descriptor.routes = [
    { ...common, path: '/second', navigation: entry(2) },
    { ...common, path: '/first', navigation: entry(1) },
    { ...common, path: '/pruning', navigation: entry(3), flag: 'pruningEnabled' },
    { ...common, path: '/nowhere-in-the-sidebar' },
  ];
  putRegistry({ memory: release });
  const fetched: string[] = [];
  const routes = release.descriptor.routes.map(({ path }) => ({
    path,
    load: async () => void fetched.push(path),
  }));
  const session = { status: 'guest', user: null };
  let asking = 0;
  const parts = {
    federation: {
      registry: createRegistry(),
      load: async () => ({ routes, slots: {} }),
      remotes: { state: () => undefined },
      releases: { decision: () => null },
    },
    queries: { isFetching: () => asking },
    session: { get: () => session },
    settings: { get: () => ({ flags: { ...DEFAULT_FLAGS, ...flags } }) },
  };
  return {
    fetched,
    session,
    ask: (count: number) => (asking = count),
    start: () => fetchAtRest(parts as unknown as Parameters<typeof fetchAtRest>[0]),
  };
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  performance.mark = jest.fn();
});
afterEach(() => jest.useRealTimers());

const later = () => jest.advanceTimersByTimeAsync(10 * LOOK_AGAIN_AFTER);

it('fetches the pages of the sidebar in its order, but none that is switched off', async () => {
  const { start, fetched } = setUp({ pruningEnabled: false });
  void start();
  await later();
  expect(fetched).toEqual(['/first', '/second']);
  expect(performance.mark).toHaveBeenCalledWith(FETCHED_AT_REST);
});

it('waits while the page at work waits for an answer', async () => {
  const { start, fetched, ask } = setUp();
  ask(1);
  void start();
  await later();
  expect(fetched).toEqual([]);
  ask(0);
  await later();
  expect(fetched).toEqual(['/first', '/second', '/pruning']);
});

it('waits until it is known who is here', async () => {
  const { start, fetched, session } = setUp();
  session.status = 'loading';
  void start();
  await later();
  expect(fetched).toEqual([]);
  session.status = 'guest';
  await later();
  expect(fetched).toHaveLength(3);
});

it('waits while the tab is hidden', async () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { start, fetched } = setUp();
  void start();
  await later();
  expect(fetched).toEqual([]);
  hidden.mockRestore();
  await later();
  expect(fetched).toHaveLength(3);
});

it('ends when the person has gone', async () => {
  const { start, fetched, session } = setUp();
  session.status = 'signed-out';
  await Promise.all([start(), later()]);
  expect(fetched).toEqual([]);
});
