import { addTallies, batchesOf, readBulkAnswer, readTriggerAnswer, tallyOf } from './batches';
import {
  BATCH_SIZE,
  CARD_BLOCKS,
  COMPACTION,
  ESTIMATE,
  estimatedMinutes,
  estimatedPercent,
  PRUNING,
} from './limits';
import { eachOf, AT_ONCE } from './eachOf';
import { readMethod } from './method';

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
  expect(ESTIMATE).toEqual({ perBlockMs: 2000, leastMs: 15_000, everyMs: 1000 });
});

it('estimates from ceil(count/concurrency/10) to ceil(count/concurrency/5) minutes', () => {
  expect(estimatedMinutes(50, 4)).toEqual({ from: 2, to: 3 });
  expect(estimatedMinutes(1, 10)).toEqual({ from: 1, to: 1 });
  expect(estimatedMinutes(1000, 1)).toEqual({ from: 100, to: 200 });
});

it('estimates progress by 2 s a block, 15 s at least, and never says that it is done', () => {
  expect(estimatedPercent(1, 7500)).toBe(50);
  expect(estimatedPercent(100, 100_000)).toBe(50);
  expect(estimatedPercent(100, 10_000_000)).toBe(99);
  expect(estimatedPercent(1, -5)).toBe(0);
});

it('splits ids into batches of 200, each id once', () => {
  const ids = Array.from({ length: 401 }, (_, n) => `id-${n}`);
  expect(batchesOf([...ids, 'id-0']).map(({ length }) => length)).toEqual([200, 200, 1]);
  expect(batchesOf([])).toEqual([]);
});

it('adds outcomes up and counts ids without an outcome as failed', () => {
  const rows = [
    { memory_block_id: 'A', success: true },
    { memory_block_id: 'b', success: false, error: 'Gone.' },
    null,
  ];
  const tally = tallyOf(rows, ['a', 'b', 'c']);
  expect(tally).toMatchObject({ succeeded: 1, failed: 2 });
  expect(tally.failures).toEqual([
    { id: 'b', reason: 'Gone.' },
    { id: 'c', reason: 'The service did not say why.' },
  ]);
  expect(addTallies([tally, tally])).toMatchObject({ succeeded: 2, failed: 4 });
});

it('reads a bulk answer with results, with suggestions, or with counts alone', () => {
  expect(readBulkAnswer({ results: [{ memory_block_id: 'a', success: true }] }, ['a'])).toMatchObject({
    succeeded: 1,
    failed: 0,
  });
  expect(readBulkAnswer({ suggestions: [{ memory_block_id: 'a' }] }, ['a', 'b'])).toMatchObject({
    succeeded: 1,
    failed: 1,
  });
  expect(readBulkAnswer({ successful_count: 3, failed_count: 1 }, ['a'])).toMatchObject({
    succeeded: 3,
    failed: 1,
  });
  expect(readBulkAnswer(null, ['a', 'b'])).toMatchObject({ succeeded: 0, failed: 2 });
  expect(readTriggerAnswer({ suggestions_created: 2 }).rows).toHaveLength(2);
  expect(readTriggerAnswer({ message: 'Done.' }).message).toBe('Done.');
  expect(() => readTriggerAnswer('<html>')).toThrow('cannot read');
});

it('does a few at a time and goes on after a failure', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const failed = await eachOf(
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
  expect(most).toBe(AT_ONCE);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

it('knows the two methods and admits that it does not know', () => {
  expect(['model', 'deterministic', 'magic', undefined].map(readMethod)).toEqual([
    'model',
    'rules',
    'unknown',
    'unknown',
  ]);
});
