import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { SORTS } from '../../model/memoryFilters';
import {
  address,
  go,
  open,
  search,
  settle,
  titles,
  typing,
  wait,
  type Asked,
} from '../../testing/memoryList';
import { AGENT_ID, block, CONVERSATION_ID, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('opens page 3 for ?page=3 and stays there', async () => {
  const { asked } = await open('/memory-blocks?page=3', page([block(25)], 30));
  await screen.findByRole('article');
  await wait(2000);
  expect(asked().map(({ skip }) => skip)).toEqual([24]);
  expect(address()).toBe('/memory-blocks?page=3');
});

test('reads every filter from the address', async () => {
  const query = `?mode=text&search=queue&agent=${AGENT_ID}&conversation=${CONVERSATION_ID.toUpperCase()}&sort=feedback`;
  const { asked } = await open(`/memory-blocks${query}`, page([block(1)]));
  await screen.findByRole('article');
  expect(asked()).toEqual([
    {
      skip: 0,
      limit: 12,
      sort_by: 'feedback_score',
      sort_order: 'desc',
      search_query: 'queue',
      agent_id: AGENT_ID,
      conversation_id: CONVERSATION_ID,
    },
  ]);
  expect(search()).toHaveValue('queue');
  expect(screen.getByText('Agent: Reviewer')).toBeInTheDocument();
});

test('debounces a filter change by 500 ms, goes to page 1 and replaces the address', async () => {
  const { asked } = await open('/memory-blocks?mode=text&page=2', page([block(13)], 30));
  await screen.findByRole('article');
  const entries = window.history.length;
  await typing().type(search(), 'slow');
  await wait(499);
  expect(asked()).toHaveLength(1);
  expect(address()).toBe('/memory-blocks?mode=text&page=2');
  await wait(1);
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toMatchObject({ skip: 0, search_query: 'slow' });
  expect(address()).toBe('/memory-blocks?mode=text&search=slow');
  expect(window.history.length).toBe(entries);
});

test('keeps a letter typed while the address updates', async () => {
  await open('/memory-blocks?mode=text', page([block(1)]));
  await typing().type(search(), 'ab');
  await act(async () => {
    // The debounced filter reaches the address; the next letter arrives before the rerender.
    jest.advanceTimersByTime(500);
    fireEvent.change(search(), { target: { value: 'abc' } });
    await Promise.resolve();
  });
  expect(address()).toBe('/memory-blocks?mode=text&search=ab');
  expect(search()).toHaveValue('abc');
  await wait(500);
  expect(search()).toHaveValue('abc');
  expect(address()).toBe('/memory-blocks?mode=text&search=abc');
});

test('marks an invalid conversation ID, explains it, and neither sends a request nor sets a parameter', async () => {
  const { asked } = await open('/memory-blocks', page([block(1)]));
  await screen.findByRole('article');
  const user = typing();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const field = screen.getByRole('textbox', { name: 'Conversation ID' });
  await user.type(field, 'c0000000');
  await wait(2000);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter a valid conversation ID (UUID).');
  expect(asked()).toHaveLength(1);
  expect(address()).toBe('/memory-blocks');

  await user.clear(field);
  await user.type(field, `  ${CONVERSATION_ID}  `);
  await wait(500);
  expect(field).not.toBeInvalid();
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ conversation_id: CONVERSATION_ID }));
  expect(address()).toBe(`/memory-blocks?conversation=${CONVERSATION_ID}`);
});

test('sends no request for an address with an invalid conversation ID', async () => {
  const { asked } = await open('/memory-blocks?conversation=nonsense', page([block(1)]));
  await settle();
  expect(asked()).toEqual([]);
  expect(screen.getByRole('heading', { name: 'Enter a valid conversation ID (UUID).' })).toBeInTheDocument();
  // It is not an active filter, and there is nothing to refresh.
  expect(screen.queryByText('Conversation: nonsense')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
  await typing().click(screen.getByRole('button', { name: 'Clear all' }));
  await settle();
  expect(address()).toBe('/memory-blocks');
  expect(asked()).toHaveLength(1);
});

test('updates controls and rows on Back', async () => {
  const { router, asked } = await open('/memory-blocks?mode=text&search=first', page([block(1)]));
  await screen.findByRole('article');
  await go(router, '/memory-blocks?mode=text&search=second');
  await waitFor(() => expect(search()).toHaveValue('second'));
  await go(router, -1);
  await waitFor(() => expect(search()).toHaveValue('first'));
  await wait(1000);
  expect(address()).toBe('/memory-blocks?mode=text&search=first');
  expect(asked().map(({ search_query }) => search_query)).toEqual(['first', 'second']);
});

test('names the filters in chips, removes a single one, and clears all of them at once', async () => {
  await open(`/memory-blocks?mode=text&search=queue&agent=${AGENT_ID}&sort=oldest`, page([block(1)]));
  await screen.findByRole('article');
  const user = typing();
  await user.click(screen.getByRole('button', { name: 'Remove filter Search: queue' }));
  await settle();
  expect(address()).toBe(`/memory-blocks?mode=text&agent=${AGENT_ID}&sort=oldest`);
  expect(search()).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await settle();
  expect(address()).toBe('/memory-blocks?mode=text&sort=oldest');
});

test('corrects a page past the end to the last one without a flash of the empty state', async () => {
  const drawn: string[] = [];
  const observer = new MutationObserver((records) =>
    records.forEach((record) => record.addedNodes.forEach((node) => drawn.push(node.textContent ?? ''))),
  );
  observer.observe(document.body, { childList: true, subtree: true });
  const { asked } = await open('/memory-blocks?page=9', ({ query }: { query: Asked }) =>
    page(query.skip < 13 ? [block(13)] : [], 13),
  );
  await screen.findByRole('article');
  expect(address()).toBe('/memory-blocks?page=2');
  expect(asked().map(({ skip }) => skip)).toEqual([96, 12]);
  observer.disconnect();
  expect(drawn.filter((text) => text.includes('No memory blocks'))).toEqual([]);
});

test('starts each page after the last row of the previous one despite archived and added rows', async () => {
  let rows = Array.from({ length: 37 }, (_, at) => block(100 - at));
  const { asked } = await open('/memory-blocks', ({ query }: { query: Asked }) => {
    const id = query.after?.split('_')[1];
    const from = id ? rows.findIndex((row) => row.id < id) : query.skip;
    return page(from < 0 ? [] : rows.slice(from, from + query.limit), rows.length);
  });
  const seen: (string | null)[] = [];
  const next = () => screen.getByRole('button', { name: 'Next page' });
  for (;;) {
    await settle();
    seen.push(...titles());
    if (next().hasAttribute('disabled')) break;
    // Remove five rows seen so far and add a new one.
    rows = [block(200 + seen.length), ...rows.filter(({ id }) => id < block(96).id || id > block(100).id)];
    fireEvent.click(next());
  }
  expect(seen).toHaveLength(37);
  expect(new Set(seen).size).toBe(37);
  expect(asked()[1]).toEqual({
    limit: 13,
    sort_by: 'created_at',
    sort_order: 'desc',
    after: `2026-03-01T09:00:00Z_${block(89).id}`,
  });
});

test('returns to page 1 on sorting and omits the default order from the address', async () => {
  const { asked } = await open('/memory-blocks?page=2', page([block(1)], 30));
  await screen.findByRole('article');
  const user = typing();
  const sort = screen.getByRole('combobox', { name: 'Sort by' });
  expect([...sort.children].map((option) => option.textContent)).toEqual(SORTS.map(({ label }) => label));
  await user.selectOptions(sort, 'Highest feedback');
  await waitFor(() => expect(address()).toBe('/memory-blocks?sort=feedback'));
  expect(asked().at(-1)).toMatchObject({ skip: 0, sort_by: 'feedback_score', sort_order: 'desc' });
});
