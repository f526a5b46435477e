import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import { fakeApi, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { useOfferedCommands, type Shell } from '@hindsight/shared-contracts/shell';
import { BESIDE_ROWS, BLOCKS, CHECK, titles } from '../../testing/memoryList';
import { renderPage } from '../../testing/renderPage';
import { block, testId, page } from '../../testing/rows';
import { recordedInputs, refusal, shellWithUndo } from '../../testing/service';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';
import '../blockActions/AskDialog';
import '../bulk/BulkDialog';

const ARCHIVE = 'POST /memory-blocks/{id}/archive';
const DELETE = 'DELETE /memory-blocks/{id}/hard-delete';
const PUT = 'PUT /memory-blocks/{id}';

async function show(answers: FakeAnswers, rest: Partial<Shell> = {}, address = '/memory-blocks') {
  const api = fakeApi(answers);
  const shell = shellWithUndo({ api, ...rest });
  return { ...(await renderPage(address, shell)), api, shell };
}

/** Serves three blocks and removes those that are archived or deleted. */
async function open(more: FakeAnswers = {}, rest: Partial<Shell> = {}, address = '/memory-blocks') {
  let rows = [block(1), block(2), block(3)];
  const take = ({ params }: { params: { id: string } }) => {
    rows = rows.filter(({ id }) => id !== params.id);
    return null;
  };
  const put = ({ params }: { params: { id: string } }) => {
    rows = [...rows, block(Number(params.id.slice(-1)))].sort((a, b) => a.id.localeCompare(b.id));
    return { archived: false };
  };
  const answers: FakeAnswers = {
    [BLOCKS]: () => page(rows, rows.length),
    ...BESIDE_ROWS,
    [ARCHIVE]: take as (input: unknown) => unknown,
    [DELETE]: take as (input: unknown) => unknown,
    [PUT]: put as (input: unknown) => unknown,
    [CHECK]: { checked: 1, lost: [] },
    ...more,
  };
  const opened = await show(answers, rest, address);
  await screen.findAllByRole('article');
  return opened;
}

const press = (key: string) => act(async () => void fireEvent.keyDown(document.activeElement!, { key }));
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const pick = (number: number) =>
  click(screen.getByRole('checkbox', { name: `Select Incident ${number} of the queue` }));

/** Finds by text: queries by role across two lists of cards are slow. */
const button = (text: string, selector = 'button') => {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (one) => one.textContent === text,
  );
  expect(found).toHaveLength(1);
  return found[0]!;
};

async function choose(action: string) {
  await click(screen.getByRole('button', { name: 'Actions for Incident 2 of the queue' }));
  await click(screen.getByRole('menuitem', { name: action }));
}

it('archives immediately in the workspace of the block and restores it on Undo', async () => {
  const { api, shell } = await open();
  await choose('Archive');
  expect(titles()).toEqual(['Incident 1 of the queue', 'Incident 3 of the queue']);
  expect(recordedInputs(api, ARCHIVE)).toMatchObject([{ params: { id: testId(2) }, scope: PERSONAL_SCOPE }]);
  expect(shell.shown).toEqual([['success', 'Memory block archived successfully']]);
  await act(async () => shell.undo[0]?.());
  expect(recordedInputs(api, PUT)).toMatchObject([{ params: { id: testId(2) }, body: { archived: false } }]);
  await waitFor(() => expect(titles()).toHaveLength(3));
  expect(shell.shown.at(-1)).toEqual(['success', 'Memory restored successfully']);
});

it('puts the card back when the service refuses', async () => {
  const { shell } = await open({ [ARCHIVE]: refusal(403, 'No right.') });
  await choose('Archive');
  expect(shell.shown).toEqual([['error', 'Failed to archive memory block']]);
  await waitFor(() => expect(titles()).toHaveLength(3));
});

it('confirms before deleting permanently', async () => {
  const { api, shell } = await open({ [DELETE]: refusal(500, 'Locked.') });
  await choose('Delete');
  const question =
    'Are you sure you want to permanently delete this memory block? This action cannot be undone.';
  expect(await screen.findByText(question)).toBeInTheDocument();
  expect(recordedInputs(api, DELETE)).toEqual([]);
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(shell.shown).toEqual([['error', 'Failed to delete memory block: Locked.']]);
});

it('archives the selection in small batches and undoes all of it', async () => {
  const { api, shell } = await open();
  await pick(1);
  await pick(3);
  expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('2 memory blocks selected');
  await click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', '2 memory blocks archived']]));
  expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  await act(async () => shell.undo[0]?.());
  await waitFor(() => expect(recordedInputs(api, PUT)).toHaveLength(2));
});

it('offers selection actions in the command palette while something is selected', async () => {
  await open();
  const { result } = renderHook(() => useOfferedCommands());
  expect(result.current).toEqual([]);
  await pick(1);
  await pick(3);
  expect(result.current.map(({ label }) => label)).toEqual([
    'Edit…',
    'Export…',
    'Archive',
    'Suggest keywords',
    'Compact',
    'Delete',
  ]);
  expect(result.current[0]?.detail).toBe('2 memories selected');
  await act(async () => result.current.find(({ label }) => label === 'Archive')?.run());
  await waitFor(() => expect(titles()).toEqual(['Incident 2 of the queue']));
  expect(result.current).toEqual([]);
});

it('names each failed memory and retries only those', async () => {
  let works = false;
  const { api, shell } = await open({
    [ARCHIVE]: ({ params }: { params: { id: string } }) =>
      params.id === testId(2) && !works ? refusal(409, 'Being merged.')() : null,
  } as FakeAnswers);
  for (const number of [1, 2, 3]) await pick(number);
  await click(screen.getByRole('button', { name: 'Archive' }));
  const failures = await screen.findByRole('list', { name: 'Failed memory blocks' });
  expect(failures).toHaveTextContent(`${testId(2).slice(-8)}Being merged.`);
  expect(screen.getByText('2 memory blocks archived, 1 failed.')).toBeInTheDocument();
  works = true;
  await click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(shell.shown.at(-1)).toEqual(['success', '1 memory block archived']));
  expect(recordedInputs(api, ARCHIVE)).toHaveLength(4);
});

it('confirms with the count before deleting all matches', async () => {
  const { api, shell } = await open({}, {}, '/memory-blocks?mode=text&search=queue');
  await pick(1);
  await click(button('Select all 3 matching'));
  await click(button('Delete'));
  const question =
    'Are you sure you want to permanently delete all 3 memory blocks that match your filters? This action cannot be undone.';
  expect(await screen.findByText(question)).toBeInTheDocument();
  await click(button('Delete', '[role="dialog"] button'));
  await waitFor(() => expect(shell.shown).toEqual([['success', '3 memory blocks permanently deleted']]));
  const read = recordedInputs(api, BLOCKS).find(
    ({ query }) => (query as unknown as { limit: number }).limit === 500,
  );
  expect(read).toMatchObject({ query: { search_query: 'queue' }, scope: PERSONAL_SCOPE });
  expect(recordedInputs(api, DELETE)).toHaveLength(3);
});

it('confirms again when more memories match than the confirmation named', async () => {
  const all = [1, 2, 3, 4].map((number) => block(number));
  const answer = ({ query }: { query: { limit: number } }) =>
    query.limit === 500 ? page(all) : page(all.slice(0, 3));
  const { api } = await open({ [BLOCKS]: answer } as FakeAnswers);
  await pick(1);
  await click(button('Select all 3 matching'));
  await click(button('Delete'));
  await click(button('Delete', '[role="dialog"] button'));
  expect(await screen.findByText(/permanently delete 4 memory blocks\?/)).toBeInTheDocument();
  expect(recordedInputs(api, DELETE)).toEqual([]);
  await click(button('Delete', '[role="dialog"] button'));
  await waitFor(() => expect(recordedInputs(api, DELETE)).toHaveLength(4));
});

it('moves with J and K, selects with X and archives with E, but never while typing', async () => {
  const { api } = await open();
  await press('j');
  await press('j');
  expect(document.activeElement).toHaveTextContent('Incident 2 of the queue');
  await press('x');
  expect(screen.getByRole('checkbox', { name: /Incident 2/ })).toBeChecked();
  await press('Escape');
  expect(screen.getByRole('checkbox', { name: /Incident 2/ })).not.toBeChecked();
  await press('k');
  await press('e');
  await waitFor(() => expect(recordedInputs(api, ARCHIVE)).toMatchObject([{ params: { id: testId(1) } }]));
  expect(document.activeElement).toHaveTextContent('Incident 2 of the queue');
  act(() => screen.getByRole('searchbox').focus());
  await press('e');
  expect(recordedInputs(api, ARCHIVE)).toHaveLength(1);
});

it('archives the selection with E', async () => {
  const { api } = await open();
  for (const number of [1, 2]) await pick(number);
  await press('e');
  await waitFor(() => expect(titles()).toEqual(['Incident 3 of the queue']));
  expect(recordedInputs(api, ARCHIVE).map(({ params }) => params)).toEqual([
    { id: testId(1) },
    { id: testId(2) },
  ]);
});

it('deletes only memories that are still listed', async () => {
  const { api } = await open();
  for (const number of [1, 2]) await pick(number);
  await choose('Archive');
  const selection = screen.getByRole('region', { name: 'Selection' });
  await waitFor(() => expect(selection).toHaveTextContent('1 memory block selected'));
  await click(button('Delete'));
  await click(button('Delete', '[role="dialog"] button'));
  await waitFor(() => expect(recordedInputs(api, DELETE)).toMatchObject([{ params: { id: testId(1) } }]));
});

it.each([
  ['Archive', 'Sign in to archive memory blocks.'],
  ['Delete', 'Sign in to delete memory blocks.'],
  ['Compact', 'Sign in to compact memory blocks.'],
])('does not let guests %s', async (action, hint) => {
  const guardWrite = jest.fn(() => false);
  const { api } = await open({}, { guardWrite });
  await choose(action);
  expect(guardWrite).toHaveBeenCalledWith(hint);
  expect(titles()).toHaveLength(3);
  expect(recordedInputs(api, ARCHIVE)).toEqual([]);
});

it('disables actions of an unavailable remote and shows the reason', async () => {
  await open({}, { slotProblem: () => 'AI Operations is unavailable: it did not answer.' });
  await click(screen.getByRole('button', { name: 'Actions for Incident 1 of the queue' }));
  const item = screen.getByRole('menuitem', { name: /Compact/ });
  expect(item).toBeDisabled();
  expect(item).toHaveTextContent('AI Operations is unavailable: it did not answer.');
});

it("disables compaction with the spec's sentence when language models are off", async () => {
  const flags = {
    llmEnabled: false,
    consolidationEnabled: true,
    pruningEnabled: true,
    archivedEnabled: true,
  };
  await open({}, { flags });
  await click(screen.getByRole('button', { name: 'Actions for Incident 1 of the queue' }));
  expect(screen.getByRole('menuitem', { name: /Compact/ })).toHaveTextContent(
    'LLM features are currently disabled.',
  );
});

it('ranks an all-words search without a sort order', async () => {
  const FULL = 'GET /memory-blocks/search/fulltext';
  const hit = {
    ...block(7, { lessons_learned: 'Queues grew.' }),
    search_type: 'fulltext',
    search_score: 0.5,
    rank_explanation: null,
    score_components: {},
  };
  const { api } = await open({ [FULL]: [hit] }, {}, '/memory-blocks?search=queues&mode=full-text');
  expect(recordedInputs(api, FULL)).toMatchObject([{ query: { query: 'queues', limit: 12, match: 'all' } }]);
  expect(recordedInputs(api, BLOCKS)).toEqual([]);
  expect(screen.getByRole('article').querySelector('mark')).toHaveTextContent(/queue/i);
  expect(await screen.findByRole('combobox', { name: 'Sort by' })).toBeDisabled();
});

it('remembers the table layout', async () => {
  const { unmount } = await open();
  await click(await screen.findByRole('radio', { name: 'Table' }));
  expect(await screen.findByRole('table', { name: 'Memory blocks' })).toBeInTheDocument();
  unmount();
  await show({ [BLOCKS]: page([block(1)]), ...BESIDE_ROWS });
  expect(await screen.findByRole('table', { name: 'Memory blocks' })).toBeInTheDocument();
});
