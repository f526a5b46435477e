import type { Change } from '@hindsight/shared-contracts/api';
import { createStore } from '../state/store';
import { followChanges } from './followChanges';
import { createLive } from './live';

const news: Change = {
  kind: 'memories',
  scope: 'personal',
  organization_id: null,
  ids: ['a'],
  added: 1,
  changed: 0,
  removed: 0,
};

/** A service whose streams the test writes and ends. */
function harness(refusal: () => number = () => 200) {
  const requests: { lastEventId: string | undefined; age: number | undefined; signal: AbortSignal }[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const live = createLive();
  const wanted = createStore(true);
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
      return new Response(new ReadableStream({ start: (given) => void (controller = given) }));
    },
    isWanted: wanted.get,
    onWantedChange: wanted.subscribe,
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
    send: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
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

test('is open from the first event, passes changes on, and starts with what the page is too old to know', async () => {
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
  expect(onChanges.mock.calls).toEqual([[[news]]]);
  stop();
  expect([live.isOpen.get(), requests[0]?.signal.aborted]).toEqual([false, true]);
});

test('continues after the last event when the service ends the stream, without a gap in which pages poll', async () => {
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

test('polls while the service refuses the stream, and tries again after longer and longer pauses', async () => {
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

test('asks who is looking when the session has ended', async () => {
  const { onUnauthorized, stop } = harness(() => 401);
  await settle();
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
  stop();
});

test('says that some were missed when the service cannot know them', async () => {
  const { onChanges, send, stop } = harness();
  await settle();
  send(event('9-9:9:', 'reset'));
  await settle();
  expect(onChanges.mock.calls).toEqual([[null]]);
  stop();
});

test('is closed while the page is hidden or nobody is signed in, and continues afterwards', async () => {
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

test('takes a connection that has been silent for too long as broken', async () => {
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

test('says once that the service is away, asks every few seconds, and says when it is back', async () => {
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
  // A stream that ends at its time is no failure.
  end();
  await settle();
  expect(onAway).toHaveBeenCalledTimes(2);
  stop();
});
