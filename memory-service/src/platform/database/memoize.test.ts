import { createRemember, readEachTime } from './memoize';

test('what was read is kept until something is written, and read once for all who ask at once', async () => {
  const { remember, forget } = createRemember();
  let reads = 0;
  const find = async () => (reads += 1);
  expect(await Promise.all([remember('list', find), remember('list', find)])).toEqual([1, 1]);
  expect(await remember('other', find)).toBe(2);
  expect(await remember('list', find)).toBe(1);
  forget();
  expect(await remember('list', find)).toBe(3);
});

test('what is read while something is written is not kept', async () => {
  const { remember, forget } = createRemember();
  let answer: (value: string) => void = () => undefined;
  const before = remember('list', () => new Promise<string>((resolve) => (answer = resolve)));
  forget();
  answer('old');
  expect(await before).toBe('old');
  expect(await remember('list', async () => 'new')).toBe('new');
});

test('where others write, everything is read each time', async () => {
  const find = jest.fn(async () => 'rows');
  await readEachTime.remember('list', find);
  await readEachTime.remember('list', find);
  expect(find).toHaveBeenCalledTimes(2);
});
