import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BlockChange, BlockEdit, EditResult } from '@hindsight/shared-contracts/api';
import type { FakeAnswers } from '@hindsight/shared-contracts/testing';
import { open, findPart, type Asked } from '../../testing/memoryList';
import { block, keyword } from '../../testing/rows';
import { recordedInputs, refusal, type Service } from '../../testing/service';
// Import the page up front: its first load takes longer than a test timeout.
import '../memoryBlocks/MemoryBlocksPage';
import './BulkEditDialog';

const EDIT = 'POST /memory-blocks/bulk-edit';
const CATALOGUE = [keyword('wrong one'), keyword('right one')];

interface Sent {
  body: { edits: BlockEdit[]; dry_run: boolean; edit_id?: string; undo_of?: string };
}
type Answer = (edit: BlockEdit) => Partial<EditResult>;

const UNDO: BlockChange = { kind: 'keywords', add: ['wrong one'], remove: ['right one'] };

/** Fake service that applies each edit with the result of `answer`, by default a replaced keyword, and keeps the latest. */
function service(answer: Answer = () => ({})): FakeAnswers {
  let kept: { edit_id: string; change: BlockChange; undo: BlockEdit[] } | null = null;
  const answers = {
    'GET /keywords/': CATALOGUE,
    'GET /bulk-edits/latest': () => ({
      edit: kept && { ...kept, memories: kept.undo.length, created_at: '2026-03-01T09:00:00.000000Z' },
    }),
    'GET /bulk-edits/{id}': () => ({ edits: kept?.undo ?? [] }),
    'DELETE /bulk-edits/{id}': () => {
      kept = null;
    },
    [EDIT]: ({ body: { edits, dry_run: isDry, edit_id: id, undo_of: undoToken } }: Sent) => {
      const results = edits.map((edit) => ({
        memory_block_id: edit.memory_block_id,
        status: 'changed',
        error: null,
        undo: UNDO,
        ...answer(edit),
      }));
      const [first] = edits;
      if (!isDry && id && first) {
        const undo = results.flatMap(({ memory_block_id, undo: change }) =>
          change ? [{ memory_block_id, change }] : [],
        );
        kept = { edit_id: id, change: first.change, undo: [...(kept?.undo ?? []), ...undo] };
      }
      if (undoToken && kept) {
        const done = edits.map(({ memory_block_id: block }) => block);
        const rest = kept.undo.filter(({ memory_block_id: block }) => !done.includes(block));
        kept = rest.length > 0 ? { ...kept, undo: rest } : null;
      }
      return { results };
    },
  };
  return answers as FakeAnswers;
}

const blocks = Array.from({ length: 120 }, (_, n) => block(n + 1, { keywords: [keyword('wrong one')] }));

/** Serves 120 memories in pages. */
const list = (input: unknown) => {
  return findPart(blocks, (input as { query: Asked }).query);
};

async function begin(more: FakeAnswers, all: boolean) {
  const { shell } = await open('/memory-blocks', list, {}, more);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select Incident 1 / }));
  if (all) await userEvent.click(screen.getByRole('button', { name: 'Select all 120 matching' }));
  await userEvent.click(screen.getByRole('button', { name: 'Edit…' }));
  const dialog = await screen.findByRole('dialog');
  const api = shell.api as Service;
  return { dialog, shell, sent: () => recordedInputs(api, EDIT) as unknown as Sent[] };
}

async function choose(dialog: HTMLElement, label: string, option: string) {
  await userEvent.click(await within(dialog).findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByTitle(option));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('previews and replaces a keyword in all matching memories, and reverts it with one undo', async () => {
  const unchanged: Answer = ({ memory_block_id: id }) =>
    id === blocks[0]?.id ? { status: 'unchanged', undo: null } : {};
  const { dialog, sent } = await begin(service(unchanged), true);
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
  await choose(dialog, 'Remove keywords', 'wrong one');
  await press('Preview');

  expect(await within(dialog).findByText('119 of 120 memories will change.')).toBeInTheDocument();
  expect(within(dialog).getByText(/^1 memory won’t change/)).toBeInTheDocument();
  expect(within(dialog).getByText('and 99 more')).toBeInTheDocument();
  expect(sent().every(({ body }) => body.dry_run)).toBe(true);
  const previewed = sent().length;

  await press('Change 119 memories');
  expect(await screen.findByText('Keywords of 119 memories changed.')).toBeInTheDocument();
  const applied = sent()
    .slice(previewed)
    .flatMap(({ body }) => body.edits);
  expect(applied).toHaveLength(119);
  expect(applied[0]).toMatchObject({ change: { kind: 'keywords', add: [], remove: ['wrong one'] } });
  const carriedOut = sent().length;

  await press('Undo');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  const undone = sent()
    .slice(carriedOut)
    .flatMap(({ body }) => body.edits);
  expect(undone.map(({ memory_block_id: id }) => id).sort()).toEqual(
    applied.map(({ memory_block_id: id }) => id).sort(),
  );
  expect(undone[0]).toMatchObject({
    change: { kind: 'keywords', add: ['wrong one'], remove: ['right one'] },
  });
});

it('shows why memories cannot be moved and moves none', async () => {
  const reason = 'Only owners and admins can move memories.';
  const { dialog, sent } = await begin(
    service(() => ({ status: 'refused', error: reason, undo: null })),
    false,
  );
  await userEvent.click(await within(dialog).findByRole('radio', { name: 'Archive' }));
  await press('Preview');
  expect(await within(dialog).findByText('No memories would change.')).toBeInTheDocument();
  expect(within(dialog).getByText(`Can’t change 1 memory: ${reason}`)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Change 0 memories' })).toBeDisabled();
  expect(sent()).toHaveLength(1);
});

it('sends the reason of a mark, and retries failures without losing the undo', async () => {
  let isDown = true;
  const answer = service(() => ({ undo: { kind: 'take_back', feedback_id: 'f' } }));
  const flaky: FakeAnswers = {
    ...answer,
    [EDIT]: ((input: Sent) => {
      const { edits, dry_run: isDry } = input.body;
      if (!isDry && isDown && edits.length < 50) refusal(500, 'The database is away.')();
      return (answer[EDIT] as (input: unknown) => unknown)(input);
    }) as (input: unknown) => unknown,
  };
  const { dialog, sent } = await begin(flaky, true);
  await userEvent.click(await within(dialog).findByRole('radio', { name: 'Feedback' }));
  await userEvent.click(await within(dialog).findByRole('radio', { name: 'Outdated' }));
  await userEvent.type(within(dialog).getByLabelText('Reason (optional)'), 'Version 1');
  await press('Preview');
  await within(dialog).findByText('120 of 120 memories will change.');
  await press('Change 120 memories');
  expect(await within(dialog).findByText('100 memories marked outdated, 20 failed.')).toBeInTheDocument();
  expect(sent().at(-1)?.body.edits[0]?.change).toEqual({
    kind: 'feedback',
    feedback_type: 'negative',
    problem: 'outdated',
    feedback_details: 'Version 1',
  });
  isDown = false;
  await press('Try Again');
  expect(await screen.findByText('120 memories marked outdated.')).toBeInTheDocument();
});

it('still offers Undo after leaving the page', async () => {
  const kept = service();
  const { dialog } = await begin(kept, false);
  await choose(dialog, 'Remove keywords', 'wrong one');
  await press('Preview');
  await within(dialog).findByText('1 of 1 memory will change.');
  await press('Change 1 memory');
  await screen.findByText('Keywords of 1 memory changed.');
  cleanup();

  const { shell } = await open('/memory-blocks', list, {}, kept);
  const sent = () => recordedInputs(shell.api as Service, EDIT) as unknown as Sent[];
  expect(await screen.findByText('Keywords of 1 memory changed.')).toBeInTheDocument();
  await press('Undo');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(sent().map(({ body }) => body.edits)).toEqual([[{ memory_block_id: blocks[0]?.id, change: UNDO }]]);
  expect(sent()[0]?.body.undo_of).toEqual(expect.any(String));
  cleanup();
  await open('/memory-blocks', list, {}, kept);
  await screen.findByRole('checkbox', { name: /^Select Incident 1 / });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('reports a partial undo after leaving the page', async () => {
  const edit = {
    edit_id: 'e',
    change: UNDO,
    memories: 3,
    undone: 2,
    created_at: '2026-03-01T09:00:00.000000Z',
  };
  await open('/memory-blocks', list, {}, { ...service(), 'GET /bulk-edits/latest': { edit } });
  expect(await screen.findByText('Couldn’t undo 3 memories.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

it('dismisses the undo permanently', async () => {
  const kept = service();
  const { dialog } = await begin(kept, false);
  await choose(dialog, 'Remove keywords', 'wrong one');
  await press('Preview');
  await within(dialog).findByText('1 of 1 memory will change.');
  await press('Change 1 memory');
  await screen.findByText('Keywords of 1 memory changed.');
  await press('Dismiss');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  cleanup();
  await open('/memory-blocks', list, {}, kept);
  await screen.findByRole('checkbox', { name: /^Select Incident 1 / });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
