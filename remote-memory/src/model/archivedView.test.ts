import {
  ARCHIVED_DEBOUNCE_MS,
  ARCHIVED_PAGE_SIZES,
  ARCHIVED_PREVIEW,
  ARCHIVED_SORTS,
  archivedQuery,
  distinctWords,
  showingText,
  type ArchivedView,
} from './archivedView';
import { NO_FILTERS } from './memoryFilters';

const VIEW: ArchivedView = { ...NO_FILTERS, page: 1, size: 12, sort: 'recent' };

it('keeps the numbers and labels of the specification', () => {
  expect([ARCHIVED_DEBOUNCE_MS, ARCHIVED_PREVIEW]).toEqual([350, 220]);
  expect(ARCHIVED_PAGE_SIZES).toEqual([12, 24, 48]);
  expect(ARCHIVED_SORTS.map(({ label }) => label)).toEqual([
    'Recently archived',
    'Oldest archived',
    'Highest feedback score',
  ]);
});

it('builds the request of a view', () => {
  expect(archivedQuery({ ...VIEW, page: 2, size: 24, agent: 'a', conversation: 'c', search: 'x' })).toEqual({
    skip: 24,
    limit: 24,
    sort_by: 'archived_at',
    sort_order: 'desc',
    search_query: 'x',
    agent_id: 'a',
    conversation_id: 'c',
  });
  expect(archivedQuery({ ...VIEW, sort: 'oldest' })).toMatchObject({
    sort_by: 'archived_at',
    sort_order: 'asc',
  });
  expect(archivedQuery({ ...VIEW, sort: 'feedback' })).toMatchObject({
    sort_by: 'feedback_score',
    sort_order: 'desc',
  });
});

it('describes what a page shows', () => {
  expect(showingText(2, 12, 30)).toBe('Showing 13-24 of 30 archived memories');
  expect(showingText(3, 12, 30)).toBe('Showing 25-30 of 30 archived memories');
  expect(showingText(1, 12, 0)).toBe('');
});

it('counts a keyword once, whatever its case', () => {
  expect(distinctWords(['a', 'A', 'b', ' B ', 'c'])).toEqual(['a', 'b', 'c']);
  expect(distinctWords([])).toEqual([]);
});
