import { combineHits, recencyFactor, weightsAddUp } from './combine';
import type { BlockFacts } from './combine';

const NOW = new Date('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const fact = (days: number, feedbackScore = 0): BlockFacts => ({
  saidAt: daysAgo(days),
  feedbackScore,
  problem: null,
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

const WEIGHTS = { fulltext: 0.7, semantic: 0.3 };
/** Hits named `name0`, `name1` and so on, with these scores. */
const listed = (name: string, scores: readonly number[], coverage = 1) =>
  scores.map((score, n) => ({ id: `${name}${n}`, score, coverage }));
const order = (fulltext: ReturnType<typeof listed>, semantic: ReturnType<typeof listed>) => {
  const facts = new Map([...fulltext, ...semantic].map(({ id }) => [id, fact(3000)]));
  return combineHits(fulltext, semantic, facts, WEIGHTS, NOW);
};
const alike = (count: number, best: number) => Array.from({ length: count }, (_, n) => best - n / 1000);

test('every hit by words has a part in the answer', () => {
  const few = order(listed('word', [5, 4, 3, 2, 1]), listed('meaning', alike(60, 0.4)));
  expect(few.filter(({ id }) => id.startsWith('word')).map(({ id }) => id)).toEqual([
    'word0',
    'word1',
    'word2',
    'word3',
    'word4',
  ]);
  expect(few.every(({ score }) => score >= 0.1 && score <= 1)).toBe(true);
});

test('words that answer little of the question give way to meaning', () => {
  const words = [6, ...alike(60, 4)];
  const meaning = listed('meaning', [0.7, ...alike(60, 0.4)]);
  expect(order(listed('word', words), meaning)[0]?.id).toBe('word0');
  expect(order(listed('word', words, 0.1), meaning)[0]?.id).toBe('meaning0');
});

test('what was written in the time that the question names comes before what matches about as well', () => {
  const hits = [
    { id: 'other', score: 1, coverage: 1 },
    { id: 'then', score: 0.8, coverage: 1 },
  ];
  const facts = new Map([
    ['other', fact(0)],
    ['then', { ...fact(40), isInTime: true }],
  ]);
  expect(combineHits(hits, undefined, facts, WEIGHTS, NOW).map(({ id }) => id)).toEqual(['then', 'other']);
});

test('a block that both lists name comes before one that either names alone', () => {
  const scores = [10, 10, ...alike(40, 5)];
  const words = listed('word', scores);
  const meaning = [{ id: 'word1', score: 0.9, coverage: 1 }, ...listed('meaning', [0.9, ...alike(40, 0.4)])];
  const [first] = order(words, meaning);
  expect(first?.id).toBe('word1');
  expect((first?.components['fulltext'] ?? 0) + (first?.components['semantic'] ?? 0)).toBeCloseTo(1);
});

test('without meaning the words carry the whole weight', () => {
  const [hit] = combineHits(
    [{ id: 'a', score: 0.5, coverage: 1 }],
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
    { id: 'old', score: 1, coverage: 1 },
    { id: 'fresh', score: 0.9, coverage: 1 },
  ];
  const hits = combineHits(lists, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
  expect(hits.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
    ['old', 1],
    ['fresh', 0.963],
  ]);
});

test('fresh and well rated blocks come first among equals; unknown ids are left out', () => {
  const facts = new Map([
    ['old', fact(60)],
    ['new', fact(0)],
    ['rated', fact(60, 100)],
  ]);
  const equal = ['old', 'rated', 'new', 'gone'].map((id) => ({ id, score: 1, coverage: 1 }));
  const hits = combineHits(equal, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
  expect(hits.map(({ id }) => id)).toEqual(['new', 'rated', 'old']);
});

test('a marked block comes behind what matches about as well, and before what hardly matches', () => {
  const facts = new Map([
    ['marked', { ...fact(0, 100), problem: 'wrong' as const }],
    ['close', fact(3000)],
    ['far', fact(3000)],
  ]);
  const lists = [
    { id: 'marked', score: 1, coverage: 1 },
    { id: 'close', score: 0.7, coverage: 1 },
    { id: 'far', score: 0.3, coverage: 1 },
  ];
  const hits = combineHits(lists, undefined, facts, { fulltext: 1, semantic: 0 }, NOW);
  expect(hits.map(({ id }) => id)).toEqual(['close', 'marked', 'far']);
});

test.each([
  ['words alone', undefined],
  ['meaning', listed('word', alike(100, 0.9)).reverse()],
])('the order of the first hundred does not depend on how many follow, with %s', (_case, semantic) => {
  const words = listed('word', alike(260, 8));
  // The later ones are the fresh and well rated ones.
  const facts = new Map(words.map(({ id }, place) => [id, fact(3000 - 11 * place, place / 3)]));
  const ranked = (count: number) => combineHits(words.slice(0, count), semantic, facts, WEIGHTS, NOW);
  const all = ranked(260);
  expect(new Set(all.map(({ id }) => id)).size).toBe(260);
  for (const count of [100, 200]) expect(all.slice(0, count)).toEqual(ranked(count));
  const scores = all.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});
