import { createLimiter } from './limiter';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('runs no more at once than it may, and each in its turn', async () => {
  const limit = createLimiter(2);
  const { signal } = new AbortController();
  const finish: (() => void)[] = [];
  const started: number[] = [];
  const all = [1, 2, 3, 4].map((number) =>
    limit(() => {
      started.push(number);
      return new Promise<number>((resolve) => finish.push(() => resolve(number)));
    }, signal),
  );
  await settled();
  expect(started).toEqual([1, 2]);
  finish[0]?.();
  await settled();
  expect(started).toEqual([1, 2, 3]);
  finish[1]?.();
  finish[2]?.();
  await settled();
  finish[3]?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

it('never starts what nobody wants any more, and goes on after a failure', async () => {
  const limit = createLimiter(1);
  const gone = new AbortController();
  let fail: (error: Error) => void = () => undefined;
  const first = limit(() => new Promise((_, reject) => (fail = reject)), new AbortController().signal);
  const work = jest.fn(async () => 'done');
  const second = limit(work, gone.signal);
  const third = limit(work, new AbortController().signal);
  gone.abort();
  fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect(await third).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});
