import type { Change } from '@hindsight/shared-contracts/api';
import { QueryClient, QueryObserver } from '@hindsight/shared-contracts/query';
import { createStore } from '../state/store';
import { followChanges } from './followChanges';
import { createLive } from './live';
import { createChangesToApply } from './startFollowing';
import { shareTabs, unshareTabs } from './testing';

describe('applyChanges', () => {
  const change = (kind: Change['kind'], more: Partial<Change> = {}): Change => ({
    kind,
    scope: null,
    organization_id: null,
    ids: [],
    added: 0,
    changed: 1,
    removed: 0,
    ...more,
  });
  const ALPHA = { scope: 'organization', organization_id: 'alpha' } as const;

  /** Cache with active queries; returns how often each has been refetched since. */
  async function screen(
    queries: QueryClient,
    wanted: Record<string, { key: unknown[]; meta?: QueryObserver['options']['meta'] }>,
  ) {
    const loads: Record<string, number> = {};
    for (const [name, { key, meta }] of Object.entries(wanted)) {
      loads[name] = -1;
      new QueryObserver(queries, {
        queryKey: key,
        meta,
        staleTime: Infinity,
        queryFn: async () => (loads[name] = (loads[name] ?? 0) + 1),
      }).subscribe(() => undefined);
    }
    await jest.advanceTimersByTimeAsync(0);
    return loads;
  }

  let queries: QueryClient;
  beforeEach(() => {
    jest.useFakeTimers();
    queries = new QueryClient();
  });
  afterEach(() => {
    queries.clear();
    jest.useRealTimers();
  });

  test('refetches queries that follow a change in their workspace, and no others', async () => {
    const loads = await screen(queries, {
      here: { key: ['organization:alpha', 'recent'], meta: { follows: ['memories'] } },
      elsewhere: { key: ['organization:beta', 'recent'], meta: { follows: ['memories'] } },
      other: { key: ['organization:alpha', 'agents'], meta: { follows: ['agents'] } },
      list: { key: ['organization:alpha', 'page'], meta: { follows: ['memories'], isSteady: true } },
      elsewhereList: { key: ['organization:beta', 'page'], meta: { follows: ['memories'], isSteady: true } },
      bell: { key: ['notifications', 'me'], meta: { follows: ['notifications'] } },
    });
    const { apply, stop } = createChangesToApply(queries);
    apply([change('memories', ALPHA), change('notifications')], false);
    await jest.advanceTimersByTimeAsync(0);
    expect(loads).toEqual({ here: 1, elsewhere: 0, other: 0, list: 0, elsewhereList: 0, bell: 1 });
    apply([change('memories', ALPHA)], true);
    await jest.advanceTimersByTimeAsync(1000);
    expect(loads).toEqual({ here: 2, elsewhere: 0, other: 0, list: 1, elsewhereList: 0, bell: 1 });
    apply(null, true);
    await jest.advanceTimersByTimeAsync(0);
    expect(loads).toEqual({ here: 3, elsewhere: 1, other: 1, list: 2, elsewhereList: 1, bell: 2 });
    stop();
  });

  test('refetches a query of specific rows when they change, or when the change does not name all rows', async () => {
    const loads = await screen(queries, {
      one: { key: ['person', 'jobs', 'one'], meta: { follows: ['jobs'], ids: ['one'] } },
      two: { key: ['person', 'jobs', 'two'], meta: { follows: ['jobs'], ids: ['two'] } },
    });
    const { apply, stop } = createChangesToApply(queries);
    apply([change('jobs', { ids: ['one'] })], false);
    await jest.advanceTimersByTimeAsync(0);
    expect(loads).toEqual({ one: 1, two: 0 });
    apply([change('jobs', { ids: ['three'], changed: 500 })], false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(loads).toEqual({ one: 2, two: 1 });
    stop();
  });

  test('refetches once a second during continuous changes, and once more after a possibly stale response', async () => {
    let answer: (() => void) | undefined;
    let loads = 0;
    const observer = new QueryObserver(queries, {
      queryKey: ['personal', 'figures'],
      meta: { follows: ['retrievals'] },
      queryFn: () => new Promise<number>((resolve) => (answer = () => resolve((loads += 1)))),
    });
    observer.subscribe(() => undefined);
    const finish = async () => {
      answer?.();
      await jest.advanceTimersByTimeAsync(0);
    };
    await finish();
    const { apply, stop } = createChangesToApply(queries);
    for (let n = 0; n < 10; n += 1) apply([change('retrievals', { scope: 'personal' })], false);
    await finish();
    expect(loads).toBe(2);
    await jest.advanceTimersByTimeAsync(1000);
    await finish();
    expect(loads).toBe(3);

    // This round's request is still in flight when the next change arrives.
    await jest.advanceTimersByTimeAsync(5000);
    apply([change('retrievals', { scope: 'personal' })], false);
    await jest.advanceTimersByTimeAsync(1000);
    apply([change('retrievals', { scope: 'personal' })], false);
    await jest.advanceTimersByTimeAsync(3000);
    await finish();
    await jest.advanceTimersByTimeAsync(1000);
    await finish();
    expect(loads).toBe(5);
    stop();
  });
});

describe('followChanges', () => {
  const news: Change = {
    kind: 'memories',
    scope: 'personal',
    organization_id: null,
    ids: ['a'],
    added: 1,
    changed: 0,
    removed: 0,
  };

  /** Service with streams that the test writes and ends. */
  function harness(refusal: () => number = () => 200, person = 'ann') {
    const requests: { lastEventId: string | undefined; age: number | undefined; signal: AbortSignal }[] = [];
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const live = createLive();
    const wanted = createStore(true);
    const controllers: (typeof controller)[] = [];
    const onChanges = jest.fn();
    const onUnauthorized = jest.fn();
    const onAway = jest.fn();
    const page = new EventTarget() as unknown as Document & { visibilityState: string };
    Object.assign(page, { visibilityState: 'visible' });
    const stop = followChanges({
      live,
      async request(after) {
        requests.push(after);
        if (refusal() !== 200) return new Response('{}', { status: refusal() });
        const stream = new ReadableStream<Uint8Array>({
          start: (given) => void controllers.push((controller = given)),
        });
        const own = controller;
        after.signal.addEventListener('abort', () => own.error(after.signal.reason));
        return new Response(stream);
      },
      person: () => (wanted.get() ? person : null),
      onPersonChange: wanted.subscribe,
      onChanges,
      onUnauthorized,
      onAway,
      page,
    });
    return {
      requests,
      live,
      wanted,
      onChanges,
      onUnauthorized,
      onAway,
      stop,
      /** Sends to the newest stream, or to the one at an index. */
      send: (text: string, place = controllers.length - 1) =>
        controllers[place]?.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      fail: () => controller.error(new Error('reset')),
      show(visibilityState: string) {
        Object.assign(page, { visibilityState });
        page.dispatchEvent(new Event('visibilitychange'));
      },
    };
  }

  const event = (id: string, kind: string, changes: Change[] = []) =>
    `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(changes)}\n\n`;
  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('opens with the first event, passes changes on, and requests those since the page was loaded', async () => {
    const { requests, live, onChanges, send, stop } = harness();
    await settle();
    expect(requests[0]?.age).toBeGreaterThanOrEqual(0);
    expect(live.isOpen.get()).toBe(false);
    send(': keep-alive\n\n');
    send(event('1-1:1:', 'ready'));
    const text = event('2-2:2:', 'changes', [news]);
    send(text.slice(0, 20));
    send(text.slice(20));
    await settle();
    expect(live.isOpen.get()).toBe(true);
    expect(onChanges.mock.calls).toEqual([[[news], false]]);
    stop();
    expect([live.isOpen.get(), requests[0]?.signal.aborted]).toEqual([false, true]);
  });

  test('continues after the last event when the service ends the stream, without falling back to polling', async () => {
    const { requests, live, send, end, stop } = harness();
    await settle();
    send(event('7-7:7:', 'ready'));
    await settle();
    end();
    await settle();
    expect(requests.map(({ age, lastEventId }) => [age !== undefined, lastEventId])).toEqual([
      [true, undefined],
      [false, '7-7:7:'],
    ]);
    expect(live.isOpen.get()).toBe(true);
    stop();
  });

  test('falls back to polling while the service refuses the stream, and retries with increasing back-off', async () => {
    let status = 200;
    const { requests, live, send, fail, stop } = harness(() => status);
    await settle();
    send(event('7-7:7:', 'ready'));
    await settle();
    status = 500;
    fail();
    await settle();
    expect(live.isOpen.get()).toBe(false);
    const tries: number[] = [];
    for (let second = 0; second < 30; second += 1) {
      await jest.advanceTimersByTimeAsync(1000);
      tries.push(requests.length);
    }
    // After 1, 2, 5 and 15 seconds.
    expect([tries[0], tries[2], tries[9], tries[29]]).toEqual([2, 3, 4, 5]);
    stop();
  });

  test('refreshes the session when it has ended', async () => {
    const { onUnauthorized, stop } = harness(() => 401);
    await settle();
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
    stop();
  });

  test("marks only the first stream's initial changes as possibly already loaded", async () => {
    const { onChanges, send, end, stop } = harness();
    await settle();
    send(event('7-7:7:', 'ready', [news]));
    await settle();
    end();
    await settle();
    send(event('8-8:8:', 'ready', [news]));
    await settle();
    expect(onChanges.mock.calls).toEqual([
      [[news], true],
      [[news], false],
    ]);
    stop();
  });

  test('reports missed changes when the service cannot list them', async () => {
    const { onChanges, send, stop } = harness();
    await settle();
    send(event('9-9:9:', 'reset'));
    await settle();
    expect(onChanges.mock.calls).toEqual([[null, true]]);
    stop();
  });

  test('closes while the page is hidden or nobody is signed in, and continues afterwards', async () => {
    const { requests, live, wanted, send, show, stop } = harness();
    await settle();
    send(event('7-7:7:', 'ready'));
    await settle();
    show('hidden');
    expect([live.isOpen.get(), requests[0]?.signal.aborted]).toEqual([false, true]);
    await jest.advanceTimersByTimeAsync(100_000);
    expect(requests).toHaveLength(1);
    show('visible');
    await settle();
    expect(requests[1]?.lastEventId).toBe('7-7:7:');
    wanted.set(false);
    expect(requests[1]?.signal.aborted).toBe(true);
    stop();
  });

  test('treats a connection that stays silent for too long as broken', async () => {
    const { requests, send, stop } = harness();
    await settle();
    send(event('7-7:7:', 'ready'));
    await settle();
    await jest.advanceTimersByTimeAsync(49_000);
    send(': keep-alive\n\n');
    await jest.advanceTimersByTimeAsync(49_000);
    expect(requests).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(2);
    stop();
  });

  test('reports once that the service is away, retries every few seconds, and reports its return', async () => {
    let status = 502;
    const { requests, onAway, send, end, stop } = harness(() => status);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(onAway.mock.calls).toEqual([[true]]);
    const asked = requests.length;
    expect(asked).toBeGreaterThan(10);
    status = 200;
    await jest.advanceTimersByTimeAsync(5000);
    expect(onAway.mock.calls).toEqual([[true], [false]]);
    send(event('1-1:1:', 'ready'));
    await settle();
    // A stream that ends on schedule is no failure.
    end();
    await settle();
    expect(onAway).toHaveBeenCalledTimes(2);
    stop();
  });

  describe('in several tabs of a browser', () => {
    const stops: (() => void)[] = [];
    /** Opens a visible tab and waits for its requests. */
    async function tab(...given: Parameters<typeof harness>) {
      const opened = harness(...given);
      stops.push(opened.stop);
      await settle();
      return opened;
    }
    beforeEach(() => {
      shareTabs();
    });
    afterEach(() => {
      stops.splice(0).forEach((stop) => stop());
      unshareTabs();
    });

    test('shares one stream; the other tabs catch up with one request and then receive its changes', async () => {
      const first = await tab();
      first.send(event('1-1:1:', 'ready'));
      await settle();
      const second = await tab();
      expect([second.requests.length, second.live.isOpen.get()]).toEqual([1, false]);
      second.send(event('2-2:2:', 'ready', [news]));
      await settle();
      expect([second.live.isOpen.get(), second.requests[0]?.signal.aborted]).toEqual([true, true]);
      expect([first.onChanges.mock.calls, second.onChanges.mock.calls]).toEqual([[], [[[news], true]]]);
      const more = { ...news, ids: ['b'] };
      first.send(event('3-3:3:', 'changes', [more]));
      await settle();
      expect([first.onChanges.mock.calls, second.onChanges.mock.calls]).toEqual([
        [[[more], false]],
        [
          [[news], true],
          [[more], false],
        ],
      ]);
      expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    });

    test('passes the stream to another tab when its holder is hidden, and the former holder rejoins when visible', async () => {
      const first = await tab();
      first.send(event('1-1:1:', 'ready'));
      await settle();
      const second = await tab();
      second.send(event('2-2:2:', 'ready'));
      first.send(event('3-3:3:', 'changes', [news]));
      await settle();
      first.show('hidden');
      await settle();
      expect(second.requests.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '3-3:3:']);
      expect([first.live.isOpen.get(), second.live.isOpen.get()]).toEqual([false, true]);
      second.send(event('4-4:4:', 'ready', [news]));
      first.show('visible');
      await settle();
      expect(first.requests[1]?.lastEventId).toBe('3-3:3:');
      first.send(event('5-5:5:', 'ready', [news]));
      await settle();
      expect([first.live.isOpen.get(), first.requests[1]?.signal.aborted]).toEqual([true, true]);
    });

    test('polls in all tabs while the stream is broken, and reports in each that the service is away', async () => {
      let status = 200;
      const first = await tab(() => status);
      first.send(event('1-1:1:', 'ready'));
      await settle();
      const second = await tab();
      second.send(event('2-2:2:', 'ready'));
      await settle();
      status = 502;
      first.fail();
      await jest.advanceTimersByTimeAsync(1000);
      expect([first.live.isOpen.get(), second.live.isOpen.get()]).toEqual([false, false]);
      expect([first.onAway.mock.calls, second.onAway.mock.calls]).toEqual([[[true]], [[true]]]);
      status = 200;
      await jest.advanceTimersByTimeAsync(5000);
      first.send(event('6-6:6:', 'ready'));
      await settle();
      expect(second.onAway.mock.calls).toEqual([[true], [false]]);
      // Each tab catches up on its own missed changes.
      expect(second.requests.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '2-2:2:']);
      second.send(event('7-7:7:', 'ready'));
      await settle();
      expect([first.live.isOpen.get(), second.live.isOpen.get()]).toEqual([true, true]);
    });

    test('opens a separate stream per user', async () => {
      const first = await tab();
      const second = await tab(undefined, 'bob');
      first.send(event('1-1:1:', 'ready'));
      second.send(event('1-1:1:', 'ready'));
      await settle();
      first.send(event('2-2:2:', 'changes', [news]));
      await settle();
      expect(second.onChanges).not.toHaveBeenCalled();
      expect(second.live.isOpen.get()).toBe(true);
    });
  });
});
