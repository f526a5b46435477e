/** @jest-environment node */
import { nearPairs } from './nearPairs';

test('finds vectors that point nearly the same way, and none of another size', async () => {
  const vectors = [[1, 0], [0.96, 0.28], [0, 1], [1]];
  expect(await nearPairs(vectors, 0.9)).toEqual([[0, 1, expect.closeTo(0.96)]]);
  expect(await nearPairs(vectors, 0.2)).toEqual([
    [0, 1, expect.closeTo(0.96)],
    [1, 2, expect.closeTo(0.28)],
  ]);
  expect(await nearPairs([])).toEqual([]);
});
