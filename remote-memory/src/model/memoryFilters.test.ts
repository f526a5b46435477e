import {
  activeFilters,
  CONVERSATION_ID_MESSAGE,
  FILTER_DEBOUNCE_MS,
  isConversationFilter,
  toNarrowing,
  NO_FILTERS,
  PAGE_SIZE,
  toQuery,
  SORTS,
} from './memoryFilters';

it('keeps the numbers of the specification', () => {
  expect(PAGE_SIZE).toBe(12);
  expect(FILTER_DEBOUNCE_MS).toBe(500);
  const labels = SORTS.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Recently created', 'Oldest first', 'Highest feedback']));
});

it('builds the request of a view', () => {
  const view = { ...NO_FILTERS, page: 3, size: 12, sort: 'oldest', mode: 'text', search: 'x' } as const;
  expect(toQuery(view)).toEqual({
    skip: 24,
    limit: 12,
    sort_by: 'created_at',
    sort_order: 'asc',
    search_query: 'x',
  });
});

it('builds the parameters of all filters', () => {
  const now = new Date(2026, 2, 10, 15).getTime();
  const filters = {
    ...NO_FILTERS,
    agent: 'a,b',
    keyword: 'k,l',
    match: 'all',
    created: 'yesterday',
    changed: '..2026-03-04',
    feedback: 'low',
    origin: 'person',
    archived: 'with',
  } as const;
  expect(toNarrowing(filters, now)).toEqual({
    agent_id: 'a,b',
    keyword_id: 'k,l',
    keyword_match: 'all',
    created_after: new Date(2026, 2, 9).toISOString(),
    updated_before: new Date(2026, 2, 5).toISOString(),
    feedback: 'low',
    origin: 'person',
    include_archived: 'true',
  });
  expect(activeFilters(filters)).toEqual(['agent', 'keyword', 'created', 'changed', 'feedback', 'origin']);
  expect(toNarrowing(NO_FILTERS)).toEqual({});
});

describe('conversation ID', () => {
  const id = '1B4E28BA-2FA1-11D2-F83F-0016D3CCA427';

  it('has the message of the specification', () => {
    expect(CONVERSATION_ID_MESSAGE).toBe('Enter a valid conversation ID (UUID).');
  });

  it.each([id, id.toLowerCase(), `  ${id} `, '', '   '])('may be "%s"', (text) => {
    expect(isConversationFilter(text)).toBe(true);
  });

  it.each([id.slice(1), `${id}0`, id.replace('A', 'G'), id.replaceAll('-', ''), 'x'])(
    'may not be "%s"',
    (text) => expect(isConversationFilter(text)).toBe(false),
  );
});
