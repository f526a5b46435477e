import { isTooDeep } from './jsonDepth';
import { createRateLimit } from './rateLimit';

test('nesting is counted outside of strings only', () => {
  expect(isTooDeep('['.repeat(32) + ']'.repeat(32))).toBe(false);
  expect(isTooDeep('['.repeat(33) + ']'.repeat(33))).toBe(true);
  expect(isTooDeep(JSON.stringify({ a: '['.repeat(99), b: '\\"{'.repeat(99) }))).toBe(false);
  expect(isTooDeep('[],'.repeat(99))).toBe(false);
});

test('a caller gets the burst, then one request for each refill; others are not held up', () => {
  let time = 0;
  const limit = createRateLimit(2, () => time);
  expect([1, 2, 3, 4].map(() => limit('a'))).toEqual([0, 0, 0, 0]);
  expect(limit('a')).toBe(1);
  expect(limit('b')).toBe(0);
  time = 500;
  expect([limit('a'), limit('a')]).toEqual([0, 1]);
  expect(createRateLimit(0)('a')).toBe(0);
});
