import { satisfies } from './versionRange';

it.each([
  ['1.4.0', '^1.0.0', true],
  ['1.0.0', '^1.0.1', false],
  ['2.0.0', '^1.0.0', false],
  ['0.2.9', '^0.2.3', true],
  ['0.3.0', '^0.2.3', false],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['19.3.1', '>=19.3.0', true],
  ['19.2.9', '>=19.3.0', false],
  ['1.0.0', '<=1.0.0', true],
  ['1.10.0', '<=1.9.0', false],
  ['1.0.0', '1.0.0', true],
  ['1.0.1', '=1.0.0', false],
  ['1.4.0-3f2a91c0', '^1.0.0', true],
  ['1.0', '^1', true],
  ['7.1.2', '*', true],
])('%s in %s: %s', (version, range, expected) => expect(satisfies(version, range)).toBe(expected));

it.each(['', 'latest', '>1.0.0', '^1.0.0 || ^2.0.0', '1.x'])('refuses %j as a range', (range) => {
  expect(satisfies('1.0.0', range)).toBe(false);
});
it('refuses a word as a version', () => expect(satisfies('next', '*')).toBe(false));
