import { rank } from './rank';

const entries = [
  { label: 'Archived' },
  { label: 'Memory Blocks' },
  { label: 'Search memories' },
  { label: 'Dark theme', keywords: 'appearance night' },
  { label: 'Switch to Larkspur Labs', keywords: 'larkspur workspace' },
  { label: 'Switch to Café Łódź', keywords: 'Straße' },
];
const found = (query: string) => rank(entries, query).map(({ label }) => label);

it.each([
  ['', entries.map(({ label }) => label)],
  ['mem', ['Memory Blocks', 'Search memories']],
  ['BLO', ['Memory Blocks']],
  ['night', ['Dark theme']],
  ['lodz CAFE', ['Switch to Café Łódź']],
  ['strasse', ['Switch to Café Łódź']],
  ['labs switch', ['Switch to Larkspur Labs']],
  ['larkspur archived', []],
  ['zzz', []],
])('"%s" finds %j', (query, labels) => {
  expect(found(query)).toEqual(labels);
});
