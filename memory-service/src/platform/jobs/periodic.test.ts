/** @jest-environment node */
import { startPeriodic } from './periodic';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('looks less and less often while it finds nothing, and soon again after a wake', async () => {
  let found = false;
  const round = jest.fn(() => Promise.resolve(found));
  const periodic = startPeriodic(3000, round);
  const roundsIn = async (ms: number) => {
    round.mockClear();
    await jest.advanceTimersByTimeAsync(ms);
    return round.mock.calls.length;
  };
  expect(await roundsIn(3000)).toBe(1);
  expect(await roundsIn(6000)).toBe(1);
  expect(await roundsIn(12_000)).toBe(1);
  expect(await roundsIn(24_000 + 48_000)).toBe(2);
  expect(await roundsIn(600_000)).toBe(10);
  periodic.wake();
  // Writes that go on do not push the round away.
  expect(await roundsIn(2000)).toBe(0);
  periodic.wake();
  expect(await roundsIn(1000)).toBe(1);
  found = true;
  expect(await roundsIn(6000)).toBe(1);
  expect(await roundsIn(30_000)).toBe(10);
  await periodic.close();
  expect(await roundsIn(600_000)).toBe(0);
});
