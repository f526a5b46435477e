import { rank } from './rank';

const entries = [
  { label: 'Archived' },
  { label: 'Memory Blocks' },
  { label: 'Search memories' },
  { label: 'Dark theme', keywords: 'appearance night' },
  { label: 'Switch to Larkspur Labs', keywords: 'larkspur workspace' },
];
const found = (query: string) => rank(entries, query).map(({ label }) => label);

it.each([
  ['', entries.map(({ label }) => label)],
  ['mem', ['Memory Blocks', 'Search memories']],
  ['BLO', ['Memory Blocks']],
  ['night', ['Dark theme']],
  ['labs switch', ['Switch to Larkspur Labs']],
  ['larkspur archived', []],
  ['zzz', []],
])('"%s" finds %j', (query, labels) => {
  expect(found(query)).toEqual(labels);
});
