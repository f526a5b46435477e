import { overturned, duplicates } from '../../../testing/judged/statements.json';
import { lookalike } from '../../../testing/judged/proposals.json';
import { groupAlike } from './alike';

const hit = (id: string, text: string, day: number) => ({
  ...{ id, text, isBeside: false, coverage: 0.8 },
  saidAt: new Date(Date.UTC(2026, 0, day)),
});

test('the newest leads those that say the same or the opposite, at the place of the best of them', () => {
  const hits = [
    hit('old', 'The staging cluster runs PostgreSQL 14.', 1),
    hit('other', 'The wiki is backed up every night.', 9),
    hit('newest', 'The staging cluster runs PostgreSQL 17.', 3),
    hit('same', 'PostgreSQL 17 runs the staging cluster.', 2),
  ];
  expect(groupAlike(hits)).toEqual([
    {
      id: 'newest',
      others: [
        { id: 'same', contradicts: false },
        { id: 'old', contradicts: true },
      ],
    },
    { id: 'other', others: [] },
  ]);
});

test('what answers the question better stays apart, however old it is', () => {
  const asked = { ...hit('asked', 'Rollback of checkout failed in the canary pool.', 1), coverage: 0.9 };
  const alike = {
    ...hit('alike', 'Rollback of checkout failed in the canary pool again.', 2),
    coverage: 0.6,
  };
  expect(groupAlike([asked, alike]).map(({ id }) => id)).toEqual(['asked', 'alike']);
});

test('the same words mean something else where another match in the conversation explains them', () => {
  const beside = { ...hit('beside', 'The kite flew very high.', 1), isBeside: true };
  expect(groupAlike([beside, hit('elsewhere', 'The kite flew very high.', 2)]).map(({ id }) => id)).toEqual([
    'beside',
    'elsewhere',
  ]);
});

test('texts of a few words are like nothing, and equally old ones keep their order', () => {
  const hits = [
    hit('a', 'a fact', 1),
    hit('b', 'a fact', 2),
    hit('c', 'one fact said twice', 1),
    hit('d', 'one fact said twice', 1),
  ];
  expect(groupAlike(hits).map(({ id, others }) => [id, ...others.map((other) => other.id)])).toEqual([
    ['a'],
    ['b'],
    ['c', 'd'],
  ]);
});

const folds = ([older = '', newer = '']: readonly string[]) => {
  const [first] = groupAlike([hit('older', older, 1), hit('newer', newer, 2)]);
  return first?.id === 'newer' && first.others.length === 1;
};

test.each([
  ['overturned facts', overturned],
  ['near duplicates', duplicates],
])('folds 27 of 30 pairs of %s', (_name, pairs) => {
  expect(pairs.filter(folds).length).toBeGreaterThanOrEqual(27);
});

test('keeps apart what was written alike about different things', () => {
  expect(lookalike.filter(folds).length).toBeLessThanOrEqual(3);
});
