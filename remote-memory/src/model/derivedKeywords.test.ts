import { CARD_KEYWORDS, deriveKeywords } from './derivedKeywords';

it('takes the first 5 words over 3 letters that are no stop words', () => {
  const text =
    'The cache should have been flushed when a node left: cache nodes, ring, replica, quorum, lease.';
  expect(CARD_KEYWORDS).toBe(5);
  expect(deriveKeywords(text)).toEqual(['cache', 'flushed', 'node', 'left', 'nodes']);
});

it.each([
  ['a word of 3 letters does not count, one of 4 does', 'abc abcd', ['abcd']],
  ['digits are no letters', '12345 v12345 port8080', ['port8080']],
  ['case does not make two words', 'Retry RETRY retry', ['retry']],
  ['other scripts count', 'кэширование ürün', ['кэширование', 'ürün']],
  ['a capital with a dot becomes a plain i', 'İzmir', ['izmir']],
  ['letters in parts are put together', 'e\u0301quipe', ['équipe']],
  ['contractions are no words', "It doesn't, couldn’t; SHOULDN'T. Garden's", ['garden']],
  [
    'what is longer than a keyword may be is data',
    `${'x'.repeat(256)} ${'y'.repeat(255)}`,
    ['y'.repeat(255)],
  ],
  ['nothing gives nothing', '', []],
])('%s', (_, text, expected) => {
  expect(deriveKeywords(text)).toEqual(expected);
});

it('gives as many as asked for, e.g. 8 in a detail', () => {
  expect(deriveKeywords('alpha bravo charlie delta echo foxtrot golf hotel india', 8)).toHaveLength(8);
});
