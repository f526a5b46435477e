import { isAtLeast, matchBy } from './match';

test.each([
  [{ coverage: 1, likeness: 0 }, 'strong'],
  [{ coverage: 0.45, likeness: 0 }, 'likely'],
  [{ coverage: 0.44, likeness: 0 }, 'weak'],
  [{ coverage: 0, likeness: 0.9 }, 'strong'],
  [{ coverage: 0, likeness: 0.23 }, 'likely'],
  [{ coverage: 0.1, likeness: 0.22 }, 'weak'],
  [{ coverage: 0.15, likeness: 0.2 }, 'likely'],
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
