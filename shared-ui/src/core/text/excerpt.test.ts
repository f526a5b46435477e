import { excerpt } from './excerpt';

it('keeps a short text, on one line', () => {
  expect(excerpt('  two\n\nwords ', 20)).toBe('two words');
});

it('cuts a long one and marks the cut', () => {
  expect(excerpt('abcdef', 5)).toBe('abcde…');
  expect(excerpt('abcde', 5)).toBe('abcde');
});

it('never cuts a character in two', () => {
  expect(excerpt('😀😀😀', 2)).toBe('😀😀…');
});
