/** @jest-environment node */
import { parseQuery } from './searchQuery';
import { isCorrectable, oneErrorAway } from './spelling';
import {
  inverseDocumentFrequency,
  isNearlyAlone,
  MAX_QUERY_TERMS,
  neighbours,
  planCandidates,
  toScore,
  SMALL_COLLECTION,
  weighTerms,
} from './ranking';
import type { QueryTerm } from './ranking';

const term = (name: string, documents: number, ...positions: number[]): QueryTerm => ({
  term: name,
  documents,
  positions,
});
const large = { documents: 1_000_000, length: 100_000_000, stored: 1_000_000 };
const names = (terms: readonly QueryTerm[]) => terms.map((one) => one.term);

test.each([
  ['plain words', { text: 'plain words', phrases: [], excluded: [] }],
  [
    'a "close phrase" -not -"not this"',
    { text: 'a close phrase', phrases: ['close phrase'], excluded: ['not', 'not this'] },
  ],
  ['an "open quote', { text: 'an "open quote', phrases: [], excluded: [] }],
  ['audit-sink -- - "" "-"', { text: 'audit-sink', phrases: [], excluded: [] }],
  ['a\0b', { text: 'a b', phrases: [], excluded: [] }],
  [
    'npm ERESOLVE, --legacy-peer-deps?',
    { text: 'npm ERESOLVE, --legacy-peer-deps?', phrases: [], excluded: [] },
  ],
  ['`gcc -O2` -fno-rtti', { text: '`gcc -O2` -fno-rtti', phrases: [], excluded: [] }],
  ['`rm -rf` -v', { text: '`rm -rf` -v', phrases: [], excluded: [] }],
  ['apply -target=web -refresh', { text: 'apply -target=web -refresh', phrases: [], excluded: [] }],
  ['gain -3 dB or -.5 -brass', { text: 'gain 3 dB or .5', phrases: [], excluded: ['brass'] }],
  ['layout -"ui" -audit-sink', { text: 'layout', phrases: [], excluded: ['ui', 'audit-sink'] }],
])('reads the query %j', (given, expected) => {
  expect(parseQuery(given)).toEqual(expected);
});

test('a minus sign excludes no word of a command, but what is quoted', () => {
  expect(parseQuery('-fno-rtti -"old build"', true)).toEqual({
    text: '-fno-rtti',
    phrases: [],
    excluded: ['old build'],
  });
});

test('a word that was guessed weighs less than the same word typed', () => {
  const guess = { ...term('stage', 2, 1), isGuess: true };
  expect(names(weighTerms([guess, term('dns', 4, 2)], { documents: 1000, length: 1, stored: 1000 }))).toEqual(
    ['dns', 'stage'],
  );
});

test('an everyday word weighs less than a commoner word with a subject', () => {
  const everyday = { ...term('make', 3, 1), isEveryday: true };
  expect(
    names(weighTerms([everyday, term('retri', 30, 2)], { documents: 1000, length: 1, stored: 1000 })),
  ).toEqual(['retri', 'make']);
});

test('rare terms weigh more, and a term of every block still something', () => {
  const [rare = 0, half = 0, all = 0] = [1, 500, 1000].map((count) => inverseDocumentFrequency(count, 1000));
  expect(rare).toBeGreaterThan(half);
  expect(half).toBeGreaterThan(all);
  expect(all).toBeGreaterThan(0);
  expect(inverseDocumentFrequency(5, 1)).toBeGreaterThan(0);
});

test('weighs the rarest terms first and leaves out unknown ones', () => {
  const weighted = weighTerms([term('common', 9000, 1), term('none', 0, 2), term('rare', 3, 3)], large);
  expect(names(weighted)).toEqual(['rare', 'common']);
  const many = Array.from({ length: 100 }, (_, n) => term(`t${n}`, n + 1, n + 1));
  expect(weighTerms(many, large)).toHaveLength(MAX_QUERY_TERMS);
});

test('ranks a small workspace whole', () => {
  const small = { documents: SMALL_COLLECTION, length: 1, stored: -1 };
  const weighted = weighTerms([term('one', 5000, 1), term('two', 6000, 2)], small);
  expect(planCandidates(weighted, small)).toEqual({
    anyOf: weighted,
    together: [],
    newestTime: [],
    isComplete: true,
  });
});

test('groups of terms choose besides', () => {
  const small = { documents: 1000, length: 1, stored: -1 };
  const [one, two] = [weighTerms([term('one', 5, 1)], small), weighTerms([term('two', 6, 2)], small)];
  expect(planCandidates(one, small, [two])).toMatchObject({ anyOf: one, together: [two], isComplete: true });
  expect(planCandidates([], large, [two])).toMatchObject({ anyOf: [], together: [two], isComplete: false });
});

test('in a large one rare terms choose alone, common ones together, and the newest stand in where nothing is rare', () => {
  const weighted = weighTerms(
    [term('rare', 100, 1), term('often', 20_000, 2), term('usual', 30_000, 3), term('half', 500_000, 4)],
    large,
  );
  const plan = planCandidates(weighted, large);
  expect(names(plan.anyOf)).toEqual(['rare']);
  expect(plan.together.map(names)).toEqual([['often', 'usual']]);
  expect(plan.newestTime).toEqual([]);
  const only = planCandidates(weighTerms([term('half', 500_000, 1)], large), large);
  expect([names(only.anyOf), only.together, names(only.newestTime)]).toEqual([[], [], ['half']]);
  const common = planCandidates(
    weighTerms([term('half', 500_000, 1), term('most', 600_000, 2)], large),
    large,
  );
  expect([common.together, names(common.newestTime)]).toEqual([[], ['half', 'most']]);
});

test('neighbours are terms side by side in the query, or with one stop word between', () => {
  const weighted = weighTerms([term('dns', 10, 2), term('cache', 20, 3), term('far', 5, 9)], large);
  expect(neighbours(weighted).map(({ pair }) => names(pair))).toEqual([['dns', 'cache']]);
});

test('scores stay between 0.1 and 1 and grow with the sum of weights', () => {
  expect(toScore(0)).toBeCloseTo(0.1);
  expect(toScore(1)).toBeLessThan(toScore(2));
  expect(toScore(1e9)).toBeLessThanOrEqual(1);
});

test('finds what one typing error makes of a word', () => {
  const near = oneErrorAway('cache');
  for (const word of ['cahce', 'cach', 'caches', 'cachq', 'acache']) expect(near).toContain(word);
  for (const word of ['cache', 'cahec', 'ca']) expect(near).not.toContain(word);
  expect([isCorrectable('dns'), isCorrectable('cache'), isCorrectable('x'.repeat(41))]).toEqual([
    false,
    true,
    false,
  ]);
});

test('of a word with digits only the letters are misspelled', () => {
  expect(oneErrorAway('mt5512')).toContain('mf5512');
  expect(oneErrorAway('mt5512')).not.toContain('mt5513');
  expect(oneErrorAway('oauth')).toContain('oauth2');
});

test.each([
  [1_000_000, true],
  [1_010_000, true],
  [1_010_001, false],
  [-1, false],
])('of %d stored blocks a million are the tenant’s: is it nearly alone? %s', (stored, alone) => {
  expect(isNearlyAlone({ ...large, stored })).toBe(alone);
});
