import { AT_ONCE, runBatch } from './batch';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const options = (rest: object = {}) => ({
  signal: new AbortController().signal,
  onProgress: jest.fn(),
  isFatal: () => false,
  ...rest,
});

it('processes all items, a few at a time, and reports progress', async () => {
  let now = 0;
  let most = 0;
  const given = options();
  const outcome = await runBatch(
    numbers(20),
    async () => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now--;
    },
    given,
  );
  expect(most).toBe(AT_ONCE);
  expect(outcome).toMatchObject({ failed: [], left: [], stopped: null });
  expect(outcome.succeeded).toHaveLength(20);
  expect(given.onProgress).toHaveBeenLastCalledWith({ done: 20, failed: 0, total: 20 });
});

it('continues after a failure and reports the failed item', async () => {
  const error = new Error('locked');
  const outcome = await runBatch(
    numbers(9),
    async (one) => (one === 3 ? Promise.reject(error) : one),
    options(),
  );
  expect(outcome.failed).toEqual([{ item: 3, error }]);
  expect(outcome.succeeded).toHaveLength(8);
});

it('stops after a fatal error and reports what was not started', async () => {
  const outcome = await runBatch(
    numbers(100),
    async (one) => (one >= 8 ? Promise.reject(new Error('offline')) : one),
    options({ isFatal: () => true }),
  );
  expect(outcome.stopped).toBe('interrupted');
  expect(outcome.succeeded.length + outcome.failed.length + outcome.left.length).toBe(100);
  expect(outcome.left.length).toBeGreaterThan(80);
});

it('starts nothing after a cancel', async () => {
  const controller = new AbortController();
  const outcome = await runBatch(
    numbers(50),
    async (one) => (one === 10 ? controller.abort() : undefined),
    options({ signal: controller.signal }),
  );
  expect(outcome.stopped).toBe('cancelled');
  expect(outcome.succeeded.length + outcome.left.length).toBe(50);
  expect(outcome.left.length).toBeGreaterThan(30);
});
