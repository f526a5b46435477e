import { createFairShare, LineTooLong } from './fairShare';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Work that ends when it is told to, and a record of what began in which order. */
function workplace() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const settled = () => jest.advanceTimersByTimeAsync(0);
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, work, end, settled };
}

test('a caller has its share at work, the rest waits, and another caller is next', async () => {
  const share = createFairShare({ total: 3, perCaller: 2, waiting: 10 });
  const { begun, work, end, settled } = workplace();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => share.run(name.slice(0, 1), work(name)));
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('a2');
  await end('b1');
  expect(begun.slice(4)).toEqual(['b2', 'a4']);
  for (const name of ['a3', 'a4', 'b2']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

test('work that fails gives its place back, and its failure to who asked', async () => {
  const share = createFairShare({ total: 1, perCaller: 1, waiting: 10 });
  await expect(share.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await share.run('a', () => Promise.resolve(1))).toBe(1);
});

test('a line that is too long takes no more, and others are not refused', async () => {
  const share = createFairShare({ total: 1, perCaller: 1, waiting: 1 });
  const { work, end } = workplace();
  const first = share.run('a', work('a1'));
  const second = share.run('a', work('a2'));
  await expect(share.run('a', work('a3'))).rejects.toThrow(LineTooLong);
  const other = share.run('b', work('b1'));
  await end('a1');
  await end('a2');
  await end('b1');
  await end('a2');
  expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
});
