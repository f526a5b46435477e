import { nameSkeleton } from './nameSkeleton';

test.each([
  ['Cyrillic letters', 'Асmе Соrр'],
  ['a digit for a letter', 'Acme C0rp'],
  ['full-width letters', 'Ａｃｍｅ Ｃｏｒｐ'],
  ['letters of mathematics', '𝐀𝐜𝐦𝐞 𝐂𝐨𝐫𝐩'],
  ['two letters that look like one', 'Acrne Corp'],
  ['other blanks', 'Acme\u2003\u00a0Corp'],
  ['no blank', 'AcmeCorp'],
  ['another case', 'ACME corp'],
  ['a zero-width space', 'Ac\u200bme Corp'],
  ['a filler', 'Acme\u3164 Corp'],
])('%s looks the same', (_what, name) => {
  expect(name).not.toBe('Acme Corp');
  expect(nameSkeleton(name)).toBe(nameSkeleton('Acme Corp'));
});

test('a capital I looks like a small l', () => {
  expect(nameSkeleton('PayPaI')).toBe(nameSkeleton('PayPal'));
});

test.each([
  ['Acme Crop', 'Acme Corp'],
  ['Acme Corp 2', 'Acme Corp'],
  ['Äcme Corp', 'Acme Corp'],
  ['北京', '南京'],
  ['Mail team', 'Mall team'],
])('%s is another name than %s', (left, right) => {
  expect(nameSkeleton(left)).not.toBe(nameSkeleton(right));
});
