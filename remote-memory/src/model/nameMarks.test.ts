import { markName } from './nameMarks';

it.each([
  ['Queue and queue', ' QUEUE ', '[Queue] and [queue]'],
  ['Café Cafe\u0301 CAFES', 'cafe', '[Café] [Cafe\u0301] [CAFE]S'],
  ['Große Straße', 'STRASSE', 'Große [Straße]'],
  ['Straße', 's', '[S]tra[ß]e'],
  ['Łódź 👩‍🚀 İzmir', 'izmir', 'Łódź 👩‍🚀 [İzmir]'],
  ['50% (half) a.b axb', '% (half) a.b', '50[% (half) a.b] axb'],
  ['name', '  ', 'name'],
  ['', 'x', ''],
])('in "%s" for "%s": %s', (name, search, expected) => {
  const parts = markName(name, search).map(({ text, hit }) => (hit ? `[${text}]` : text));
  expect(parts.join('')).toBe(expected);
});
