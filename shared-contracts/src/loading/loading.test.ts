import { loadWithRetry, retryAddress } from '.';

/** Fails the given number of times, then resolves to the number of calls. */
function failing(times: number, error: unknown = new Error('lost')) {
  let calls = 0;
  return jest.fn(async () => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  });
}
const noWait = { wait: async () => undefined };

it.each([0, 1, 3, 4])('returns the result after %i failures', async (times) => {
  await expect(loadWithRetry(failing(times), undefined, noWait)).resolves.toBe(times + 1);
});

it('throws the last error after five calls', async () => {
  const load = failing(9);
  await expect(loadWithRetry(load, undefined, noWait)).rejects.toThrow('lost');
  expect(load).toHaveBeenCalledTimes(5);
});

it('does not retry an error that is not a network failure', async () => {
  const load = failing(9, new TypeError('thrown while the file ran'));
  await expect(loadWithRetry(load, (error) => !(error instanceof TypeError), noWait)).rejects.toThrow(
    'thrown while the file ran',
  );
  expect(load).toHaveBeenCalledTimes(1);
});

it('increases the delay before each retry', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  await loadWithRetry(failing(4), undefined, { wait });
  expect(waits).toHaveLength(4);
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
});

it('waits for the connection while the browser is offline', async () => {
  const events = new EventTarget();
  const state = { onLine: false };
  const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: state });
  globalThis.addEventListener = events.addEventListener.bind(events) as typeof globalThis.addEventListener;
  try {
    const load = failing(1);
    const loaded = loadWithRetry(load, undefined, noWait);
    await Promise.resolve().then(() => undefined);
    await new Promise(setImmediate);
    expect(load).toHaveBeenCalledTimes(1);
    state.onLine = true;
    events.dispatchEvent(new Event('online'));
    await expect(loaded).resolves.toBe(2);
  } finally {
    if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore);
    delete (globalThis as { addEventListener?: unknown }).addEventListener;
  }
});

it('gives each retry a distinct URL', () => {
  expect([0, 1, 2].map((failures) => retryAddress('/a.js', failures))).toEqual([
    '/a.js',
    '/a.js?retry=1',
    '/a.js?retry=2',
  ]);
});
