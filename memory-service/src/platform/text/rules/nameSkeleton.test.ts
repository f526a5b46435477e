import { nameSkeleton, readAs } from './nameSkeleton';

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
  ['an accent', 'Acmé Corp'],
  ['an accent of its own', 'Acme\u0301 Corp'],
  ['a stroke', 'Acme Cørp'],
  ['a hyphen', 'Acme-Corp'],
  ['a full stop', 'Acme Corp.'],
  ['quotation marks', '“Acme” Corp'],
  ['a tick', 'Acme Corp ✓'],
  ['small capitals', 'ᴀᴄᴍᴇ ᴄᴏʀᴘ'],
  ['letters in black squares', '🅰🅲🅼🅴 Corp'],
  ['letters in black circles', '🅐🅒🅜🅔 Corp'],
  ['letters of flags', '🇦🇨🇲🇪 Corp'],
])('%s looks the same', (_what, name) => {
  expect(name).not.toBe('Acme Corp');
  expect(nameSkeleton(name)).toBe(nameSkeleton('Acme Corp'));
});

test('Cyrillic words look like Latin ones', () => {
  expect(nameSkeleton('Оrg Опе')).toBe(nameSkeleton('Org One'));
});

test('a capital I looks like a small l', () => {
  expect(nameSkeleton('PayPaI')).toBe(nameSkeleton('PayPal'));
});

test.each([
  ['Acme Crop', 'Acme Corp'],
  ['Acme Corp 2', 'Acme Corp'],
  ['C++', 'C'],
  ['C#', 'C'],
  ['!!!', '???'],
  ['🦊', '🐻'],
  ['कि', 'का'],
  ['ばら', 'はら'],
  ['北京', '南京'],
  ['Mail team', 'Mall team'],
])('%s is another name than %s', (left, right) => {
  expect(nameSkeleton(left)).not.toBe(nameSkeleton(right));
});

test('tells what a name with letters that only look like plain ones is read as', () => {
  expect(readAs('Сlаude Code')).toBe('Claude Code');
  expect(readAs('ｃｏｄｅｘ')).toBe('codex');
  for (const name of ['Claude Code', 'Il1O0', 'Café', 'デスク', '北京', 'Müller & Söhne'])
    expect([name, readAs(name)]).toEqual([name, null]);
});
