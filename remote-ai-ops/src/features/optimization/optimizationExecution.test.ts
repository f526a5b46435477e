import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Job } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { testJob } from '../../testing/fixtures';
import {
  analysisWith,
  card,
  completed,
  counters,
  openDialog,
  done,
  EXECUTE,
  execute,
  ids,
  LIST,
  open,
  suggestion,
} from './optimizationFixture';

const suggestCompaction = (total: number, done: number, part: Partial<Job> = {}) =>
  testJob('j1', { total, done, succeeded: done, ...part });

it('executes, attaches the results, counts and undoes it', async () => {
  const { said, sent, toasts } = await open({
    [EXECUTE]: completed,
    'PUT /memory-blocks/{id}': { archived: false },
  });
  await userEvent.click(within(await card('Do archive')).getByRole('button', { name: 'Execute' }));
  expect(await within(await openDialog('Do archive')).findByText(/kept under Archived/)).toBeInTheDocument();
  expect(sent(EXECUTE)).toEqual([]);
  await userEvent.click(screen.getByText('Execute Optimization'));
  await waitFor(() => expect(said()).toEqual([['success', 'Archived 7 memories.']]));
  expect(within(await card('Do archive')).getByText('Completed')).toBeInTheDocument();
  expect(counters()).toEqual(['3', '1', '0', '2']);
  await act(async () => (toasts[0]?.options as { action: { run(): void } }).action.run());
  await waitFor(() => expect(sent('PUT /memory-blocks/{id}')).toHaveLength(7));
  expect(await within(await card('Do archive')).findByText('Undone')).toBeInTheDocument();
});

it('undoes a merge of an earlier page: archives the merged memory and restores the others', async () => {
  const results = { summary: 'Merged 7.', metrics: { merged_memory_id: 'merged-1' } };
  const { sent } = await open({
    [LIST]: analysisWith([{ ...done, results }]),
    'PUT /memory-blocks/{id}': { archived: false },
    'POST /memory-blocks/{id}/archive': {},
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Do done' }));
  const dialog = await openDialog('Do done');
  expect(within(dialog).getByText('Merged memory merged-1', { selector: 'a' })).toBeInTheDocument();
  await userEvent.click(within(dialog).getByText('Undo'));
  expect(await within(dialog).findByText('Undone')).toBeInTheDocument();
  expect(sent('POST /memory-blocks/{id}/archive')).toEqual([{ params: { id: 'merged-1' } }]);
  expect(within(dialog).queryByText('Undo')).not.toBeInTheDocument();
});

it('shows a refused execution as failed', async () => {
  const { said } = await open({
    [EXECUTE]: () => {
      throw new ApiError(404, 'Not found.', '', null);
    },
  });
  await execute('Do archive');
  await waitFor(() => expect(said()).toEqual([['error', 'Failed to execute: Do archive']]));
  expect(within(await card('Do archive')).getByText('Not found.')).toBeInTheDocument();
  expect(within(await card('Do archive')).queryByText('Completed')).not.toBeInTheDocument();
});

it('executes the selected ones: first those without a dialog, then one dialog after the other', async () => {
  const { sent } = await open({ [EXECUTE]: completed });
  await userEvent.click(within(await card('Do compaction')).getByRole('checkbox'));
  await userEvent.click(within(await card('Do archive')).getByRole('checkbox'));
  expect(counters()[2]).toBe('2');
  await userEvent.click(screen.getByRole('button', { name: 'Execute Selected' }));
  await userEvent.click(
    within(await openDialog('Execute 2 suggestions')).getByText('Execute 2 suggestions', {
      selector: 'button *',
    }),
  );
  expect(await openDialog('Compaction Settings')).toBeInTheDocument();
  expect(sent(EXECUTE)).toEqual([{ params: { id: 'archive' } }]);
  expect(screen.queryByRole('button', { name: 'Clear Selection' })).not.toBeInTheDocument();
});

it('does not call a cancelled compaction completed, and analyses what is left', async () => {
  const results = ids(3).map((id) => ({ memory_block_id: id, success: true }));
  const not_reached = ids(7).slice(3);
  const cancelled = suggestCompaction(7, 3, { status: 'cancelled', results, not_reached });
  const { sent } = await open({
    'POST /memory-blocks/bulk-compact': suggestCompaction(7, 3),
    'GET /jobs/{id}': cancelled,
  });
  await execute('Do compaction');
  await userEvent.click(await screen.findByText('Start compaction'));
  expect(
    await within(await openDialog('Compacting memories')).findByText(
      'Compaction cancelled: 3 memories done, 4 not processed.',
    ),
  ).toBeInTheDocument();
  expect(screen.getAllByText('Not processed: it is as it was.')).toHaveLength(4);
  await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  expect(within(await card('Do compaction')).queryByText('Completed')).not.toBeInTheDocument();
});

it('shows a compaction that was undone as open again', async () => {
  const one = suggestion('compaction', 'compaction', { all_affected_blocks: ids(1) });
  const { sent } = await open({
    [LIST]: analysisWith([one]),
    'POST /memory-blocks/bulk-compact': suggestCompaction(1, 1),
    'GET /jobs/{id}': suggestCompaction(1, 1, {
      status: 'completed',
      results: [{ memory_block_id: ids(1)[0], success: true, version: 1 }],
    }),
    'POST /memory-blocks/{id}/versions/{version}/restore': {},
  });
  await execute('Do compaction');
  await userEvent.click(await screen.findByText('Start compaction'));
  await userEvent.click(await screen.findByText('Undo all (1)'));
  expect(within(await card('Do compaction')).getByText('Completed')).toBeInTheDocument();
  await userEvent.click(await screen.findByText('Undo all'));
  await waitFor(() => expect(sent(LIST)).toHaveLength(3));
  expect(within(await card('Do compaction')).queryByText('Completed')).not.toBeInTheDocument();
  expect(
    within(await openDialog('Compacting memories')).getByText('Compacted 1 memory. All of it was undone.'),
  ).toBeInTheDocument();
  await userEvent.click(within(await openDialog('Compacting memories')).getByText('Close'));
  expect(
    within(screen.getByRole('list', { name: 'Work in progress' })).getByText(
      'Compacted 1 memory. All of it was undone.',
    ),
  ).toBeInTheDocument();
});

it('warns when there is nothing to process', async () => {
  const { said } = await open({
    [LIST]: analysisWith([suggestion('empty', 'archive', { affected_blocks: [], all_affected_blocks: [] })]),
  });
  await execute('Do empty');
  expect(said()).toContainEqual(['warning', 'No memory blocks found to process']);
});

it('announces many executions once, with the number that failed, and undoes all of them', async () => {
  const rows = ['one', 'two', 'three'].map((id) =>
    suggestion(id, 'archive', { all_affected_blocks: [`block-${id}`] }),
  );
  const { said, sent, toasts } = await open({
    [LIST]: analysisWith(rows),
    [EXECUTE]: ({ params }: { params: { id: string } }) => {
      if (params.id === 'two') throw new ApiError(409, 'It was changed.', '', null);
      return completed;
    },
    'PUT /memory-blocks/{id}': { archived: false },
  });
  for (const row of rows) await userEvent.click(within(await card(row.title)).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Execute Selected' }));
  const review = await openDialog('Execute 3 suggestions');
  expect(within(review).getAllByRole('listitem', { hidden: true })).toHaveLength(3);
  await userEvent.click(within(review).getByText('Do two'));
  expect(await within(review).findByText(/kept under Archived/)).toBeInTheDocument();
  expect(sent(EXECUTE)).toEqual([]);
  await userEvent.click(within(review).getByText('Execute 3 suggestions', { selector: 'button *' }));
  await waitFor(() =>
    expect(said()).toEqual([['warning', '2 suggestions executed. 1 failed; each card says why.']]),
  );
  expect(within(await card('Do two')).getByText('It was changed.')).toBeInTheDocument();
  const { action } = toasts[0]?.options as { action: { label: string; run(): void } };
  expect(action.label).toBe('Undo all');
  await act(async () => action.run());
  await waitFor(() => expect(said()).toContainEqual(['success', '2 memories restored.']));
  expect(sent('PUT /memory-blocks/{id}')).toMatchObject([
    { params: { id: 'block-three' } },
    { params: { id: 'block-one' } },
  ]);
});
