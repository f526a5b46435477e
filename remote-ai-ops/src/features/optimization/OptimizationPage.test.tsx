import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Job } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { viewerShell, testBlock, testJob } from '../../testing/fixtures';
import {
  EXECUTE,
  LIST,
  analysisWith,
  card,
  completed,
  counters,
  done,
  execute,
  flags,
  ids,
  open,
  openDialog,
  suggestion,
} from './optimizationFixture';

describe('OptimizationPage', () => {
  it('shows counts, and five affected memories by the last eight characters of their ids', async () => {
    await open({});
    const shown = await card('Do compaction');
    expect(counters()).toEqual(['3', '1', '0', '1']);
    expect(within(shown).getByText('High priority')).toBeInTheDocument();
    expect(within(shown).getByText('Compaction')).toBeInTheDocument();
    const blocks = within(shown).getByRole('list', { name: 'Affected memories' });
    expect(blocks.textContent).toBe('-block-0-block-1-block-2-block-3-block-4+2 more');
    expect(within(await card('Do done')).getByText('Completed')).toBeInTheDocument();
    expect(within(await card('Do done')).getByRole('checkbox')).toBeDisabled();
    expect(within(await card('Do done')).queryByRole('button', { name: 'Execute' })).not.toBeInTheDocument();
  });

  it('queries with the filters of the URL', async () => {
    const { sent } = await open({}, {}, '?agent=agent-1&priority=low&range=last_7_days');
    await card('Do archive');
    expect(sent(LIST)).toMatchObject([
      { query: { agent_id: 'agent-1', priority: 'low', date_range: 'last_7_days' } },
    ]);
    // The page filters by itself if the service ignores the filter.
    expect(screen.queryByRole('button', { name: 'Do compaction' })).not.toBeInTheDocument();
    expect(await screen.findByText('Agent: Reviewer')).toBeInTheDocument();
  });

  it.each([
    [{ generated_by: 'deterministic', merged_content: 'Both', merged_lessons_learned: '' }, 'Both'],
    [{}, /The merged text is generated when someone with edit access/],
  ])('previews the result of a merge, or explains why it is unknown', async (changes, text) => {
    await open({
      [LIST]: analysisWith([suggestion('merge', 'merge', { all_affected_blocks: ids(2) })]),
      'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) => ({
        ...testBlock(params.id, { content: 'One.' }),
      }),
      'GET /memory-optimization/suggestions/{id}/preview': { preview: { estimated_changes: changes } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Do merge' }));
    const merged = (await screen.findByText('Merged memory', { selector: 'h3' })).closest('section');
    await waitFor(() => expect(merged).toHaveTextContent(text));
  });

  it('previews a rule-based compaction of each memory, and calls a model only on request', async () => {
    const rows = ['deterministic', 'model'].map((generated_by) =>
      suggestion(generated_by, 'compaction', {
        all_affected_blocks: ids(2),
        optimization_details: { generated_by },
      }),
    );
    const COMPRESS = 'POST /memory-blocks/{id}/compress';
    const { sent } = await open({
      [LIST]: analysisWith(rows),
      [COMPRESS]: ({ params }: { params: { id: string } }) => ({
        original_content: `All of ${params.id}`,
        compressed_content: `Some of ${params.id}`,
        compression_ratio: 0.5,
        key_insights_preserved: [],
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Do deterministic' }));
    const byRules = await openDialog('Do deterministic');
    expect(await within(byRules).findByText('Space saved')).toBeInTheDocument();
    await userEvent.click(within(byRules).getAllByText('Next')[0]!);
    await waitFor(() => expect(sent(COMPRESS)).toHaveLength(2));
    await userEvent.click(within(byRules).getByText('Close', { selector: 'button *' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Do model' }));
    const byModel = await openDialog('Do model');
    expect(within(byModel).getByText(/wording may differ/)).toBeInTheDocument();
    expect(sent(COMPRESS)).toHaveLength(2);
  });

  it('supports keyboard navigation', async () => {
    await open({});
    await card('Do compaction');
    await userEvent.keyboard('jx');
    expect(counters()[2]).toBe('1');
    await userEvent.keyboard('jj{Enter}');
    expect(await openDialog('Do done')).toBeInTheDocument();
  });

  it('shows the debug panel if the shell enables it', async () => {
    await open({}, { debugPanel: true });
    expect(await screen.findByText('Debug Panel')).toBeInTheDocument();
  });

  it('opens the details, and distinguishes a stale memory from one that cannot be opened', async () => {
    let status = 404;
    const { said } = await open({
      'GET /memory-blocks/{id}': () => {
        if (status === 200) return testBlock('00000000-block-0');
        throw new ApiError(status, 'Broken.', '', null);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Do compaction' }));
    const dialog = await openDialog('Do compaction');
    expect(within(dialog).getByText('Much.')).toBeInTheDocument();
    expect(within(dialog).getAllByText('Search in List', { selector: 'a' })[0]).toHaveAttribute(
      'href',
      '/memory-blocks?search=00000000-block-0',
    );
    const view = within(dialog).getAllByText('View Details')[0]!.closest('button')!;
    await userEvent.click(view);
    await waitFor(() => expect(said()).toHaveLength(1));
    status = 500;
    await userEvent.click(view);
    await waitFor(() => expect(said()).toHaveLength(2));
    expect(said()).toEqual([
      ['warning', 'Memory block not found: 00000000... This might be a stale suggestion.'],
      ['error', 'Unable to open memory block details: Broken.'],
    ]);
    status = 200;
    await userEvent.click(view);
    await waitFor(() => expect(window.location.search).toBe('?block=00000000-block-0'));
  });

  it('explains that memories cannot be opened while their remote is unavailable', async () => {
    await open({}, { slotProblem: () => 'Memory is unavailable.' });
    await userEvent.click(await screen.findByRole('button', { name: 'Do compaction' }));
    const dialog = await openDialog('Do compaction');
    expect(within(dialog).getByText(/Memory is unavailable\./)).toBeInTheDocument();
    expect(within(dialog).queryByText('Search in List', { selector: 'a' })).not.toBeInTheDocument();
    expect(within(dialog).getAllByText('View Details')[0]!.closest('button')).toBeDisabled();
  });

  it('opens the review inbox to decide each memory of a suggestion individually', async () => {
    const PROPOSE = 'POST /memory-optimization/suggestions/{id}/propose';
    let isRejected = true;
    const { sent, said } = await open({
      [PROPOSE]: () => {
        if (isRejected) throw new ApiError(409, 'All were rejected before.', '', null);
        return { suggestion_id: 'archive', kind: 'pruning', proposed: 3 };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Do archive' }));
    const button = within(await openDialog('Do archive')).getByRole('button', { name: 'Review one by one' });
    await userEvent.click(button);
    await waitFor(() =>
      expect(said()).toEqual([['error', 'Failed to send the memories to Review: All were rejected before.']]),
    );
    isRejected = false;
    await userEvent.click(button);
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/review?kind=pruning'),
    );
    expect(sent(PROPOSE)).toHaveLength(2);
  });

  it('disables suggestions that need a model while language features are off', async () => {
    await open({}, { flags: { ...flags, llmEnabled: false } });
    const shown = await card('Do compaction');
    expect(within(shown).getByText('LLM features are currently disabled.')).toBeInTheDocument();
    expect(within(shown).getByRole('button', { name: 'Execute' })).toBeDisabled();
    expect(within(await card('Do archive')).getByRole('button', { name: 'Execute' })).toBeEnabled();
  });

  it('explains to viewers that they cannot execute', async () => {
    await open({}, viewerShell);
    const shown = await card('Do archive');
    expect(within(shown).getByText('You can read this organization, but not change it.')).toBeInTheDocument();
    expect(within(shown).getByRole('button', { name: 'Execute' })).toBeDisabled();
  });

  it('distinguishes a failed load from an empty result', async () => {
    let works = false;
    await open({
      [LIST]: () => {
        if (works) return analysisWith([]);
        throw new ApiError(500, 'Broken.', '', null);
      },
    });
    expect(await screen.findByText('Failed to fetch optimization suggestions')).toBeInTheDocument();
    const counters = screen.getByRole('region', { name: 'Counters' });
    expect(within(counters).queryByRole('img', { name: 'Loading' })).toBeNull();
    expect(within(counters).getAllByText('–')).toHaveLength(3);
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Nothing new to suggest')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Memory Blocks' })).toHaveAttribute(
      'href',
      '/memory-blocks',
    );
  });
});

describe('optimizationExecution', () => {
  const suggestCompaction = (total: number, done: number, part: Partial<Job> = {}) =>
    testJob('j1', { total, done, succeeded: done, ...part });

  it('executes a suggestion, shows and counts the result, and undoes it', async () => {
    const { said, sent, toasts } = await open({
      [EXECUTE]: completed,
      'PUT /memory-blocks/{id}': { archived: false },
    });
    await userEvent.click(within(await card('Do archive')).getByRole('button', { name: 'Execute' }));
    expect(
      await within(await openDialog('Do archive')).findByText(/restore them under Archived/),
    ).toBeInTheDocument();
    expect(sent(EXECUTE)).toEqual([]);
    await userEvent.click(screen.getByText('Execute Optimization'));
    await waitFor(() => expect(said()).toEqual([['success', 'Archived 7 memories.']]));
    expect(within(await card('Do archive')).getByText('Completed')).toBeInTheDocument();
    expect(counters()).toEqual(['3', '1', '0', '2']);
    await act(async () => (toasts[0]!.options as { action: { run(): void } }).action.run());
    await waitFor(() => expect(sent('PUT /memory-blocks/{id}')).toHaveLength(7));
    expect(await within(await card('Do archive')).findByText('Undone')).toBeInTheDocument();
  });

  it('undoes a merge from before a reload: archives the merged memory and restores the others', async () => {
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

  it('shows a rejected execution as failed', async () => {
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

  it('executes the selection: first suggestions without a dialog, then one dialog at a time', async () => {
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

  it('does not mark a cancelled compaction as completed, and analyzes the rest', async () => {
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
    expect(screen.getAllByText('Not processed; unchanged.')).toHaveLength(4);
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
    expect(within(await card('Do compaction')).queryByText('Completed')).not.toBeInTheDocument();
  });

  it('shows an undone compaction as open again', async () => {
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
      within(await openDialog('Compacting memories')).getByText('Compacted 1 memory. Everything was undone.'),
    ).toBeInTheDocument();
    await userEvent.click(within(await openDialog('Compacting memories')).getByText('Close'));
    expect(
      within(screen.getByRole('list', { name: 'Work in progress' })).getByText(
        'Compacted 1 memory. Everything was undone.',
      ),
    ).toBeInTheDocument();
  });

  it('warns when there is nothing to process', async () => {
    const { said } = await open({
      [LIST]: analysisWith([
        suggestion('empty', 'archive', { affected_blocks: [], all_affected_blocks: [] }),
      ]),
    });
    await execute('Do empty');
    expect(said()).toContainEqual(['warning', 'No memory blocks found to process']);
  });

  it('announces several executions once, with the number of failures, and undoes all of them', async () => {
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
    const question = (await screen.findByText(/You can undo all of it/)).closest<HTMLElement>('[role]')!;
    expect(
      within(question)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Do one', 'Do two', 'Do three']);
    expect(sent(EXECUTE)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Execute 3 suggestions' }));
    await waitFor(() =>
      expect(said()).toEqual([['warning', '2 suggestions executed. 1 failed; each card says why.']]),
    );
    expect(within(await card('Do two')).getByText('It was changed.')).toBeInTheDocument();
    const { action } = toasts[0]!.options as { action: { label: string; run(): void } };
    expect(action.label).toBe('Undo all');
    await act(async () => action.run());
    await waitFor(() => expect(said()).toContainEqual(['success', '2 memories restored.']));
    expect(sent('PUT /memory-blocks/{id}')).toMatchObject([
      { params: { id: 'block-three' } },
      { params: { id: 'block-one' } },
    ]);
  });
});
