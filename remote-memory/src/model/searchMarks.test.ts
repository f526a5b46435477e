import { hiddenMatch, markMatches } from './searchMarks';

const hits = (text: string, search: string) =>
  markMatches(text, search)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['Queue and queue', 'QUEUE', '[Queue] and [queue]'],
  ['a.b axb', 'a.b', '[a.b] axb'],
  [
    '50% (half) [x] \\ $ ^ | ? * + { } / -',
    '(half) [x] \\ $ ^ | ? * + { } / -',
    '50% [(half) [x] \\ $ ^ | ? * + { } / -]',
  ],
  ['naïve 日本語', '日本', 'naïve [日本]語'],
  ['nothing here', 'zzz', 'nothing here'],
  ['text', '   ', 'text'],
  ['', 'x', ''],
])('in "%s" for "%s": %s', (text, search, expected) => {
  expect(hits(text, search)).toBe(expected);
});

describe('a hit that the card does not show', () => {
  const row = {
    lesson: 'Short lesson',
    content: `${'start '.repeat(50)}the Needle is here ${'end '.repeat(50)}`,
    errors: 'E_LATE',
  };

  it('is shown with the words around it', () => {
    const found = hiddenMatch(row, 'needle', ['title', 'Short lesson']);
    expect(found).toMatch(/^…start .*the Needle is here end .*…$/);
    expect(found.length).toBeLessThan(140);
  });

  it('may be in the errors', () => expect(hiddenMatch(row, 'e_late', [])).toBe('…E_LATE…'));

  it.each([
    ['no search', '  ', []],
    ['a hit in what is shown', 'lesson', ['Short LESSON']],
    ['a hit elsewhere, e.g. in a keyword', 'nowhere', []],
  ])('is nothing for %s', (_, search, shown) => expect(hiddenMatch(row, search, shown)).toBe(''));
});
