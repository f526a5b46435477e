import { isRecent, RECENT_DAYS, usageText } from './keyword';
import { searchKeywords, sortKeywords } from './keywordSearch';

const row = (id: string, text: string, createdAt = '') => ({ id, text, createdAt });

it('says how often a keyword is used', () => {
  expect([0, 1, 2, 2410].map(usageText)).toEqual([
    'Used in 0 memories',
    'Used in 1 memory',
    'Used in 2 memories',
    'Used in 2,410 memories',
  ]);
});

it('calls a keyword recent for 7 days', () => {
  const now = Date.parse('2026-03-08T12:00:00Z');
  expect(RECENT_DAYS).toBe(7);
  expect(isRecent(row('a', 'x', '2026-03-01T12:00:00Z'), now)).toBe(true);
  expect(isRecent(row('a', 'x', '2026-03-01T11:59:59Z'), now)).toBe(false);
  expect(isRecent(row('a', 'x'), now)).toBe(false);
});

it('finds in any case and arranges', () => {
  const rows = [
    row('1', 'beta', '2026-01-02'),
    row('2', 'Alpha', '2026-01-01'),
    row('3', 'alphabet', '2026-01-03'),
  ];
  const ids = (search: string, sort: 'name' | 'recent' | 'used', counts?: Map<string, number>) =>
    searchKeywords(sortKeywords(rows, sort, counts), search).map(({ id }) => id);
  expect(ids('', 'name')).toEqual(['2', '3', '1']);
  expect(ids(' ALPHA ', 'name')).toEqual(['2', '3']);
  expect(ids('', 'recent')).toEqual(['3', '1', '2']);
  expect(ids('', 'used', new Map([['1', 5]]))).toEqual(['1', '2', '3']);
  expect(ids('(', 'name')).toEqual([]);
  expect(ids('ÁLPHÀ', 'name')).toEqual(['2', '3']);
});
