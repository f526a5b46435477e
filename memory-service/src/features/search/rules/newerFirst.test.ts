import { overturned, duplicates } from '../../../testing/judged/statements.json';
import { newerFirst } from './newerFirst';

const hit = (id: string, text: string, day: number, coverage = 0.8) => ({
  ...{ id, text, coverage, isBeside: false },
  saidAt: new Date(Date.UTC(2026, 0, day)),
});

test('the newest leads among hits that say the same or the opposite, and keeps the places of the group', () => {
  const hits = [
    hit('old', 'Staging runs PostgreSQL 14.', 1),
    hit('other', 'The wiki is backed up every night.', 9),
    hit('newest', 'Staging runs PostgreSQL 17.', 3),
    hit('newer', 'Staging runs PostgreSQL 16 since the upgrade.', 2),
  ];
  expect(newerFirst(hits)).toEqual([
    { id: 'newest', older: 2 },
    { id: 'other', older: 0 },
    { id: 'newer', older: 0 },
    { id: 'old', older: 0 },
  ]);
});

test('what answers the question better stays first, however old it is', () => {
  const hits = [
    hit('asked', 'Rollback of checkout failed in the canary pool.', 1, 0.9),
    hit('alike', 'Rollback of ledger failed in the canary pool.', 2, 0.6),
  ];
  expect(newerFirst(hits).map(({ id }) => id)).toEqual(['asked', 'alike']);
});

test('texts without words are like nothing, and equally old ones keep their order', () => {
  const hits = [hit('a', '--', 1), hit('b', '--', 2), hit('c', 'one fact', 1), hit('d', 'one fact', 1)];
  expect(newerFirst(hits).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test.each([
  ['overturned facts', overturned],
  ['near duplicates', duplicates],
])('sees 27 of 30 pairs of %s', (_name, pairs) => {
  const seen = pairs.filter(([older, newer]) => {
    const [first] = newerFirst([hit('older', older!, 1), hit('newer', newer!, 2)]);
    return first?.id === 'newer' && first.older === 1;
  });
  expect(seen.length).toBeGreaterThanOrEqual(27);
});
