import { isVisible } from './visibleText';

test.each([
  ['nothing', ''],
  ['blanks', ' \t\r\n'],
  ['a no-break space', '\u00a0'],
  ['an ideographic space', '\u3000'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uffa0'],
  ['a Mongolian vowel separator', '\u180e'],
  ['an empty Braille pattern', '\u2800'],
  ['a variation selector', '\ufe0f'],
  ['tag characters', '\u{e0020}\u{e007f}'],
  ['direction marks', '\u200e\u202e\u2066'],
])('sees nothing in %s', (_what, text) => expect(isVisible(text)).toBe(false));

test.each(['a', '0', '.', '-', 'ก', '漢', 'ا', '👍', '❤️', '\u200bx', '∅'])('sees %s', (text) =>
  expect(isVisible(text)).toBe(true),
);
