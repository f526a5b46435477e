import { axisTicks } from './axisTicks';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [6, [0, 2, 4, 6]],
  [65, [0, 20, 40, 60, 80]],
  [12_345, [0, 5000, 10_000, 15_000]],
])('marks an axis up to %p with whole round numbers', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks);
});
