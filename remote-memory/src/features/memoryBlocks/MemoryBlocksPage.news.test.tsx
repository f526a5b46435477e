import { act, screen, waitFor } from '@testing-library/react';
import type { Change } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { FakeAnswers } from '@hindsight/shared-contracts/testing';
import { open, settle, titles, typing, wait } from '../../testing/memoryList';
import { AGENT_ID, block, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const readId = (n: number) => block(n).id;
const added = (ids: string[], count = ids.length): Change => ({
  kind: 'memories',
  scope: 'personal',
  organization_id: null,
  ids,
  added: count,
  changed: 0,
  removed: 0,
});

/** Opens the list in a page with live changes. */
async function openLive(where: string, answer: unknown, more: FakeAnswers = {}) {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  const live = {
    isOpen: true,
    subscribe(listener: (changes: readonly Change[]) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const opened = await open(where, answer, { live }, more);
  await screen.findAllByRole('article');
  // Changes in the same millisecond as the load may be included in it.
  await wait(1);
  const happen = async (...changes: Change[]) => {
    act(() => listeners.forEach((listener) => listener(changes)));
    await settle();
  };
  return { ...opened, happen };
}
const news = (name: RegExp | string = /new memor/) => screen.queryByRole('button', { name });

test('counts new memories, leaves the list unchanged, and loads them on request', async () => {
  let rows = [block(1)];
  const { happen, asked } = await openLive('/memory-blocks', () => page(rows));
  rows = [block(4), block(3), block(2), block(1)];
  await happen(added([readId(2)]), added([readId(3), readId(4)]));
  expect(news()).toHaveTextContent('3 new memories');
  expect(titles()).toEqual(['Incident 1 of the queue']);
  expect(asked()).toHaveLength(1);
  await typing().click(news()!);
  await waitFor(() => expect(titles()).toHaveLength(4));
  await settle();
  expect(news()).not.toBeInTheDocument();
});

test('counts only new memories that match the filters and are not listed yet', async () => {
  let rows = [block(1)];
  const { happen } = await openLive(`/memory-blocks?agent=${AGENT_ID}`, () => page(rows));
  await happen(added([readId(9)]));
  expect(news()).not.toBeInTheDocument();
  rows = [block(2), block(1)];
  await happen(added([readId(1), readId(2)]));
  await waitFor(() => expect(news('1 new memory')).toBeInTheDocument());
});

test('counts a bulk change that names only some memories, up to a hundred', async () => {
  const { happen } = await openLive('/memory-blocks', page([block(1)]));
  await happen(added([readId(2)], 40));
  expect(news('40 new memories')).toBeInTheDocument();
  await happen(added([readId(3)], 400));
  expect(news('100 or more new memories')).toBeInTheDocument();
});

test('ignores changed, removed and retrieved memories', async () => {
  const { happen } = await openLive('/memory-blocks', page([block(1)]));
  await happen(
    { ...added([]), changed: 1, ids: [readId(1)] },
    { ...added([]), removed: 1, ids: [readId(1)] },
    { ...added([]), kind: 'retrievals', changed: 5, ids: [readId(1)] },
  );
  expect(news()).not.toBeInTheDocument();
});

const changed = (ids: string[], count = ids.length): Change => ({ ...added(ids, 0), changed: count });
const ONE = 'GET /memory-blocks/{id}';
const select = (n: number) =>
  typing().click(screen.getByRole('checkbox', { name: `Select Incident ${n} of the queue` }));
const selection = () => screen.queryByRole('region', { name: 'Selection' });

test('removes a row that others archived or deleted from the list and the selection', async () => {
  const { happen } = await openLive('/memory-blocks', page([block(1), block(2), block(3), block(4)]), {
    [ONE]: ({ params }: { params: { id: string } }) => {
      if (params.id === readId(3)) throw new ApiError(404, 'Memory block not found', '', null);
      return block(Number(params.id.slice(-1)), { archived: params.id === readId(2) });
    },
  });
  for (const n of [1, 2]) await select(n);
  expect(selection()).toHaveTextContent('2 memory blocks selected');
  await happen(changed([readId(1), readId(2)]), { ...changed([readId(3)]), changed: 0, removed: 1 });
  await waitFor(() => expect(titles()).toEqual(['Incident 1 of the queue', 'Incident 4 of the queue']));
  expect(selection()).toHaveTextContent('1 memory block selected');
});

test('removes deleted rows without a request, and only in their own workspace', async () => {
  const one = jest.fn(() => block(1));
  const { happen } = await openLive('/memory-blocks', page([block(1), block(2)]), { [ONE]: one });
  const gone = (n: number): Change => ({ ...changed([readId(n)]), changed: 0, removed: 1 });
  await happen(gone(2));
  await waitFor(() => expect(titles()).toEqual(['Incident 1 of the queue']));
  expect(one).not.toHaveBeenCalled();
  await happen({ ...gone(1), scope: 'organization', organization_id: readId(9) });
  expect(one).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual(['Incident 1 of the queue']);
});

test('still announces new memories after a row is removed', async () => {
  const { happen } = await openLive('/memory-blocks', page([block(1), block(2)]));
  await happen(added([readId(3)]));
  await wait(1);
  await happen({ ...changed([readId(2)]), changed: 0, removed: 1 });
  await waitFor(() => expect(titles()).toEqual(['Incident 1 of the queue']));
  expect(news()).toHaveTextContent('1 new memory');
});

test('checks every row when a bulk change names only some memories', async () => {
  const one = { [ONE]: block(1, { archived: true }) };
  const { happen } = await openLive('/memory-blocks', page([block(1)]), one);
  await happen(changed([readId(7)], 300));
  await waitFor(() => expect(titles()).toEqual([]));
});
