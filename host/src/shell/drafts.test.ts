import type { FeatureFlags } from '@hindsight/shared-contracts/shell';
import { createRegistry } from '../federation/registry';
import { exampleRelease, fakePrefetches, putRegistry } from '../federation/testing';
import { browserStorage } from '../session/storage';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { createDrafts } from './drafts';
import { MAX_IDLE_PAGES, FETCHED_AT_REST, LOOK_AGAIN_AFTER, fetchAtRest } from './fetchAtRest';
import { countUse } from './pageUses';

describe('drafts', () => {
  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('allows every step while there is nothing to lose', async () => {
    const drafts = createDrafts();
    await expect(drafts.mayLose()).resolves.toBe(true);
    const release = drafts.hold('your reply');
    release();
    await expect(drafts.mayLose()).resolves.toBe(true);
    await expect(drafts.mayLoseInPlace()).resolves.toBe(true);
    expect([drafts.question.get(), drafts.thrownAway.get()]).toEqual([null, 0]);
  });

  it('asks only about drafts that a step would lose', async () => {
    const drafts = createDrafts();
    drafts.hold('your reply');
    drafts.hold('your block', 'memory-block.detail');
    const going = drafts.mayLose(({ layer }) => layer === null);
    expect(drafts.question.get()?.drafts.map(({ what }) => what)).toEqual(['your reply']);
    drafts.question.get()?.answer(true);
    await expect(going).resolves.toBe(true);
    expect(drafts.get().map(({ what }) => what)).toEqual(['your block']);
    expect(drafts.question.get()).toBeNull();
  });

  it('keeps the draft when the user stays, and asks again next time', async () => {
    const drafts = createDrafts();
    drafts.hold('your reply');
    for (const letGo of [false, true]) {
      const going = drafts.mayLose();
      drafts.question.get()?.answer(letGo);
      await expect(going).resolves.toBe(letGo);
    }
  });

  it('answers "no" to a second question while one is open', async () => {
    const drafts = createDrafts();
    drafts.hold('your reply');
    void drafts.mayLose();
    await expect(drafts.mayLose()).resolves.toBe(false);
    expect(drafts.question.get()).not.toBeNull();
  });

  it('counts drafts that are discarded in place', async () => {
    const drafts = createDrafts();
    drafts.hold('your reply');
    void drafts.mayLoseInPlace();
    drafts.question.get()?.answer(true);
    await settle();
    expect(drafts.thrownAway.get()).toBe(1);
  });

  it('discards only the drafts that the user gives up', async () => {
    const drafts = createDrafts();
    const discard = { page: jest.fn(() => releasePage()), dialog: jest.fn() };
    const releasePage = drafts.hold('your reply', null, discard.page);
    drafts.hold('your block', 'memory-block.detail', discard.dialog);
    for (const letGo of [false, true]) {
      const going = drafts.mayLose(({ layer }) => layer === null);
      expect(discard.page).not.toHaveBeenCalled();
      drafts.question.get()?.answer(letGo);
      await going;
    }
    expect(discard.page).toHaveBeenCalledTimes(1);
    expect(discard.dialog).not.toHaveBeenCalled();
    drafts.discardAll();
    expect(discard.dialog).toHaveBeenCalledTimes(1);
    expect(drafts.get()).toEqual([]);
  });
});

describe('fetchAtRest', () => {
  const entry = (order: number) => ({ label: 'Page', icon: 'memory', order, group: 'work' as const });

  function setUp(flags: Partial<FeatureFlags> = {}, more: string[] = []) {
    const release = exampleRelease();
    const common = { title: 'Page', description: '', access: 'guest' as const };
    release.descriptor.routes = [
      { ...common, path: '/second', navigation: entry(2) },
      { ...common, path: '/first', navigation: entry(1) },
      { ...common, path: '/pruning', navigation: entry(3), flag: 'pruningEnabled' },
      { ...common, path: '/nowhere-in-the-sidebar' },
      ...more.map((path) => ({ ...common, path, navigation: entry(4) })),
    ];
    release.parts = Object.fromEntries(
      release.descriptor.routes.map(({ path }) => [path, [`page${path.replace('/', '-')}.js`]]),
    );
    putRegistry({ memory: release });
    const session = { status: 'guest', user: null };
    let asking = 0;
    let remote: { status: string } | undefined;
    const ask = jest.fn(async (_remote: string, _path: string): Promise<void> => undefined);
    const parts = {
      ahead: { ask },
      federation: {
        registry: createRegistry(),
        remotes: { state: () => remote },
        releases: { decision: () => null },
      },
      queries: { isFetching: () => asking },
      session: { get: () => session },
      settings: { get: () => ({ flags: { ...DEFAULT_FLAGS, ...flags } }) },
    };
    return {
      fetched: () =>
        prefetches.asked
          .flatMap((file) => file.match(/page-(.*)\.js$/)?.slice(1) ?? [])
          .map((name) => `/${name}`),
      session,
      ask,
      wait: (count: number) => (asking = count),
      setRemote: (status: string) => (remote = { status }),
      start: () => fetchAtRest(parts as unknown as Parameters<typeof fetchAtRest>[0]),
    };
  }

  let prefetches: ReturnType<typeof fakePrefetches>;
  beforeEach(() => {
    prefetches = fakePrefetches();
    browserStorage.write('hindsight.page-uses', null);
    window.history.pushState({}, '', '/elsewhere');
    jest.useFakeTimers({ doNotFake: ['performance'] });
    performance.mark = jest.fn();
  });
  afterEach(() => {
    prefetches.stop();
    jest.useRealTimers();
  });

  const later = () => jest.advanceTimersByTimeAsync(10 * LOOK_AGAIN_AFTER);

  it("fetches the sidebar's pages in order, except disabled ones", async () => {
    const { start, fetched } = setUp({ pruningEnabled: false });
    void start();
    await later();
    expect(fetched()).toEqual(['/first', '/second']);
    expect(performance.mark).toHaveBeenCalledWith(FETCHED_AT_REST);
  });

  it('waits while the current page has requests in flight', async () => {
    const { start, fetched, wait } = setUp();
    wait(1);
    void start();
    await later();
    expect(fetched()).toEqual([]);
    wait(0);
    await later();
    expect(fetched()).toEqual(['/first', '/second', '/pruning']);
  });

  it('waits while the code of the current page is loading', async () => {
    window.history.pushState({}, '', '/first');
    const { start, fetched, setRemote } = setUp();
    setRemote('loading');
    void start();
    await later();
    expect(fetched()).toEqual([]);
    setRemote('ready');
    await later();
    expect(fetched()).toHaveLength(3);
  });

  it('waits until the session is known', async () => {
    const { start, fetched, session } = setUp();
    session.status = 'loading';
    void start();
    await later();
    expect(fetched()).toEqual([]);
    session.status = 'guest';
    await later();
    expect(fetched()).toHaveLength(3);
  });

  it('waits while the tab is hidden', async () => {
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { start, fetched } = setUp();
    void start();
    await later();
    expect(fetched()).toEqual([]);
    hidden.mockRestore();
    await later();
    expect(fetched()).toHaveLength(3);
  });

  it('stops when the user has signed out', async () => {
    const { start, fetched, session } = setUp();
    session.status = 'signed-out';
    await Promise.all([start(), later()]);
    expect(fetched()).toEqual([]);
  });

  const use = (path: string, times = 1) => Array.from({ length: times }, () => countUse(path));

  it('starts with the most used pages, and prefetches data after all code', async () => {
    use('/second');
    use('/pruning', 2);
    const { start, fetched, ask } = setUp();
    ask.mockImplementation(async () => expect(fetched()).toHaveLength(3));
    void start();
    await later();
    expect(fetched()).toEqual(['/pruning', '/second', '/first']);
    expect(ask.mock.calls).toEqual([
      ['memory', '/pruning'],
      ['memory', '/second'],
      ['memory', '/first'],
    ]);
  });

  it('limits the number of pages with prefetched data', async () => {
    const more = ['/4', '/5', '/6', '/7'];
    const paths = ['/first', '/second', '/pruning', ...more];
    expect(paths.length).toBeGreaterThan(MAX_IDLE_PAGES);
    const { start, ask } = setUp({}, more);
    void start();
    await later();
    await later();
    expect(ask).toHaveBeenCalledTimes(MAX_IDLE_PAGES);
  });

  it.each([401, 502, 503])(
    'stops silently on a %s response, which the page itself reports',
    async (status) => {
      const warned = jest.spyOn(console, 'warn').mockImplementation();
      const { start, ask } = setUp();
      ask.mockRejectedValue(
        new Error(`The first query of /first failed with status ${status}.`, { cause: status }),
      );
      void start();
      await later();
      expect([ask.mock.calls.length, warned.mock.calls]).toEqual([1, []]);
    },
  );

  it('reports a failed response once, stops prefetching data, and still fetches the code', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    use('/first');
    use('/second');
    const { start, fetched, ask } = setUp();
    ask.mockRejectedValue(new Error('The service is away.'));
    void start();
    await later();
    expect(fetched()).toEqual(['/first', '/second', '/pruning']);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(warned.mock.calls).toEqual([[expect.stringContaining('The service is away.')]]);
  });
});
