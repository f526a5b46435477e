import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
// Loaded with the file: the first load of a page takes longer than a test may.
import './OptimizationPage';
import './OptimizationModal';
import './SteeredExecution';

const LIST = 'GET /memory-optimization/suggestions';
const EXECUTE = 'POST /memory-optimization/suggestions/{id}/execute';
const ids = (count: number) => Array.from({ length: count }, (_, n) => `00000000-block-${n}`);
const suggestion = (id: string, type: string, part: object = {}) => ({
  id,
  type,
  title: `Do ${id}`,
  description: 'Why.',
  priority: 'medium',
  affected_blocks: ids(7),
  all_affected_blocks: ids(7),
  estimated_impact: 'Much.',
  status: 'pending',
  optimization_details: null,
  results: null,
  ...part,
});
const archive = suggestion('archive', 'archive', { priority: 'low' });
const compaction = suggestion('compaction', 'compaction', { priority: 'high' });
const done = suggestion('done', 'merge', {
  status: 'completed',
  results: { summary: 'Merged 2.', metrics: { blocks_processed: 2 } },
});
const completed = {
  status: 'completed',
  results: { summary: 'Archived 7 memories.', metrics: { succeeded: 7 } },
};
const flags = { llmEnabled: true, consolidationEnabled: true, pruningEnabled: true, archivedEnabled: true };

async function open(answers: FakeAnswers, overrides: Partial<Shell> = {}, query = '') {
  const api = fakeApi({
    'GET /jobs/': { items: [] },
    'GET /agents/': [{ agent_id: 'agent-1', agent_name: 'Reviewer' }],
    [LIST]: { suggestions: [compaction, archive, done], total_memory_blocks_analyzed: 30 },
    ...answers,
  });
  const toasts: { type: string; message: string; options?: unknown }[] = [];
  const show = (type: string, message: string, options?: unknown) =>
    void toasts.push({ type, message, options });
  const shell = fakeShell({ api, toasts: { show, apiError: () => undefined }, ...overrides });
  const page = await renderPage(`/memory-optimization-center${query}`, shell);
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  const said = () => toasts.map(({ type, message }) => [type, message]);
  return { ...page, toasts, said, sent };
}
/** By its heading: beside antd's selects jsdom takes dialogs for hidden, and role queries miss them. */
const dialogOf = async (title: string) =>
  (await screen.findByText(title, { selector: 'h2' })).closest<HTMLElement>('[role="dialog"]')!;
const card = async (title: string) =>
  (await screen.findByRole('button', { name: title })).closest<HTMLElement>('article')!;
const counters = () =>
  within(screen.getByRole('region', { name: 'Counters' }))
    .getAllByText(/^\d+$/)
    .map((one) => one.textContent);

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

it('executes, attaches the results, counts and takes it back', async () => {
  const { said, sent, toasts } = await open({
    [EXECUTE]: completed,
    'PUT /memory-blocks/{id}': { archived: false },
  });
  const shown = await card('Do archive');
  await userEvent.click(within(shown).getByRole('button', { name: 'Execute' }));
  await waitFor(() => expect(said()).toEqual([['success', 'Archived 7 memories.']]));
  expect(within(await card('Do archive')).getByText('Completed')).toBeInTheDocument();
  expect(counters()).toEqual(['3', '1', '0', '2']);
  await act(async () => (toasts[0]?.options as { action: { run(): void } }).action.run());
  await waitFor(() => expect(sent('PUT /memory-blocks/{id}')).toHaveLength(7));
  expect(await within(await card('Do archive')).findByText('Undone')).toBeInTheDocument();
});

it('takes back what was carried out before this page was opened: the merged memory goes, the others come', async () => {
  const results = { summary: 'Merged 7.', metrics: { merged_memory_id: 'merged-1' } };
  const { sent } = await open({
    [LIST]: { suggestions: [{ ...done, results }] },
    'PUT /memory-blocks/{id}': { archived: false },
    'POST /memory-blocks/{id}/archive': {},
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Do done' }));
  const dialog = await dialogOf('Do done');
  expect(within(dialog).getByText('Merged memory merged-1', { selector: 'a' })).toBeInTheDocument();
  await userEvent.click(within(dialog).getByText('Undo'));
  expect(await within(dialog).findByText('Undone')).toBeInTheDocument();
  expect(sent('POST /memory-blocks/{id}/archive')).toEqual([{ params: { id: 'merged-1' } }]);
  expect(within(dialog).queryByText('Undo')).not.toBeInTheDocument();
});

it.each([
  [{ generated_by: 'deterministic', merged_content: 'Both', merged_lessons_learned: '' }, 'Both'],
  [{ generated_by: 'model' }, /A language model writes the merged text when this is executed/],
  [{}, 'This service does not say before what the merged text would be.'],
])('shows before a merge what it would write, or why that is not known', async (changes, text) => {
  await open({
    [LIST]: { suggestions: [suggestion('merge', 'merge', { all_affected_blocks: ids(2) })] },
    'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) => ({
      id: params.id,
      content: 'One.',
    }),
    'GET /memory-optimization/suggestions/{id}/preview': { preview: { estimated_changes: changes } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Do merge' }));
  const merged = (await screen.findByText('Merged memory', { selector: 'h3' })).closest('section');
  await waitFor(() => expect(merged).toHaveTextContent(text));
});

it('is worked through by the keyboard', async () => {
  await open({});
  await card('Do compaction');
  await userEvent.keyboard('jx');
  expect(counters()[2]).toBe('1');
  await userEvent.keyboard('jj{Enter}');
  expect(await dialogOf('Do done')).toBeInTheDocument();
});

it('shows the debug panel where the shell says so', async () => {
  await open({}, { debugPanel: true });
  expect(await screen.findByText('Debug Panel')).toBeInTheDocument();
});

it.each([
  ['a 200 that says error', () => ({ status: 'error', message: 'Stale.', results: null }), 'Stale.'],
  [
    'a refusal',
    () => {
      throw new ApiError(404, 'Not found.', '', null);
    },
    'Not found.',
  ],
  ['nonsense', () => 'ok', 'The service did not carry it out.'],
])('shows %s as the failure it is', async (_, answer, reason) => {
  const { said } = await open({ [EXECUTE]: answer });
  await userEvent.click(within(await card('Do archive')).getByRole('button', { name: 'Execute' }));
  await waitFor(() => expect(said()).toEqual([['error', 'Failed to execute: Do archive']]));
  expect(within(await card('Do archive')).getByText(reason)).toBeInTheDocument();
  expect(within(await card('Do archive')).queryByText('Completed')).not.toBeInTheDocument();
});

it('executes the selected ones: first what the service does alone, then one dialog after the other', async () => {
  const { sent } = await open({ [EXECUTE]: completed });
  await userEvent.click(within(await card('Do compaction')).getByRole('checkbox'));
  await userEvent.click(within(await card('Do archive')).getByRole('checkbox'));
  expect(counters()[2]).toBe('2');
  await userEvent.click(screen.getByRole('button', { name: 'Execute Selected' }));
  expect(await dialogOf('Compaction Settings')).toBeInTheDocument();
  expect(sent(EXECUTE)).toEqual([{ params: { id: 'archive' } }]);
  expect(screen.queryByRole('button', { name: 'Clear Selection' })).not.toBeInTheDocument();
});

it('does not call a cancelled compaction completed, and looks anew at what is left', async () => {
  const run = {
    job_id: 'j1',
    run_id: 'r1',
    kind: 'bulk_compaction',
    total: 7,
    done: 3,
    succeeded: 3,
    failed: 0,
  };
  const cancelled = {
    ...run,
    status: 'cancelled',
    results: ids(3).map((id) => ({ memory_block_id: id, success: true })),
  };
  const { sent } = await open({
    'POST /memory-blocks/bulk-compact': { ...run, status: 'running' },
    'GET /jobs/{id}': cancelled,
  });
  await userEvent.click(within(await card('Do compaction')).getByRole('button', { name: 'Execute' }));
  await userEvent.click(await screen.findByText('Start Compaction'));
  expect(
    await within(await dialogOf('Compacting memories')).findByText('Compaction cancelled'),
  ).toBeInTheDocument();
  await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  expect(within(await card('Do compaction')).queryByText('Completed')).not.toBeInTheDocument();
});

it('shows a compaction that was undone as open again', async () => {
  const run = {
    job_id: 'j2',
    run_id: 'r2',
    kind: 'bulk_compaction',
    total: 1,
    done: 1,
    succeeded: 1,
    failed: 0,
  };
  const one = suggestion('compaction', 'compaction', { all_affected_blocks: ids(1) });
  const { sent } = await open({
    [LIST]: { suggestions: [one] },
    'POST /memory-blocks/bulk-compact': { ...run, status: 'running' },
    'GET /jobs/{id}': {
      ...run,
      status: 'completed',
      results: [{ memory_block_id: ids(1)[0], success: true, version: 1 }],
    },
    'POST /memory-blocks/{id}/versions/{version}/restore': {},
  });
  await userEvent.click(within(await card('Do compaction')).getByRole('button', { name: 'Execute' }));
  await userEvent.click(await screen.findByText('Start Compaction'));
  await userEvent.click(await screen.findByText('Undo all (1)'));
  expect(within(await card('Do compaction')).getByText('Completed')).toBeInTheDocument();
  await userEvent.click(await screen.findByText('Undo all'));
  await waitFor(() => expect(sent(LIST)).toHaveLength(3));
  expect(within(await card('Do compaction')).queryByText('Completed')).not.toBeInTheDocument();
  expect(
    within(await dialogOf('Compacting memories')).getByText('Compacted 1 memory. All of it was undone.'),
  ).toBeInTheDocument();
});

it('says when there is nothing to process', async () => {
  const { said } = await open({
    [LIST]: {
      suggestions: [suggestion('empty', 'archive', { affected_blocks: [], all_affected_blocks: [] })],
    },
  });
  await userEvent.click(within(await card('Do empty')).getByRole('button', { name: 'Execute' }));
  expect(said()).toContainEqual(['warning', 'No memory blocks found to process']);
});

it('opens the details, and tells a stale memory from one that cannot be opened', async () => {
  let status = 404;
  const { said } = await open({
    'GET /memory-blocks/{id}': () => {
      if (status === 200) return { id: '00000000-block-0' };
      throw new ApiError(status, 'Broken.', '', null);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Do compaction' }));
  const dialog = await dialogOf('Do compaction');
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
  const dialog = await dialogOf('Do compaction');
  expect(within(dialog).getByText(/Memory is unavailable\./)).toBeInTheDocument();
  expect(within(dialog).queryByText('Search in List', { selector: 'a' })).not.toBeInTheDocument();
  expect(within(dialog).getAllByText('View Details')[0]!.closest('button')).toBeDisabled();
});

it('keeps what needs a model from being executed while language features are off', async () => {
  await open({}, { flags: { ...flags, llmEnabled: false } });
  const shown = await card('Do compaction');
  expect(within(shown).getByText('LLM features are currently disabled.')).toBeInTheDocument();
  expect(within(shown).getByRole('button', { name: 'Execute' })).toBeDisabled();
  expect(within(await card('Do archive')).getByRole('button', { name: 'Execute' })).toBeEnabled();
});

it('tells a failed load from nothing to do', async () => {
  let works = false;
  await open({
    [LIST]: () => {
      if (works) return { suggestions: [] };
      return { status: 'error' };
    },
  });
  expect(await screen.findByText('Failed to fetch optimization suggestions')).toBeInTheDocument();
  const counters = screen.getByRole('region', { name: 'Counters' });
  expect(within(counters).queryByRole('img', { name: 'Loading' })).toBeNull();
  expect(within(counters).getAllByText('–')).toHaveLength(3);
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Everything is tidy')).toBeInTheDocument();
});
