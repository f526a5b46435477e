import { addOutcomes, splitIntoBatches, countOutcome } from './batches';
import { BATCH_SIZE, CARD_BLOCKS, COMPACTION, estimatedMinutes, estimatedPercent, PRUNING } from './limits';
import { forEachLimited, MAX_CONCURRENT } from './forEachLimited';
import { toMethod } from './method';

it('keeps the numbers of the specification', () => {
  expect(BATCH_SIZE).toBe(200);
  expect(CARD_BLOCKS).toBe(5);
  expect(COMPACTION).toEqual({
    defaultCount: 50,
    countPicks: [10, 25, 50, 100],
    allAbove: 100,
    costlyAbove: 50,
    defaultConcurrency: 4,
    minConcurrency: 1,
    maxConcurrency: 10,
    concurrencyPicks: [1, 2, 4, 6, 8],
    busyFrom: 6,
    toastMs: 8000,
  });
  expect(PRUNING).toEqual({
    batchSize: { default: 50, min: 1, max: 100 },
    targetCount: { default: 100, min: 0 },
    maxIterations: { default: 10, min: 1, max: 100 },
    reasonLength: 50,
    contentLength: 100,
  });
});

it('estimates progress at two seconds a block and at least fifteen in all, and never claims the end', () => {
  expect(estimatedPercent(50, 25_000)).toBe(25);
  expect(estimatedPercent(1, 3000)).toBe(20);
  expect(estimatedPercent(1, 60_000)).toBe(95);
});

it('estimates from ceil(count/concurrency/10) to ceil(count/concurrency/5) minutes', () => {
  expect(estimatedMinutes(50, 4)).toEqual({ from: 2, to: 3 });
  expect(estimatedMinutes(1, 10)).toEqual({ from: 1, to: 1 });
  expect(estimatedMinutes(1000, 1)).toEqual({ from: 100, to: 200 });
});

it('splits ids into batches of 200, each id once', () => {
  const ids = Array.from({ length: 401 }, (_, n) => `id-${n}`);
  expect(splitIntoBatches([...ids, 'id-0']).map(({ length }) => length)).toEqual([200, 200, 1]);
  expect(splitIntoBatches([])).toEqual([]);
});

it('separates results that succeeded from failed ones, and adds them up', () => {
  const outcome = countOutcome([
    { memory_block_id: 'a', success: true },
    { memory_block_id: 'b', success: false, error: 'Gone.' },
    { memory_block_id: 'c', success: false },
  ]);
  expect(outcome.rows).toEqual([{ memory_block_id: 'a', success: true }]);
  expect(outcome.failures).toEqual([
    { id: 'b', reason: 'Gone.' },
    { id: 'c', reason: 'The service did not give a reason.' },
  ]);
  expect(addOutcomes(outcome, outcome).failures).toHaveLength(4);
});

it('does a few at a time and goes on after a failure', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const failed = await forEachLimited(
    ['a', 'b', 'c', 'd', 'e', 'f'],
    async (id) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (id === 'b') throw new Error('No.');
    },
    (count) => done.push(count),
  );
  expect(failed).toEqual([{ id: 'b', error: new Error('No.') }]);
  expect(most).toBe(MAX_CONCURRENT);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

it('calls any other method unknown', () => {
  expect(['model', 'deterministic', 'magic', undefined].map(toMethod)).toEqual([
    'model',
    'deterministic',
    'unknown',
    'unknown',
  ]);
});
