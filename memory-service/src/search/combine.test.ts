import { combineHits, recencyFactor, weightsAddUp } from './combine';
import type { BlockFacts } from './combine';

const NOW = new Date('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const fact = (days: number, feedbackScore = 0): BlockFacts => ({
  createdAt: daysAgo(days),
  feedbackScore,
  visibilityScope: 'public',
});

test('recency halves in 30 days and stays between 0.25 and 1.15', () => {
  expect(recencyFactor(NOW, NOW)).toBe(1.15);
  expect(recencyFactor(daysAgo(30), NOW)).toBeCloseTo(0.575);
  expect(recencyFactor(daysAgo(3000), NOW)).toBe(0.25);
  expect(recencyFactor(daysAgo(-5), NOW)).toBe(1.15);
});

test.each([
  [0.7, 0.3, true],
  [0.7, 0.3005, true],
  [0.7, 0.31, false],
  [1, 0, true],
])('weights %d and %d make a whole: %s', (fulltext, semantic, whole) => {
  expect(weightsAddUp({ fulltext, semantic })).toBe(whole);
});

test('words and meaning are mixed by their weights', () => {
  const facts = new Map([
    ['a', fact(3000)],
    ['b', fact(3000)],
  ]);
  const hits = combineHits(
    [{ id: 'a', score: 0.5 }],
    [{ id: 'b', score: 0.9 }],
    facts,
    { fulltext: 0.7, semantic: 0.3 },
    NOW,
  );
  expect(hits.map(({ id, score }) => [id, Number(score.toFixed(4))])).toEqual([
    ['a', 0.7],
    ['b', 0.3],
  ]);
});

test('without meaning the words carry the whole weight', () => {
  const [hit] = combineHits(
    [{ id: 'a', score: 0.5 }],
    undefined,
    new Map([['a', fact(0)]]),
    { fulltext: 0.1, semantic: 0.9 },
    NOW,
  );
  expect(hit?.score).toBe(1);
});

test('a better match that is old stays above a fresh one, and scores stay within 1', () => {
  const facts = new Map([
    ['old', fact(3000)],
    ['fresh', fact(0)],
  ]);
  const lists = [
    { id: 'old', score: 1 },
    { id: 'fresh', score: 0.9 },
  ];
  const hits = combineHits(lists, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
  expect(hits.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
    ['old', 1],
    ['fresh', 0.927],
  ]);
});

test('fresh and well rated blocks come first among equals; unknown ids are left out', () => {
  const facts = new Map([
    ['old', fact(60)],
    ['new', fact(0)],
    ['rated', fact(60, 100)],
  ]);
  const equal = ['old', 'rated', 'new', 'gone'].map((id) => ({ id, score: 1 }));
  const hits = combineHits(equal, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
  expect(hits.map(({ id }) => id)).toEqual(['new', 'rated', 'old']);
});
