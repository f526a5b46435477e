import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { asViewer, testBlock } from '../../testing/fixtures';
import {
  analysisWith,
  card,
  counters,
  openDialog,
  flags,
  ids,
  LIST,
  open,
  suggestion,
} from './optimizationFixture';

it('counts, and shows five affected memories by their last eight characters', async () => {
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

it('asks with the filters of the address', async () => {
  const { sent } = await open({}, {}, '?agent=agent-1&priority=low&range=last_7_days');
  await card('Do archive');
  expect(sent(LIST)).toMatchObject([
    { query: { agent_id: 'agent-1', priority: 'low', date_range: 'last_7_days' } },
  ]);
  // A service that ignores the filter does not make the page show more.
  expect(screen.queryByRole('button', { name: 'Do compaction' })).not.toBeInTheDocument();
  expect(await screen.findByText('Agent: Reviewer')).toBeInTheDocument();
});

it.each([
  [{ generated_by: 'deterministic', merged_content: 'Both', merged_lessons_learned: '' }, 'Both'],
  [{ generated_by: 'model' }, /A language model writes the merged text when this is executed/],
  [{}, 'This service does not show the merged text in advance.'],
])('shows before a merge what it would write, or why that is not known', async (changes, text) => {
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

it('shows what rules make of each memory before a compaction, and asks a model only when a person wants to', async () => {
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
  expect(within(byModel).getByText(/may word it differently/)).toBeInTheDocument();
  expect(sent(COMPRESS)).toHaveLength(2);
});

it('is worked through by the keyboard', async () => {
  await open({});
  await card('Do compaction');
  await userEvent.keyboard('jx');
  expect(counters()[2]).toBe('1');
  await userEvent.keyboard('jj{Enter}');
  expect(await openDialog('Do done')).toBeInTheDocument();
});

it('shows the debug panel where the shell says so', async () => {
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

it('says what is missing while the part that shows memories is away', async () => {
  await open({}, { slotProblem: () => 'Memory is unavailable.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Do compaction' }));
  const dialog = await openDialog('Do compaction');
  expect(within(dialog).getByText(/Memory is unavailable\./)).toBeInTheDocument();
  expect(within(dialog).queryByText('Search in List', { selector: 'a' })).not.toBeInTheDocument();
  expect(within(dialog).getAllByText('View Details')[0]!.closest('button')).toBeDisabled();
});

it('leads to the review inbox, where each memory of a suggestion is decided by itself', async () => {
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
    expect(said()).toEqual([['error', 'Failed to put the memories into Review: All were rejected before.']]),
  );
  isRejected = false;
  await userEvent.click(button);
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/review?kind=pruning'));
  expect(sent(PROPOSE)).toHaveLength(2);
});

it('keeps what needs a model from being executed while language features are off', async () => {
  await open({}, { flags: { ...flags, llmEnabled: false } });
  const shown = await card('Do compaction');
  expect(within(shown).getByText('LLM features are currently disabled.')).toBeInTheDocument();
  expect(within(shown).getByRole('button', { name: 'Execute' })).toBeDisabled();
  expect(within(await card('Do archive')).getByRole('button', { name: 'Execute' })).toBeEnabled();
});

it('explains to viewers that they cannot execute', async () => {
  await open({}, asViewer);
  const shown = await card('Do archive');
  expect(within(shown).getByText('You can read this organization, but not change it.')).toBeInTheDocument();
  expect(within(shown).getByRole('button', { name: 'Execute' })).toBeDisabled();
});

it('distinguishes a failed load from nothing to do', async () => {
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
  expect(screen.getByRole('link', { name: 'Go to Memory Blocks' })).toHaveAttribute('href', '/memory-blocks');
});
