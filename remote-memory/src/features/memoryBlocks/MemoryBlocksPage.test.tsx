import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, CONVERSATION_ID, page } from '../../testing/rows';

interface Asked {
  skip: number;
  limit: number;
  search_query?: string;
  agent_id?: string;
  conversation_id?: string;
  sort_by: string;
  sort_order: string;
}

const BLOCKS = 'GET /memory-blocks/';
const agents = page([{ agent_id: AGENT_ID, agent_name: 'Reviewer' }]);

function open(address: string, blocks: unknown, overrides: Partial<Shell> = {}, more: FakeAnswers = {}) {
  const api = fakeApi({ [BLOCKS]: blocks, 'GET /agents/': agents, ...more });
  const shell = fakeShell({ api, ...overrides });
  const asked = () =>
    api.calls.filter(({ key }) => key === BLOCKS).map(({ input }) => (input as { query: Asked }).query);
  return renderPage(address, shell).then((view) => ({ ...view, shell, asked }));
}

const address = () => window.location.pathname + window.location.search;
const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search memory blocks' });
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const settle = () => wait(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
type Router = Awaited<ReturnType<typeof renderPage>>['router'];
const go = (router: Router, where: string | -1) =>
  act(async () => {
    void (where === -1 ? router.navigate(where) : router.navigate(where));
    await jest.advanceTimersByTimeAsync(50);
  });
const typing = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

test('asks for 12 blocks, the newest first, and shows them as cards', async () => {
  const { asked } = await open('/memory-blocks', page([block(1), block(2)], 30));
  await screen.findAllByRole('article');
  expect(asked()).toEqual([{ skip: 0, limit: 12, sort_by: 'created_at', sort_order: 'desc' }]);
  expect(titles()).toEqual(['Incident 1 of the queue', 'Incident 2 of the queue']);
  expect(screen.getByText('30 memory blocks')).toBeInTheDocument();
});

test('?page=3 opens page 3 and stays there', async () => {
  const { asked } = await open('/memory-blocks?page=3', page([block(25)], 30));
  await screen.findByRole('article');
  await wait(2000);
  expect(asked().map(({ skip }) => skip)).toEqual([24]);
  expect(address()).toBe('/memory-blocks?page=3');
});

test('reads every filter back from the address', async () => {
  const query = `?search=queue&agent=${AGENT_ID}&conversation=${CONVERSATION_ID.toUpperCase()}&sort=feedback`;
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

test('a filter change waits 500 ms, goes to page 1 and replaces the address', async () => {
  const { asked } = await open('/memory-blocks?page=2', page([block(13)], 30));
  await screen.findByRole('article');
  const entries = window.history.length;
  await typing().type(search(), 'slow');
  await wait(499);
  expect(asked()).toHaveLength(1);
  expect(address()).toBe('/memory-blocks?page=2');
  await wait(1);
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toMatchObject({ skip: 0, search_query: 'slow' });
  expect(address()).toBe('/memory-blocks?search=slow');
  expect(window.history.length).toBe(entries);
});

test('letters typed while the address follows are not lost', async () => {
  await open('/memory-blocks', page([block(1)]));
  const user = typing();
  await user.type(search(), 'ab');
  await wait(500);
  await user.type(search(), 'c');
  await wait(500);
  expect(search()).toHaveValue('abc');
  expect(address()).toBe('/memory-blocks?search=abc');
});

test('a conversation ID that is none turns the field red, says why, asks nothing and sets no parameter', async () => {
  const { asked } = await open('/memory-blocks', page([block(1)]));
  await screen.findByRole('article');
  const field = screen.getByRole('textbox', { name: 'Conversation ID' });
  const user = typing();
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

test('an address with a wrong conversation ID asks for no blocks', async () => {
  const { asked } = await open('/memory-blocks?conversation=nonsense', page([block(1)]));
  await settle();
  expect(asked()).toEqual([]);
  expect(screen.getByRole('heading', { name: 'Enter a valid conversation ID (UUID).' })).toBeInTheDocument();
});

test('Back brings the controls and the rows along', async () => {
  const { router, asked } = await open('/memory-blocks?search=first', page([block(1)]));
  await screen.findByRole('article');
  await go(router, '/memory-blocks?search=second');
  await waitFor(() => expect(search()).toHaveValue('second'));
  await go(router, -1);
  await waitFor(() => expect(search()).toHaveValue('first'));
  await wait(1000);
  expect(address()).toBe('/memory-blocks?search=first');
  expect(asked().map(({ search_query }) => search_query)).toEqual(['first', 'second']);
});

test('chips name the filters; one is removed alone, Clear all removes all of them at once', async () => {
  await open(`/memory-blocks?search=queue&agent=${AGENT_ID}&sort=oldest`, page([block(1)]));
  await screen.findByRole('article');
  const user = typing();
  await user.click(screen.getByRole('button', { name: 'Remove filter Search: queue' }));
  await settle();
  expect(address()).toBe(`/memory-blocks?agent=${AGENT_ID}&sort=oldest`);
  expect(search()).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await settle();
  expect(address()).toBe('/memory-blocks?sort=oldest');
});

test('a page behind the last one becomes the last one, without claiming that nothing matches', async () => {
  const { asked } = await open('/memory-blocks?page=9', ({ query }: { query: Asked }) =>
    page(query.skip < 13 ? [block(13)] : [], 13),
  );
  await screen.findByRole('article');
  expect(address()).toBe('/memory-blocks?page=2');
  expect(asked().map(({ skip }) => skip)).toEqual([96, 12]);
  expect(screen.queryByText('No memory blocks yet')).not.toBeInTheDocument();
});

test('earlier rows stay while the next load, and a late answer never replaces a newer one', async () => {
  const pending: Record<string, (answer: unknown) => void> = {};
  await open('/memory-blocks', ({ query }: { query: Asked }) =>
    query.search_query
      ? new Promise((resolve) => (pending[query.search_query!] = resolve))
      : page([block(1)]),
  );
  await screen.findByRole('article');
  const user = typing();
  await user.type(search(), 'a');
  await wait(500);
  expect(titles()).toEqual(['Incident 1 of the queue']);
  expect(screen.getByRole('list', { name: 'Memory blocks' })).toHaveAttribute('aria-busy', 'true');
  await user.type(search(), 'b');
  await wait(500);
  await act(async () => pending['ab']!(page([block(3)])));
  await waitFor(() => expect(titles()).toEqual(['Incident 3 of the queue']));
  await act(async () => pending['a']!(page([block(2)])));
  await wait(100);
  expect(titles()).toEqual(['Incident 3 of the queue']);
});

test('another workspace starts on page 1 with one call, and never shows rows of the former one', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { shell, switchTo, asked } = await open('/memory-blocks?page=2&search=queue', page([block(13)], 30));
  await screen.findByRole('article');
  const api = fakeApi({
    'GET /agents/': agents,
    [BLOCKS]: () => new Promise((resolve) => (answer = resolve)),
  });
  await switchTo({ ...shell, api, scope: { scope: 'public', organizationId: null } });
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await settle();
  expect(address()).toBe('/memory-blocks?search=queue');
  const calls = api.calls.filter(({ key }) => key === BLOCKS);
  expect(calls.map(({ input }) => (input as { query: Asked }).query.skip)).toEqual([0]);
  await act(async () => answer(page([block(99)])));
  await waitFor(() => expect(titles()).toEqual(['Incident 99 of the queue']));
  expect(asked()).toHaveLength(1);
});

test('a failed load says so, with the reason, and Try Again loads', async () => {
  let works = false;
  await open('/memory-blocks', () => {
    if (works) return page([block(1)]);
    throw new ApiError(500, 'The database is busy.', '', null);
  });
  const failure = await screen.findByRole('alert');
  expect(within(failure).getByText('Failed to load memory blocks. Please try again.')).toBeInTheDocument();
  expect(within(failure).getByText('The database is busy.')).toBeInTheDocument();
  expect(screen.queryByText(/No memory blocks/)).not.toBeInTheDocument();
  works = true;
  await typing().click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('no right to read is neither a failure nor an empty workspace', async () => {
  await open('/memory-blocks', () => {
    throw new ApiError(403, 'Not a member.', '', null);
  });
  expect(await screen.findByText('You cannot read the memory blocks of this workspace')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});

test('an expired session is told to the shell once', async () => {
  const { shell } = await open('/memory-blocks', () => {
    throw new ApiError(401, 'Sign in.', '', null);
  });
  await screen.findByRole('alert');
  expect(shell.shown).toHaveLength(1);
});

test('nothing yet and nothing that matches are different things', async () => {
  const { router } = await open('/memory-blocks', page([]));
  expect(await screen.findByText('No memory blocks yet')).toBeInTheDocument();
  await go(router, '/memory-blocks?search=zzz');
  expect(await screen.findByText('No memory blocks match your filters')).toBeInTheDocument();
  expect(screen.queryByText('No memory blocks yet')).not.toBeInTheDocument();
});

test('Refresh loads again and says that it did; a failed one keeps the rows', async () => {
  let works = true;
  const { shell } = await open('/memory-blocks', () => {
    if (works) return page([block(1)]);
    throw new ApiError(503, null, '', null);
  });
  await screen.findByRole('article');
  expect(screen.getByText('Updated just now')).toBeInTheDocument();
  const user = typing();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Data refreshed successfully']]));
  works = false;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() =>
    expect(shell.shown.at(-1)).toEqual(['error', 'Failed to load memory blocks. Please try again.']),
  );
  expect(screen.getByRole('article')).toBeInTheDocument();
  expect(screen.getByText(/may be out of date/)).toBeInTheDocument();
});

test('sorting starts on page 1, and the default leaves the address', async () => {
  const { asked } = await open('/memory-blocks?page=2', page([block(1)], 30));
  await screen.findByRole('article');
  const user = typing();
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
  const options = () => screen.getAllByTitle(/first|created|feedback/).map((option) => option.textContent);
  expect(new Set(options())).toEqual(new Set(['Recently created', 'Oldest first', 'Highest feedback']));
  await user.click(screen.getByTitle('Highest feedback'));
  await waitFor(() => expect(address()).toBe('/memory-blocks?sort=feedback'));
  expect(asked().at(-1)).toMatchObject({ skip: 0, sort_by: 'feedback_score', sort_order: 'desc' });
});

test('a failing list of agents leaves the blocks alone', async () => {
  await open(
    '/memory-blocks',
    page([block(1)]),
    {},
    {
      'GET /agents/': () => {
        throw new ApiError(500, null, '', null);
      },
    },
  );
  expect(await screen.findByRole('article')).toBeInTheDocument();
  expect(screen.getByText('Agents could not be loaded')).toBeInTheDocument();
});

test('marks what was searched for, whatever signs it holds', async () => {
  await open('/memory-blocks?search=a%2Bb', page([block(1, { lessons_learned: '<b>x</b> A+B wins' })]));
  const card = await screen.findByRole('article');
  expect(card.querySelector('mark')).toHaveTextContent('A+B');
  expect(card.querySelector('b')).toBeNull();
});
