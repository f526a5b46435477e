import { baseSimilarity, isAtLeast, toSimilarity, matchBy } from './match';

test.each([
  [{ coverage: 1, likeness: 0 }, 'strong'],
  [{ coverage: 0.45, likeness: 0 }, 'likely'],
  [{ coverage: 0.44, likeness: 0 }, 'weak'],
  [{ coverage: 0, likeness: 0.9 }, 'strong'],
  [{ coverage: 0, likeness: 0.55 }, 'likely'],
  [{ coverage: 0.1, likeness: 0.5 }, 'weak'],
  [{ coverage: 0.15, likeness: 0.35 }, 'likely'],
  [{ coverage: 0, likeness: 0 }, 'weak'],
])('calls %j %s', (evidence, strength) => {
  expect(matchBy(evidence).strength).toBe(strength);
});

test('a score never falls with more evidence, and says whether a match is strong enough', () => {
  const scores = [0, 0.2, 0.4, 0.7, 1].map((coverage) => matchBy({ coverage, likeness: 0 }).score);
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  const likely = matchBy({ coverage: 0.5, likeness: 0 });
  expect([isAtLeast(likely, 'weak'), isAtLeast(likely, 'likely'), isAtLeast(likely, 'strong')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('a similarity counts above that of unrelated texts, whatever the model calls these', () => {
  const alike = (share: number) => [
    [Math.sqrt(share), Math.sqrt(1 - share), 0],
    [Math.sqrt(share), 0, Math.sqrt(1 - share)],
  ];
  const likeness = (unrelated: number[][], similarity: number) =>
    toSimilarity(similarity, baseSimilarity(unrelated));
  expect(likeness(alike(0.7), 0.85)).toBeCloseTo(0.5);
  expect(likeness(alike(0.1), 0.55)).toBeCloseTo(0.5);
  expect(likeness(alike(0.7), 0.6)).toBe(0);
  expect(likeness(alike(1), 1)).toBeCloseTo(1);
  expect(likeness([], 0.5)).toBe(0.5);
});
