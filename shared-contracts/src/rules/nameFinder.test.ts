import { nameFinder } from '.';

it.each([
  ['Café', 'CAFE'],
  ['Cafe\u0301', 'café'],
  ['İzmir', 'izmir'],
  ['ılık', 'ILIK'],
  ['Straße', 'STRASSE'],
  ['GROẞ', 'groß'],
  ['Łódź', 'lodz'],
  ['Œuvre Ærø Þór Đak', 'oeuvre aero thor dak'],
  ['ΛΑΘΟΣ', 'λάθος'],
  ['Ёж', 'ЕЖ'],
  ['مُحَمَّد', 'محمد'],
])('%s and %s find each other', (one, other) =>
  expect([nameFinder(one)(other), nameFinder(other)(one)]).toEqual([true, true]),
);

it.each([
  ['हिन्दी', 'हनद'],
  ['が', 'か'],
  ['≠', '='],
])('%s is not found by %s: the signs spell a word', (one, other) =>
  expect(nameFinder(other)(one)).toBe(false),
);

it('finds a part of any of the texts, signs as they are, and everything without a search', () => {
  const isFound = nameFinder(' FÉ ');
  expect([isFound('Cafe'), isFound('x', 'cafés'), isFound('x')]).toEqual([true, true, false]);
  expect(['%', '_', '\\', '.'].map((sign) => nameFinder(sign)('plain'))).toEqual(Array(4).fill(false));
  expect(nameFinder(' ')('plain')).toBe(true);
});
