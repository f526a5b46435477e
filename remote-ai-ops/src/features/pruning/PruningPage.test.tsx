import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Change } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { viewerShell, testBlock } from '../../testing/fixtures';
import { item } from '../../testing/inbox';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './PruningPage';

const SUGGEST = 'POST /memory/prune/suggest';
const CHECK = 'POST /pinned-questions/check';
const CONFIRM = 'POST /memory/prune/confirm';
const RESTORE = 'PUT /memory-blocks/{id}';
const counts = { feedback_score: 0, retrieval_count: 0 };
const rows = [
  {
    memory_block_id: 'block-aa',
    pruning_score: 12,
    rationale: 'r'.repeat(60),
    content_preview: 'c'.repeat(120),
  },
  { memory_block_id: 'block-bb', pruning_score: 55.5, rationale: 'Old.', content_preview: 'Text' },
  { memory_block_id: 'block-cc', pruning_score: null, rationale: '', content_preview: '' },
].map((row) => ({ ...counts, ...row }));
const flags = { llmEnabled: true, consolidationEnabled: true, pruningEnabled: true, archivedEnabled: true };

const NOTHING_WAITS = { items: [], total_items: 0, counts: {} };

async function open(answers: FakeAnswers, overrides: Partial<Shell> = {}, query = '') {
  const api = fakeApi({ 'GET /jobs/': { items: [] }, 'GET /review-items/': NOTHING_WAITS, ...answers });
  const toasts: { type: string; message: string; options?: unknown }[] = [];
  const show = (type: string, message: string, options?: unknown) =>
    void toasts.push({ type, message, options });
  const shell = fakeShell({ api, toasts: { show, apiError: () => undefined }, ...overrides });
  const { switchTo } = await renderPage(`/pruning-suggestions${query}`, shell);
  const said = () => toasts.map(({ type, message }) => [type, message]);
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { shell, switchTo, toasts, said, sent };
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const generate = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Generate Suggestions' }));
  await screen.findByRole('table');
};
const cells = (row: number) =>
  within(screen.getAllByRole('row')[row]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

it('shows the message of the specification while the feature is off', async () => {
  const { sent } = await open({}, { flags: { ...flags, pruningEnabled: false } });
  expect(await screen.findByText('Feature coming soon.')).toBeInTheDocument();
  expect(sent(SUGGEST)).toEqual([]);
});

it('disables generation while language features are off', async () => {
  await open({}, { flags: { ...flags, llmEnabled: false } });
  expect(await screen.findByText('LLM features are currently disabled.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Generate Suggestions' })).toBeDisabled();
  expect(screen.queryByText('No suggestions yet')).not.toBeInTheDocument();
});

it('explains to viewers that they cannot generate suggestions', async () => {
  await open({}, viewerShell);
  expect(await screen.findByText('You can read this organization, but not change it.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Generate Suggestions' })).toBeDisabled();
});

it('links to earlier suggestions that are pending in the review inbox', async () => {
  const { sent } = await open({ 'GET /review-items/': { items: [], total_items: 38, counts: {} } });
  const pending = await screen.findByRole('region', { name: 'Pending' });
  expect(within(pending).getByRole('heading', { name: 'Pending (38)' })).toBeInTheDocument();
  const link = within(pending).getByRole('link', { name: 'Open in Review' });
  expect(link).toHaveAttribute('href', '/review?kind=pruning');
  expect(screen.queryByText('No suggestions yet')).not.toBeInTheDocument();
  expect(sent('GET /review-items/').map((input) => (input as { query: object }).query)).toEqual([
    { limit: 200, kind: 'pruning' },
  ]);
});

it('lists the first five pending items, and all of them beside the opened panel', async () => {
  const items = Array.from({ length: 7 }, (_, index) => item(`${index}`, { kind: 'pruning' }));
  await open({ 'GET /review-items/': { items, total_items: 7, counts: { pruning: 7 } } });
  const list = await screen.findByRole('list', { name: 'Pending items' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  await press('Show all 7');
  expect(within(list).getAllByRole('listitem')).toHaveLength(7);
  expect(screen.getByRole('button', { name: 'Archive all 7' })).toBeInTheDocument();
});

it('reports pending suggestions that fail to load, and retries', async () => {
  let works = false;
  await open({
    'GET /review-items/': () => {
      if (works) return { items: [], total_items: 38, counts: {} };
      throw new ApiError(500, 'The database is busy.', '', null);
    },
  });
  expect(await screen.findByText('Couldn’t load pending suggestions.')).toBeInTheDocument();
  expect(screen.queryByText('No suggestions yet')).not.toBeInTheDocument();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Pending (38)' })).toBeInTheDocument();
});

it('sends the defaults, and shows scores, truncated reasons and texts', async () => {
  const { sent } = await open({ [SUGGEST]: { suggestions: rows, total_evaluated: 40 } });
  expect(await screen.findByRole('heading', { name: 'No suggestions yet' })).toBeInTheDocument();
  await generate();
  expect(screen.queryByText('No suggestions yet')).not.toBeInTheDocument();
  expect(sent(SUGGEST)).toMatchObject([{ body: { batch_size: 50, target_count: 100, max_iterations: 10 } }]);
  expect(screen.getByText('3 suggested, 40 memories analyzed')).toBeInTheDocument();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Select all',
    'ID',
    'Score',
    'Reason',
    'Content',
    'Created',
    'Actions',
  ]);
  expect(cells(1).slice(2, 5)).toEqual(['12.00 Low', `${'r'.repeat(50)}…`, `${'c'.repeat(100)}…`]);
  expect(cells(2)[2]).toBe('55.50 Medium');
  expect(cells(3)[2]).toBe('N/A High');
});

it('sorts by lowest score regardless of the order of the response', async () => {
  await open({ [SUGGEST]: { suggestions: rows.toReversed(), total_evaluated: 40 } });
  await generate();
  expect([1, 2, 3].map((row) => cells(row)[2])).toEqual(['12.00 Low', '55.50 Medium', 'N/A High']);
});

it('does not send invalid parameters', async () => {
  const { sent } = await open({});
  const batch = await screen.findByRole('textbox', { name: 'Batch Size' });
  await userEvent.clear(batch);
  await userEvent.type(batch, 'many');
  expect(screen.getByText('Batch Size must be between 1 and 100.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Generate Suggestions' })).toBeDisabled();
  await userEvent.clear(batch);
  await userEvent.type(batch, '20');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Target Count' }));
  expect(screen.getByRole('button', { name: 'Generate Suggestions' })).toBeEnabled();
  expect(sent(SUGGEST)).toEqual([]);
});

it('confirms before archiving, reports failures, and undoes it', async () => {
  const { toasts, sent } = await open({
    [SUGGEST]: { suggestions: rows },
    [CONFIRM]: {
      archived_count: 2,
      failed_count: 1,
      failed_blocks: ['block-cc'],
      results: [
        { memory_block_id: 'block-aa', success: true },
        { memory_block_id: 'block-bb', success: true },
        {
          memory_block_id: 'block-cc',
          success: false,
          error: 'You don’t have permission to change this memory.',
        },
      ],
    },
    [RESTORE]: { archived: false },
  });
  await generate();
  await press('Archive Selected (0)');
  expect(toasts.map(({ message }) => message)).toEqual(['Please select at least one memory block to prune.']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Archive Selected (3)' })[0]!);
  const question = await screen.findByText(
    'Are you sure you want to archive 3 memory blocks for pruning? This action can be undone by unarchiving the blocks.',
  );
  expect(sent(CONFIRM)).toEqual([]);
  await userEvent.click(
    within(question.closest<HTMLElement>('[role="alertdialog"], [role="dialog"]')!).getByRole('button', {
      name: 'Archive 3 memories',
    }),
  );
  await waitFor(() => expect(toasts).toHaveLength(3));
  expect(sent(CONFIRM)).toEqual([{ body: { memory_block_ids: ['block-aa', 'block-bb', 'block-cc'] } }]);
  expect(toasts.slice(1).map(({ type, message }) => [type, message])).toEqual([
    ['success', 'Successfully archived 2 memory blocks for pruning.'],
    ['warning', 'Couldn’t archive 1 memory.'],
  ]);
  expect(
    screen.getByText('Couldn’t archive: You don’t have permission to change this memory.'),
  ).toBeInTheDocument();
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await act(async () => (toasts[1]!.options as { action: { run(): void } }).action.run());
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
  expect(sent(RESTORE)).toHaveLength(2);
});

it('hides suggestions resolved in the queue above, and shows them again after an undo', async () => {
  let tell: (changes: readonly Change[]) => void = () => undefined;
  const live = {
    isOpen: true,
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  };
  let items = [item('item-0'), item('other')];
  await open(
    {
      [SUGGEST]: { suggestions: rows.map((row, n) => ({ ...row, review_item_id: `item-${n}` })) },
      'GET /review-items/': () => ({ items, total_items: items.length, counts: {} }),
    },
    { live },
  );
  expect(await screen.findByRole('heading', { name: 'Pending (2)' })).toBeInTheDocument();
  await generate();
  expect(screen.getByText('3 suggested')).toBeInTheDocument();
  const change = { kind: 'memories', scope: 'personal', organization_id: null } as const;
  for (const [pending, count] of [
    [items.slice(1), 2],
    [items, 3],
  ] as const) {
    items = [...pending];
    act(() => tell([{ ...change, ids: ['memory-other'], added: 0, changed: 1, removed: 0 }]));
    expect(await screen.findByText(`${count} suggested`)).toBeInTheDocument();
  }
});

it('names pinned questions that would lose a memory in the archive confirmation', async () => {
  const memory = { memory_block_id: 'block-aa', title: 'Flush it', state: 'archived', place: null };
  const { sent } = await open({
    [SUGGEST]: { suggestions: rows },
    [CHECK]: { checked: 1, lost: [{ id: 'q', question: 'dns cache', memories: [memory] }] },
  });
  await generate();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Archive Selected (3)' })[0]!);
  expect(await screen.findByText(/“dns cache” \(“Flush it”\)/)).toBeInTheDocument();
  expect(sent(CHECK)).toMatchObject([{ body: { archived_ids: ['block-aa', 'block-bb', 'block-cc'] } }]);
});

it.each([
  [SUGGEST, 'Failed to fetch pruning suggestions: Broken.'],
  [CONFIRM, 'Failed to confirm pruning: Broken.'],
])('shows the reason for a failure: %s', async (key, sentence) => {
  const fail = () => {
    throw new ApiError(500, 'Broken.', '', null);
  };
  await open({
    [SUGGEST]: { suggestions: rows },
    'GET /memory-blocks/{id}': testBlock('block-aa'),
    [key]: fail,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Generate Suggestions' }));
  if (key === CONFIRM) {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Archive Selected (3)' })[0]!);
    await userEvent.click(await screen.findByText('Archive 3 memories'));
  }
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('keeps the form in the URL', async () => {
  const { sent } = await open({ [SUGGEST]: { suggestions: [] } }, {}, '?batchSize=20&targetCount=none');
  expect(await screen.findByRole('textbox', { name: 'Batch Size' })).toHaveValue('20');
  expect(screen.getByRole('textbox', { name: 'Target Count' })).toHaveValue('');
  const iterations = screen.getByRole('textbox', { name: 'Max Iterations' });
  await userEvent.clear(iterations);
  await userEvent.type(iterations, '3');
  await waitFor(() => expect(window.location.search).toBe('?batchSize=20&targetCount=none&maxIterations=3'));
  await press('Generate Suggestions');
  expect(sent(SUGGEST)).toMatchObject([{ body: { batch_size: 20, target_count: null, max_iterations: 3 } }]);
});

it('checks each memory when the response is lost', async () => {
  const { said } = await open({
    [SUGGEST]: { suggestions: rows },
    [CONFIRM]: () => {
      throw new ApiError(504, 'No answer.', '', null);
    },
    'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) =>
      testBlock(params.id, { archived: params.id !== 'block-bb' }),
  });
  await generate();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Archive Selected (3)' })[0]!);
  await userEvent.click(await screen.findByText('Archive 3 memories'));
  await waitFor(() =>
    expect(said()).toEqual([
      ['success', 'Successfully archived 2 memory blocks for pruning.'],
      ['warning', 'Couldn’t archive 1 memory.'],
    ]),
  );
  expect(screen.getByText('Couldn’t archive: No answer.')).toBeInTheDocument();
});

it('disables archiving in an open list when the user becomes a viewer', async () => {
  const { shell, switchTo, sent } = await open(
    { [SUGGEST]: { suggestions: rows } },
    { scope: viewerShell.scope! },
  );
  await generate();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await switchTo({ ...shell, ...viewerShell });
  for (const button of screen.getAllByRole('button', { name: 'Archive Selected (3)' }))
    expect(button).toBeDisabled();
  await userEvent.keyboard('e');
  expect(sent(CONFIRM)).toEqual([]);
});
