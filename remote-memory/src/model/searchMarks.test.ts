import { markMatches } from './searchMarks';

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
