import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { viewerShell, testBlock } from '../../testing/fixtures';
import { heading, item, ITEMS, open, press } from '../../testing/inbox';
import { KINDS } from './texts';
import './ReviewPage';

it('decides by key, advances, and undoes', async () => {
  const { sent } = await open();
  await heading('Memory one');
  expect(await screen.findByText('Reason of one')).toBeInTheDocument();
  await press('a');
  await heading('Memory two');
  await press('r');
  await heading('Memory three');
  await press('u');
  await heading('Memory two');
  await waitFor(() =>
    expect(sent()).toEqual([
      { verdict: 'accept', items: [{ kind: 'feedback', id: 'one' }] },
      { verdict: 'reject', items: [{ kind: 'keywords', id: 'two' }] },
      { verdict: 'reopen', items: [{ kind: 'keywords', id: 'two' }] },
    ]),
  );
  const row = within(screen.getByRole('list', { name: 'Pending items' }));
  expect(row.getByText('Archived')).toBeInTheDocument();
});

it('opens the linked item, or the first one when it is no longer pending', async () => {
  const { unmount } = await open(ITEMS, { path: '/review?item=keywords/two' });
  await heading('Memory two');
  unmount();
  await open(ITEMS, { path: '/review?item=keywords/gone' });
  await heading('Memory one');
});

it('ignores decision keys while the focus is outside the queue', async () => {
  const { sent } = await open();
  await heading('Memory one');
  for (const key of ['a', 'r', 's', 'o', 'e', 'u']) await userEvent.keyboard(key);
  expect(screen.getByRole('heading', { level: 2, name: 'Memory one' })).toBeInTheDocument();
  expect(sent()).toEqual([]);
  // J focuses the first row; keys act on the focused row.
  await userEvent.keyboard('j');
  await userEvent.keyboard('j');
  await heading('Memory two');
  await userEvent.keyboard('a');
  await heading('Memory three');
  await waitFor(() => expect(sent()[0]?.items).toEqual([{ kind: 'keywords', id: 'two' }]));
});

it('snoozes an item and undoes it; offers no snooze for secrets', async () => {
  const { sent } = await open();
  await heading('Memory one');
  await userEvent.click(screen.getByRole('button', { name: 'Snooze' }));
  await heading('Memory two');
  expect(screen.getByText('Snoozed for a week', { selector: 'li *' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Undo last' }));
  await heading('Memory one');
  await waitFor(() => expect(sent().map(({ verdict }) => verdict)).toEqual(['snooze', 'reopen']));
  await userEvent.click(screen.getByRole('button', { name: 'Memory three' }));
  await heading('Memory three');
  expect(screen.queryByRole('button', { name: 'Snooze' })).not.toBeInTheDocument();
});

it('accepts all items of a kind after confirmation, and leaves other kinds unchanged', async () => {
  const { sent } = await open([item('one'), ITEMS[1]!, item('four')]);
  await heading('Memory one');
  await userEvent.click(screen.getByRole('button', { name: 'Archive all 2' }));
  expect(sent()).toEqual([]);
  const question = await screen.findByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(sent()[0]?.items.map(({ id }) => id)).toEqual(['one', 'four']));
});

it('accepts only selected keywords and requires at least one', async () => {
  const { sent } = await open([ITEMS[1]!]);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'cache' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'dns' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one keyword.');
  expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'dns' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent()[0]?.items[0]?.accepted).toMatchObject({ keywords: ['dns'] }));
});

it('shows the shorter text of a compaction and stores the edited version', async () => {
  const compaction = {
    memory_id: 'memory-four',
    original_content: 'The long text of the memory',
    original_lessons_learned: null,
    compressed_content: 'The text',
    compressed_lessons_learned: null,
    generated_by: 'model',
  };
  const { sent } = await open([item('four', { kind: 'compaction', generated_by: 'model' }), item('one')], {
    answers: { 'POST /memory-blocks/{id}/compress': compaction },
  });
  await screen.findByRole('region', { name: 'Content' });
  await press('e');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Content' }), ', edited');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await press('a');
  await heading('Memory one');
  await waitFor(() =>
    expect(sent()[0]?.items).toEqual([
      {
        kind: 'compaction',
        id: 'four',
        accepted: { content: 'The text, edited', lessons_learned: '', keywords: [] },
      },
    ]),
  );
});

const TWO_COMPACTIONS = [item('one', { kind: 'compaction' }), item('two', { kind: 'compaction' })];
const SHORTER = {
  'POST /memory-blocks/{id}/compress': ({ params: { id } }: { params: { id: string } }) => ({
    memory_id: id,
    original_content: `The long text of ${id}`,
    original_lessons_learned: null,
    compressed_content: `Short ${id}`,
    compressed_lessons_learned: null,
    generated_by: 'deterministic',
  }),
};

it('explains why a compaction cannot be accepted before its text loads', async () => {
  const { sent } = await open([item('one', { kind: 'compaction' })], {
    answers: { 'POST /memory-blocks/{id}/compress': () => new Promise(() => undefined) },
  });
  await heading('Memory one');
  await press('a');
  expect(await screen.findByText('Not accepted yet: the shorter text is still loading.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled();
  expect(sent()).toEqual([]);
});

it('rejects a selection with an empty text and shows the affected item', async () => {
  const { sent } = await open(TWO_COMPACTIONS, { answers: SHORTER });
  await heading('Memory one');
  await screen.findByRole('region', { name: 'Content' });
  await press('e');
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Content' }));
  for (const name of ['one', 'two'])
    await userEvent.click(screen.getByRole('checkbox', { name: `Select Memory ${name}` }));
  await press('n');
  await heading('Memory two');
  await userEvent.click(screen.getByRole('button', { name: 'Accept 2 items' }));
  await heading('Memory one');
  expect(await screen.findByText('The content must not be empty.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('keeps edited text across items, guards it against loss, and accepts it with a selection', async () => {
  const held = new Set<string>();
  const holdDraft = (what: string) => {
    held.add(what);
    return () => void held.delete(what);
  };
  const { sent } = await open(TWO_COMPACTIONS, { part: { holdDraft }, answers: SHORTER });
  for (const [name, key] of [
    ['one', 'n'],
    ['two', 'p'],
  ] as const) {
    await heading(`Memory ${name}`);
    await screen.findByRole('region', { name: 'Content' });
    await press('e');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Content' }), ', edited');
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await press(key);
  }
  expect([...held]).toEqual(['your changes to a proposal']);
  for (const name of ['one', 'two'])
    await userEvent.click(screen.getByRole('checkbox', { name: `Select Memory ${name}` }));
  await userEvent.click(screen.getByRole('button', { name: 'Accept 2 items' }));
  await waitFor(() =>
    expect(sent()[0]?.items).toMatchObject([
      { id: 'one', accepted: { content: 'Short memory-one, edited' } },
      { id: 'two', accepted: { content: 'Short memory-two, edited' } },
    ]),
  );
  await waitFor(() => expect([...held]).toEqual([]));
});

it('disables Accept when the text of a compaction fails to load', async () => {
  await open([item('four', { kind: 'compaction' })], {
    answers: {
      'POST /memory-blocks/{id}/compress': () => {
        throw new ApiError(503, 'The language model is unavailable.', '', null);
      },
    },
  });
  expect(await screen.findByText('The language model is unavailable.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled();
});

it('avoids layout shifts: shows keys above an item and its facts with the memory', async () => {
  let answer = (_: unknown) => {};
  await open([item('one')], {
    answers: { 'GET /memory-blocks/{id}': () => new Promise((resolve) => (answer = resolve)) },
  });
  await heading('Memory one');
  const keys = screen.getByRole('list', { name: 'Keyboard' });
  const memory = screen.getByRole('region', { name: 'Memory' });
  expect(keys.compareDocumentPosition(memory)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText('Memory ID')).not.toBeInTheDocument();
  answer(testBlock('memory-one', { feedback_score: null, retrieval_count: 3 }));
  expect(await screen.findByText('Memory ID')).toBeInTheDocument();
});

it('redacts a secret only after confirmation', async () => {
  const { sent } = await open([ITEMS[2]!]);
  await heading('Memory three');
  await press('a');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await press('a');
  await screen.findByText('Redact this secret?');
  await userEvent.click(screen.getAllByRole('button', { name: 'Redact' }).at(-1)!);
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('decides a selection with one call, one result and one undo', async () => {
  const { sent, shell } = await open([item('one'), item('two'), item('three')], {
    failing: { two: 'The memory has changed since this was proposed.' },
  });
  const shown = jest.spyOn(shell.toasts, 'show');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Memory one' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 3 matching' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reject 3 items' }));
  await waitFor(() => expect(sent()[0]?.items).toHaveLength(3));
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
  expect(shown.mock.calls.map(([tone, text]) => [tone, text])).toEqual([
    ['success', '2 items rejected'],
    ['error', 'Couldn’t resolve 1 item of 3: The memory has changed since this was proposed.'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo last' }));
  await waitFor(() => expect(sent()[1]?.items.map(({ id }) => id)).toEqual(['one', 'three']));
});

it('explains to viewers why they cannot decide', async () => {
  await open([item('one')], { part: viewerShell });
  await heading('Memory one');
  expect(screen.getByRole('button', { name: 'Archive' })).toBeDisabled();
  expect(
    screen.getByText('You can read this organization, but not change it.').closest('[role]'),
  ).toHaveAttribute('role', 'status');
  await press('a');
  expect(screen.getByRole('heading', { level: 2, name: 'Memory one' })).toBeInTheDocument();
});

it('omits unknown counts', async () => {
  await open([], {
    answers: {
      'GET /review-items/': () => {
        throw new ApiError(500, 'The database is away', '', null);
      },
    },
  });
  expect(await screen.findByText('The database is away')).toBeInTheDocument();
  expect(screen.getByText('Everything')).toBeInTheDocument();
});

it('shows who decided each item, and undoes the latest decision', async () => {
  const decision = (id: string, part: object) => ({
    id,
    kind: 'pruning',
    item_id: `item-${id}`,
    verdict: 'accept',
    title: `Memory ${id}`,
    memory_block_ids: [`memory-${id}`],
    actor_name: 'Lena Fischer',
    decided_at: '2026-01-01T00:00:00Z',
    may_reopen: false,
    ...part,
  });
  const { sent } = await open([], {
    answers: {
      'GET /review-decisions/': {
        items: [decision('a', { may_reopen: true }), decision('b', { verdict: 'reject', title: '' })],
        total_items: 2,
        total_pages: 1,
      },
    },
  });
  expect(await screen.findByText('You’re all caught up')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Memory Blocks' })).toHaveAttribute('href', '/memory-blocks');
  await userEvent.click(await screen.findByRole('radio', { name: 'Resolved' }));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/Memory a.*Pruning.*Archived.*by Lena Fischer/);
  expect(second).toHaveTextContent(/Empty memory.*Kept/);
  expect(within(second!).queryByRole('button')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Memory a' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ verdict: 'reopen', items: [{ kind: 'pruning', id: 'item-a' }] }]),
  );
});

it('labels the decisions of each kind', () => {
  expect(Object.values(KINDS).map(({ label, accept, reject }) => [label, accept, reject])).toEqual([
    ['Secret', 'Redact', 'Not a secret'],
    ['Negative feedback', 'Archive', 'Keep'],
    ['Conflict', 'Keep newer', 'Both are right'],
    ['Consolidation', 'Accept', 'Reject'],
    ['Compaction', 'Accept', 'Reject'],
    ['Keywords', 'Add', 'Reject'],
    ['Pruning', 'Archive', 'Keep'],
  ]);
});
