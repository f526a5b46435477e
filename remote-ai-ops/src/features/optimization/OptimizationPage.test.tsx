import { act, screen, waitFor, within } from '@testing-library/react';
import '../../testing/patience';
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
/** By its heading: beside the style sheets of antd's selects, jsdom takes dialogs for hidden and role queries miss them. */
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
      throw new ApiError(500, 'Broken.', '', null);
    },
  });
  expect(await screen.findByText('Failed to fetch optimization suggestions')).toBeInTheDocument();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Everything is tidy')).toBeInTheDocument();
});
