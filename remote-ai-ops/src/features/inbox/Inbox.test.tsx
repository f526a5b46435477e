import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Change } from '@hindsight/shared-contracts/api';
import { useOfferedCommands } from '@hindsight/shared-contracts/shell';
import { heading, item, open, press } from '../../testing/inbox';
import './ReviewPage';

it('ignores decision keys for an item resolved by someone else, and continues from there', async () => {
  let left = [item('one'), item('four'), item('five')];
  const answers = {
    'GET /review-items/': () => ({
      items: left,
      total_items: left.length,
      total_pages: 1,
      counts: { feedback: left.length },
    }),
  };
  const { sent } = await open([], { answers });
  await heading('Memory one');
  await press('n');
  await heading('Memory four');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Memory five' }));
  left = left.slice(0, 1);
  await userEvent.click(screen.getByRole('button', { name: 'Accept 1 item' }));
  expect(await screen.findByText('Someone already resolved this, or it was withdrawn.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Memory four' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Archive' })).not.toBeInTheDocument();
  await press('ar');
  await press('p');
  await heading('Memory one');
  expect(screen.queryByRole('button', { name: 'Memory four' })).not.toBeInTheDocument();
  await press('a');
  await waitFor(() =>
    expect(sent().map(({ items }) => items.map(({ id }) => id))).toEqual([['five'], ['one']]),
  );
});

it('offers actions on the selection in the command palette', async () => {
  const { sent } = await open([item('one'), item('four')]);
  const { result } = renderHook(() => useOfferedCommands());
  expect(result.current).toEqual([]);
  for (const name of ['one', 'four'])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select Memory ${name}` }));
  expect(result.current.map(({ label, detail }) => [label, detail])).toEqual([
    ['Accept', '2 items selected'],
    ['Reject', '2 items selected'],
  ]);
  act(() => result.current[1]?.run());
  await waitFor(() =>
    expect(sent()).toMatchObject([{ verdict: 'reject', items: [{ id: 'one' }, { id: 'four' }] }]),
  );
  await waitFor(() => expect(result.current).toEqual([]));
});

it('refetches pending items only when one of their memories changes', async () => {
  let tell: (changes: readonly Change[]) => void = () => undefined;
  const live = {
    isOpen: true,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  };
  let waiting = [item('one'), item('four')];
  const answer = jest.fn(() => ({
    items: waiting,
    total_items: waiting.length,
    total_pages: 1,
    counts: { feedback: waiting.length },
  }));
  await open([], { part: { live }, answers: { 'GET /review-items/': answer } });
  await heading('Memory one');
  const asked = answer.mock.calls.length;
  const change = (id: string): Change => ({
    kind: 'memories',
    scope: 'personal',
    organization_id: null,
    ids: [id],
    added: 0,
    changed: 1,
    removed: 0,
  });
  act(() => tell([change('memory-other')]));
  expect(answer).toHaveBeenCalledTimes(asked);
  waiting = waiting.slice(1);
  act(() => tell([change('memory-one')]));
  expect(await screen.findByText('Someone already resolved this, or it was withdrawn.')).toBeInTheDocument();
});

it('undoes a decision that is still in flight, not the previous one', async () => {
  let answer = () => {};
  const { sent } = await open([item('one'), item('two'), item('three')], {
    answers: {
      'POST /review-items/decide': ({ body }: { body: { items: object[] } }) =>
        new Promise((resolve) => {
          answer = () => resolve({ results: body.items.map((one) => ({ ...one, success: true })) });
        }),
    },
  });
  await heading('Memory one');
  await press('a');
  await heading('Memory two');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await press('ru');
  for (const calls of [2, 3]) {
    act(answer);
    await waitFor(() => expect(sent()).toHaveLength(calls));
  }
  act(answer);
  await heading('Memory two');
  expect(sent().map(({ verdict, items }) => [verdict, items[0]?.id])).toEqual([
    ['accept', 'one'],
    ['reject', 'two'],
    ['reopen', 'two'],
  ]);
});
