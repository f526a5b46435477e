import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi } from '@hindsight/shared-contracts/testing';
import {
  address,
  agents,
  BLOCKS,
  go,
  open,
  search,
  settle,
  titles,
  typing,
  wait,
  type Asked,
} from '../../testing/memoryList';
import { block, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('requests 12 blocks, newest first, and shows them as cards', async () => {
  const { asked } = await open('/memory-blocks', page([block(1), block(2)], 30));
  await screen.findAllByRole('article');
  expect(asked()).toEqual([{ skip: 0, limit: 12, sort_by: 'created_at', sort_order: 'desc' }]);
  expect(titles()).toEqual(['Incident 1 of the queue', 'Incident 2 of the queue']);
  expect(screen.getByText('30 memory blocks')).toBeInTheDocument();
});

test('keeps previous rows while loading and ignores a late response to an older request', async () => {
  const pending: Record<string, (answer: unknown) => void> = {};
  await open('/memory-blocks?mode=text', ({ query }: { query: Asked }) =>
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

test('starts another workspace on page 1 with one request and without rows of the previous one', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { shell, switchTo, asked } = await open(
    '/memory-blocks?mode=text&page=2&search=queue',
    page([block(13)], 30),
  );
  await screen.findByRole('article');
  const api = fakeApi({
    'GET /agents/': agents,
    [BLOCKS]: () => new Promise((resolve) => (answer = resolve)),
  });
  await switchTo({ ...shell, api, scope: { scope: 'public', organizationId: null } });
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await settle();
  expect(address()).toBe('/memory-blocks?mode=text&search=queue');
  const calls = api.calls.filter(({ key }) => key === BLOCKS);
  expect(calls.map(({ input }) => (input as { query: Asked }).query.skip)).toEqual([0]);
  await act(async () => answer(page([block(99)])));
  await waitFor(() => expect(titles()).toEqual(['Incident 99 of the queue']));
  expect(asked()).toHaveLength(1);
});

test('reports a failed load with its reason and refetches on Try Again', async () => {
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

test('shows missing read access as neither an error nor an empty workspace', async () => {
  await open('/memory-blocks', () => {
    throw new ApiError(403, 'Not a member.', '', null);
  });
  expect(
    await screen.findByText('You don’t have access to the memory blocks of this workspace'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});

test('reports an expired session to the shell once', async () => {
  const { shell } = await open('/memory-blocks', () => {
    throw new ApiError(401, 'Sign in.', '', null);
  });
  await screen.findByRole('alert');
  expect(shell.shown).toHaveLength(1);
});

const HYBRID = 'GET /memory-blocks/search/hybrid';

test('opens the import for #import and removes the hash on close', async () => {
  const { router } = await open('/memory-blocks#import', page([]));
  const dialog = await screen.findByRole('dialog');
  await typing().click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.hash).toBe('');
});

test('distinguishes an empty list from no matches', async () => {
  const { router } = await open('/memory-blocks', page([]), {}, { [HYBRID]: [] });
  expect(await screen.findByText('No memory blocks yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Create a memory' })).toBeInTheDocument();
  await go(router, '/memory-blocks?search=zzz');
  expect(await screen.findByText('No memory blocks match your filters')).toBeInTheDocument();
  expect(screen.queryByText('No memory blocks yet')).not.toBeInTheDocument();
});

test('refetches on Refresh and confirms it, and keeps the rows after a failure', async () => {
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

test('shows the blocks even if the agents fail to load', async () => {
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
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.getByText('Couldn’t load agents')).toBeInTheDocument();
});

test('highlights the search text, including special characters', async () => {
  await open(
    '/memory-blocks?mode=text&search=a%2Bb',
    page([block(1, { lessons_learned: '<b>x</b> A+B wins' })]),
  );
  const card = await screen.findByRole('article');
  expect(card.querySelector('mark')).toHaveTextContent('A+B');
  expect(card.querySelector('b')).toBeNull();
});
