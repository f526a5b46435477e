import { normalizeText } from './normalizeText';

it('normalizes as JavaScript does where a letter has no more than 30 marks', () => {
  for (const text of ['', 'plain', 'e\u0301', '각', 'ﬃ', `a${'\u0301\u0316'.repeat(15)}b`]) {
    for (const form of ['NFC', 'NFD', 'NFKC'] as const)
      expect(normalizeText(text, form)).toBe(text.normalize(form));
  }
});

it('divides more marks by joiners, once', () => {
  const text = normalizeText(`a${'\u0316\u0301'.repeat(40)}`);
  expect(text.match(/\u034f/g)).toHaveLength(2);
  expect(normalizeText(text)).toBe(text);
});
