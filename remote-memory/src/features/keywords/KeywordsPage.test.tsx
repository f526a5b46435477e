import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { block, testId, page } from '../../testing/rows';
import { refusal } from '../../testing/service';
import './KeywordsPage';
import './AddKeywordModal';
import './CleanupDialog';
import './KeywordMemoriesModal';
import '../blockActions/AskDialog';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const KEYWORDS = 'GET /keywords/';
const CLEANUP = 'GET /keywords/cleanup';
const COUNTS = 'GET /keywords/counts';
const MEMORIES = 'GET /keywords/{id}/memory-blocks/';
const CHANGES = 'POST /keywords/changes';
const UNDO = 'POST /keywords/changes/{id}/undo';
/** Response to a change that affects the given number of memories. */
const changed = (memories = 2, archived = 0) => ({ change_id: testId(90), memories, archived, results: [] });
const keyword = (number: number, text: string, daysAgo = 100) => ({
  keyword_id: testId(number),
  keyword_text: text,
  created_at: new Date(NOW - daysAgo * 86_400_000).toISOString(),
});
const three = [keyword(1, 'retry', 1), keyword(2, 'Cache'), keyword(3, 'queue', 6)];
const counts = {
  counts: [
    { keyword_id: testId(1), count: 1 },
    { keyword_id: testId(2), count: 2410 },
  ],
};

const setTime = (now: number) => void jest.spyOn(Date, 'now').mockReturnValue(now);
beforeEach(() => setTime(NOW));

async function open(answers: FakeAnswers = {}, overrides: Partial<Shell> = {}, where = '') {
  const api = fakeApi({ [KEYWORDS]: three, [COUNTS]: counts, 'GET /agents/': page([]), ...answers });
  const shell = fakeShell({ api, ...overrides });
  const called = (key: string) => api.calls.filter((call) => call.key === key);
  return { ...(await renderPage(`/keywords${where}`, shell)), api, shell, called };
}
const tiles = () =>
  within(screen.getByRole('list', { name: 'Keywords' }))
    .getAllByRole('listitem')
    .map((tile) => tile.textContent);
const tile = (text: string) =>
  screen.getByRole('button', { name: `View memories with ${text}` }).closest('li')!;
const totals = () => screen.getByRole('region', { name: 'Totals' });

it('shows three totals and the usage, age and similar keywords of each row with three requests', async () => {
  const alike = [2, 1].map((number) => ({
    keyword_id: testId(number),
    keyword_text: number === 2 ? 'Cache' : 'retry',
    memories: 1,
    likeness: null,
  }));
  const { api } = await open({
    [CLEANUP]: { duplicates: [{ keywords: alike }], unused: [], unused_total: 0 },
  });
  await waitFor(() =>
    expect(tiles()).toEqual([
      'CacheUsed in 2,410 memories3moSimilar to retryView memories',
      'queueUsed in 0 memories6dView memories',
      'retryUsed in 1 memory1dSimilar to CacheView memories',
    ]),
  );
  expect(totals()).toHaveTextContent(/Total3.*Recent2created in the last 7 days.*Filtered3/);
  expect(api.calls.map(({ key }) => key).sort()).toEqual([KEYWORDS, CLEANUP, COUNTS]);
});

it('does not show a keyword as unused when counts are stale or fail to load', async () => {
  let rows = three;
  let answer = async () => counts;
  await open({ [KEYWORDS]: () => rows, [COUNTS]: () => answer() });
  await waitFor(() => expect(tile('queue')).toHaveTextContent('Used in 0 memories'));
  rows = [...three, keyword(4, 'merged', 0)];
  let send: (value: typeof counts) => void = () => undefined;
  answer = () => new Promise((resolve) => (send = resolve));
  setTime(NOW + 1);
  await userEvent.click(screen.getByRole('button', { name: /^Refresh/ }));
  await waitFor(() => expect(tile('merged')).toBeInTheDocument());
  expect(tile('merged')).not.toHaveTextContent('Used in');
  await act(async () => send({ counts: [...counts.counts, { keyword_id: testId(4), count: 73 }] }));
  await waitFor(() => expect(tile('merged')).toHaveTextContent('Used in 73 memories'));
  rows = [...rows, keyword(5, 'newest', 0)];
  answer = refusal(500, 'Not now.');
  setTime(NOW + 2);
  await userEvent.click(screen.getByRole('button', { name: /^Refresh/ }));
  await waitFor(() => expect(tile('newest')).toHaveTextContent('Usage unknown'));
  expect(tile('merged')).toHaveTextContent('Used in 73 memories');
});

it('searches while typing and updates the address', async () => {
  await open();
  await userEvent.type(await screen.findByRole('searchbox'), 'QUE');
  // A shorter prefix matches just as many keywords, so wait for the full text.
  await waitFor(() => expect(tile('queue').querySelector('mark')).toHaveTextContent('que'));
  expect(tiles()).toHaveLength(1);
  expect(totals()).toHaveTextContent(/Total3.*Filtered1match the search/);
  await waitFor(() => expect(window.location.search).toBe('?search=QUE'));
  await userEvent.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('No keywords match your search')).toBeInTheDocument();
});

it('reads search, order and page from the address', async () => {
  const many = Array.from({ length: 250 }, (_, number) => keyword(number, `word ${number}`));
  await open({ [KEYWORDS]: many }, {}, '?search=word&page=3');
  await waitFor(() => expect(tiles()).toHaveLength(10));
  expect(tiles()[0]).toContain('word 240');
  expect(screen.getByText('241-250 of 250 keywords')).toBeInTheDocument();
});

describe('adding', () => {
  const POST = 'POST /keywords/';
  const fill = async (text: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add Keyword' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('heading')).toHaveTextContent('Add Keyword');
    if (text) await userEvent.type(within(dialog).getByRole('textbox', { name: /Keyword/ }), text);
    return within(dialog).getByRole('button', { name: 'Add' });
  };

  it('is disabled while the text is empty', async () => {
    await open();
    expect(await fill('  ')).toBeDisabled();
  });

  it('shows the new keyword without reloading the list', async () => {
    const { shell, called } = await open({ [POST]: keyword(9, 'backoff', 0) });
    await screen.findByRole('list', { name: 'Keywords' });
    await userEvent.click(await fill(' backoff '));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Keyword added successfully']]));
    expect(called(POST)[0]?.input).toMatchObject({ body: { keyword_text: 'backoff' } });
    expect(tiles()[0]).toContain('backoff');
    expect(called(KEYWORDS)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keeps the dialog and its text after a failure', async () => {
    const { shell } = await open({
      [POST]: () => {
        throw new ApiError(409, 'Keyword already exists in this scope', '', null);
      },
    });
    await userEvent.click(await fill('retry'));
    const said = 'Failed to add keyword: Keyword already exists in this scope';
    await waitFor(() => expect(shell.shown).toEqual([['error', said]]));
    expect(screen.getByRole('textbox', { name: /Keyword/ })).toHaveValue('retry');
  });
});

describe('editing', () => {
  const edit = async (text: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit retry' }));
    const field = screen.getByRole('textbox', { name: 'New text for retry' });
    await userEvent.clear(field);
    if (text) await userEvent.type(field, text);
    return field;
  };

  it('saves in the row on Enter', async () => {
    const { shell, called } = await open({ [CHANGES]: changed() });
    await edit('retries{Enter}');
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Keyword updated successfully']]));
    expect(called(CHANGES)[0]?.input).toMatchObject({
      body: { changes: [{ keyword_ids: [testId(1)], keyword_text: 'retries' }] },
    });
    expect(tile('retries')).toBeInTheDocument();
  });

  it('ignores empty text and cancels on Escape', async () => {
    const { called } = await open();
    await edit('   {Enter}');
    expect(called(CHANGES)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    expect(within(tile('retry')).getByRole('button', { name: 'Edit retry' })).toHaveFocus();
  });

  it('shows the reason of a failure and keeps the input', async () => {
    const { shell } = await open({
      [CHANGES]: () => {
        throw new ApiError(403, 'Not yours.', '', null);
      },
    });
    const field = await edit('other{Enter}');
    await waitFor(() => expect(shell.shown).toEqual([['error', 'Failed to update keyword: Not yours.']]));
    expect(field).toHaveValue('other');
  });
});

const removeRetry = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete retry' }));
  return screen.findByRole('dialog');
};

it('confirms before deleting, names the affected memories, and offers Undo', async () => {
  const show = jest.fn<void, Parameters<Shell['toasts']['show']>>();
  const { called } = await open(
    { [CHANGES]: changed(3, 1), [UNDO]: { keywords: 1, memories: 3 } },
    { toasts: { show, apiError: jest.fn() } },
  );
  const dialog = await removeRetry();
  expect(dialog).toHaveTextContent('Are you sure you want to delete this keyword?');
  expect(
    await within(dialog).findByText('Changes the keywords of 3 memories, 1 of them archived.'),
  ).toBeInTheDocument();
  const deletion = { changes: [{ keyword_ids: [testId(1)], keyword_text: null }] };
  expect(called(CHANGES)[0]?.input).toMatchObject({ body: { ...deletion, dry_run: true } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(show.mock.calls[0]?.[1]).toBe('Keyword deleted successfully'));
  expect(called(CHANGES)[1]?.input).toEqual(expect.objectContaining({ body: deletion }));
  expect(tiles()).toHaveLength(2);

  const { action } = show.mock.calls[0]?.[2] ?? {};
  expect(action?.label).toBe('Undo');
  act(() => action?.run());
  await waitFor(() => expect(show.mock.calls[1]?.[1]).toBe('Keyword changes undone'));
  expect(called(UNDO)[0]?.input).toMatchObject({ params: { id: testId(90) } });
  await waitFor(() => expect(tiles()).toHaveLength(3));
});

it('keeps the keyword and shows the reason when deleting fails', async () => {
  const refuse = () => {
    throw new ApiError(403, 'Not yours.', '', null);
  };
  const { shell } = await open({ [CHANGES]: refuse });
  await userEvent.click(within(await removeRetry()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shell.shown).toEqual([['error', 'Failed to delete keyword: Not yours.']]));
  expect(tiles()).toHaveLength(3);
});

it('offers to merge when the new text belongs to another keyword', async () => {
  const { shell, called } = await open({ [CHANGES]: changed(1) });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit retry' }));
  const field = screen.getByRole('textbox', { name: 'New text for retry' });
  await userEvent.clear(field);
  await userEvent.type(field, 'cache{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('“Cache” already exists. Merge “retry” into it?');
  expect(await within(dialog).findByText('Changes the keywords of 1 memory.')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Keywords cleaned up']]));
  expect(called(CHANGES).at(-1)?.input).toMatchObject({
    body: { changes: [{ keyword_ids: [testId(1)], keyword_text: 'Cache' }] },
  });
});

describe('memories of a keyword', () => {
  const view = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'View memories with Cache' }));
    return screen.findByRole('dialog');
  };

  it('are listed with 200 characters of content, 50 per page', async () => {
    const { called } = await open({ [MEMORIES]: [block(1, { content: `x${'y'.repeat(300)}` })] });
    const dialog = await view();
    const item = await within(await within(dialog).findByRole('list', { name: 'Memories' })).findByRole(
      'listitem',
    );
    expect(item).toHaveTextContent(`x${'y'.repeat(199)}…`);
    expect(item).not.toHaveTextContent('y'.repeat(200));
    expect(called(MEMORIES)[0]?.input).toMatchObject({
      params: { id: testId(2) },
      query: { skip: 0, limit: 50 },
    });
    expect(await within(dialog).findByText('1-50 of 2,410 memories')).toBeInTheDocument();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Page 2' }));
    const query = { after: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*_[\da-f-]{36}$/) as string, limit: 51 };
    await waitFor(() => expect(called(MEMORIES)[1]?.input).toMatchObject({ query }));
  });

  it('show the reason of a failed load', async () => {
    await open({
      [MEMORIES]: () => {
        throw new ApiError(500, 'The database is busy.', '', null);
      },
    });
    const failure = await within(await view()).findByRole('alert');
    expect(failure).toHaveTextContent(
      'Failed to load associated memory blocksThe database is busy.Try Again',
    );
  });
});

it('lets guests read but not change anything', async () => {
  const guardWrite = jest.fn(() => false);
  await open({}, { guardWrite });
  for (const name of ['Add Keyword', 'Clean up', 'Edit retry', 'Delete retry'])
    await userEvent.click(await screen.findByRole('button', { name }));
  expect(guardWrite.mock.calls).toEqual(Array(4).fill(['Sign in to change keywords.']));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('explains to read-only members why changes are disabled', async () => {
  await open({}, { scope: { scope: 'public', organizationId: null } });
  expect(await screen.findByRole('button', { name: 'Add Keyword' })).toBeDisabled();
  expect(
    await screen.findAllByRole('button', { name: 'Only superadmins can change public memories.' }),
  ).toHaveLength(6);
});

it('shows an empty list and a failed load', async () => {
  let works = false;
  await open({
    [KEYWORDS]: () => {
      if (works) return [];
      throw new ApiError(500, null, '', null);
    },
  });
  expect(await screen.findByText('Failed to load keywords. Please try again.')).toBeInTheDocument();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No keywords yet')).toBeInTheDocument();
});
