import {
  ARCHIVED_DEBOUNCE_MS,
  ARCHIVED_PAGE_SIZES,
  ARCHIVED_PREVIEW,
  ARCHIVED_SORTS,
  archivedQuery,
  distinctWords,
  readArchivedView,
  showingText,
  writeArchivedView,
} from './archivedView';

const view = (query: string) => readArchivedView(new URLSearchParams(query));
const written = (query: string, change: object) =>
  writeArchivedView(new URLSearchParams(query), { ...view(query), ...change }).toString();

it('keeps the numbers and words of the specification', () => {
  expect([ARCHIVED_DEBOUNCE_MS, ARCHIVED_PREVIEW]).toEqual([350, 220]);
  expect(ARCHIVED_PAGE_SIZES).toEqual([12, 24, 48]);
  expect(ARCHIVED_SORTS.map(({ label }) => label)).toEqual([
    'Recently archived',
    'Oldest archived',
    'Highest feedback score',
  ]);
});

it.each([
  ['', { page: 1, size: 12, sort: 'recent' }],
  ['page=3&size=48&sort=feedback', { page: 3, size: 48, sort: 'feedback' }],
  ['page=0&size=13&sort=x', { page: 1, size: 12, sort: 'recent' }],
])('reads "%s"', (query, expected) => expect(view(query)).toMatchObject(expected));

it('writes what is not the default and keeps what belongs to others', () => {
  expect(written('block=b', { page: 2, size: 24, sort: 'oldest', search: ' x ' })).toBe(
    'block=b&search=x&page=2&size=24&sort=oldest',
  );
  expect(written('page=2&size=24&sort=oldest', { page: 1, size: 12, sort: 'recent' })).toBe('');
});

it('asks the service in its own words', () => {
  expect(archivedQuery(view('page=2&size=24&agent=a&conversation=C&search=x'))).toEqual({
    skip: 24,
    limit: 24,
    sort_by: 'archived_at',
    sort_order: 'desc',
    search_query: 'x',
    agent_id: 'a',
    conversation_id: 'c',
  });
  expect(archivedQuery(view('sort=oldest'))).toMatchObject({ sort_by: 'archived_at', sort_order: 'asc' });
  expect(archivedQuery(view('sort=feedback'))).toMatchObject({
    sort_by: 'feedback_score',
    sort_order: 'desc',
  });
});

it('says what a page shows', () => {
  expect(showingText(2, 12, 30)).toBe('Showing 13-24 of 30 archived memories');
  expect(showingText(3, 12, 30)).toBe('Showing 25-30 of 30 archived memories');
  expect(showingText(1, 12, 0)).toBe('');
});

it('counts a keyword once, whatever its case', () => {
  expect(distinctWords(['a', 'A', 'b', ' B ', 'c'])).toEqual(['a', 'b', 'c']);
  expect(distinctWords([])).toEqual([]);
});
