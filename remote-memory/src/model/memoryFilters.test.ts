import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { CONVERSATION_ID_MESSAGE, CONVERSATION_ID_PATTERN, isConversationFilter } from './conversationId';
import { FILTER_DEBOUNCE_MS, PAGE_SIZE, queryOf, readView, SORTS, writeView } from './memoryFilters';

const view = (query: string) => readView(new URLSearchParams(query));
const written = (query: string, change: object) =>
  writeView(new URLSearchParams(query), { ...view(query), ...change }).toString();

it('keeps the numbers of the specification', () => {
  expect(PAGE_SIZE).toBe(12);
  expect(FILTER_DEBOUNCE_MS).toBe(500);
  expect(SORTS.map(({ label }) => label)).toEqual(['Recently created', 'Oldest first', 'Highest feedback']);
});

it.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=', 'page=99999999999999', ''])(
  'opens page 1 for "%s"',
  (query) => expect(view(query).page).toBe(1),
);

it('writes the page only above 1 and the sort only when it is not the default', () => {
  expect(written('', { page: 2 })).toBe('page=2');
  expect(written('page=2', { page: 1 })).toBe('');
  expect(written('', { sort: 'oldest' })).toBe('sort=oldest');
  expect(written('sort=oldest', { sort: 'recent' })).toBe('');
  expect(view('sort=nonsense').sort).toBe('recent');
});

it('leaves out empty filters and keeps what belongs to others', () => {
  expect(written('search=a&from=mail', { search: '  ' })).toBe('from=mail');
  expect(written('', { search: ' two words ' })).toBe('search=two+words');
});

it('asks the service in its own words', () => {
  expect(queryOf(view('page=3&sort=oldest&search=+x+'))).toEqual({
    skip: 24,
    limit: 12,
    sort_by: 'created_at',
    sort_order: 'asc',
    search_query: 'x',
  });
});

describe('conversation ID', () => {
  const id = '1B4E28BA-2FA1-11D2-F83F-0016D3CCA427';

  it('follows the rule of the wire', () => {
    expect(CONVERSATION_ID_PATTERN.source).toBe(UUID_PATTERN.source);
    expect(CONVERSATION_ID_PATTERN.flags).toBe(UUID_PATTERN.flags);
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
