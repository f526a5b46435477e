import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
import { testId, page } from '../../testing/rows';
import { shellWithUndo } from '../../testing/service';
import './KeywordsPage';
import './CleanupDialog';

const CLEANUP = 'GET /keywords/cleanup';
const CHANGES = 'POST /keywords/changes';
const word = (number: number, text: string, memories: number, likeness: string | null = null) => ({
  keyword_id: testId(number),
  keyword_text: text,
  memories,
  likeness,
});
const idle = (number: number, text: string) => ({
  keyword_id: testId(number),
  keyword_text: text,
  created_at: '2026-01-02T00:00:00.000000Z',
});
const found = {
  duplicates: [
    { keywords: [word(1, 'retry', 12), word(2, 'retries', 3, 'plural'), word(3, 'rertry', 1, 'spelling')] },
    { keywords: [word(4, 'rate limit', 2), word(5, 'rate-limit', 1, 'separators')] },
  ],
  unused: [idle(6, 'misc'), idle(7, 'todo')],
  unused_total: 2,
};

async function open(answers: FakeAnswers = {}) {
  const api = fakeApi({
    'GET /keywords/': [],
    'GET /keywords/counts': { counts: [] },
    'GET /agents/': page([]),
    [CLEANUP]: found,
    [CHANGES]: { change_id: testId(90), memories: 4, archived: 1, results: [] },
    ...answers,
  });
  const shell = shellWithUndo({ api });
  await renderPage('/keywords', shell);
  await userEvent.click(await screen.findByRole('button', { name: 'Clean up' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Clean up keywords');
  const sent = () =>
    api.calls.filter(({ key }) => key === CHANGES).map(({ input }) => (input as { body: unknown }).body);
  return { dialog: within(dialog), shell, sent };
}

it('preselects nothing, previews the affected memories, and cleans up in one request', async () => {
  const { dialog, shell, sent } = await open();
  expect(await dialog.findByRole('button', { name: 'Clean up' })).toBeDisabled();
  for (const box of dialog.getAllByRole('checkbox')) expect(box).not.toBeChecked();
  expect(sent()).toEqual([]);

  await userEvent.click(dialog.getByRole('checkbox', { name: /^retries/ }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'misc' }));
  expect(await dialog.findByText('Changes the keywords of 4 memories, 1 of them archived.')).toBeVisible();
  const changes = [
    { keyword_ids: [testId(2)], keyword_text: 'retry' },
    { keyword_ids: [testId(6)], keyword_text: null },
  ];
  expect(sent().at(-1)).toEqual({ changes, dry_run: true });
  await userEvent.click(dialog.getByRole('button', { name: 'Merge 1 keyword, delete 1' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Keywords cleaned up']]));
  expect(sent().at(-1)).toEqual({ changes });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('merges into the keyword selected to stay', async () => {
  const { dialog, sent } = await open();
  const group = within(await dialog.findByRole('group', { name: 'Like rate limit' }));
  await userEvent.click(group.getByRole('combobox', { name: 'Keep' }));
  await userEvent.click(await screen.findByText('rate-limit · 1 memory'));
  await userEvent.click(group.getByRole('checkbox', { name: /^rate limit/ }));
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({
      changes: [{ keyword_ids: [testId(4)], keyword_text: 'rate-limit' }],
    }),
  );
});

it('dismisses a suggestion permanently and undoes it', async () => {
  const said: unknown[] = [];
  const { dialog, shell } = await open({
    'POST /keywords/distinctions': ({ body }: { body: unknown }) => void said.push(body),
  } as FakeAnswers);
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^retries/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Not the same: retries' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([['success', '“retries” is no longer suggested as a duplicate']]),
  );
  const pair = { keyword_id: testId(2), other_ids: [testId(1), testId(3)] };
  expect(said).toEqual([{ ...pair, is_distinct: true }]);
  expect(dialog.getByRole('checkbox', { name: /^retries/ })).not.toBeChecked();
  shell.undo.at(-1)?.();
  await waitFor(() => expect(said.at(-1)).toEqual({ ...pair, is_distinct: false }));
});

it('keeps unused keywords and lists them again on undo', async () => {
  const said: unknown[] = [];
  const { dialog, shell } = await open({
    'POST /keywords/kept': ({ body }: { body: unknown }) => void said.push(body),
  } as FakeAnswers);
  const unused = within(await dialog.findByRole('region', { name: 'Not used' }));
  expect(unused.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await userEvent.click(unused.getByRole('button', { name: 'Select all' }));
  await userEvent.click(unused.getByRole('button', { name: 'Keep 2' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([['success', '2 keywords are no longer listed as unused']]),
  );
  expect(said).toEqual([{ keyword_ids: [testId(6), testId(7)], is_kept: true }]);
  expect(dialog.getByRole('button', { name: 'Clean up' })).toBeDisabled();
  shell.undo.at(-1)?.();
  await waitFor(() => expect(said.at(-1)).toEqual({ keyword_ids: [testId(6), testId(7)], is_kept: false }));
});

it('selects a whole list', async () => {
  const { dialog, sent } = await open();
  const unused = within(await dialog.findByRole('region', { name: 'Not used' }));
  await userEvent.click(unused.getByRole('button', { name: 'Select all' }));
  expect(dialog.getByRole('button', { name: 'Delete 2 keywords' })).toBeEnabled();
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({
      changes: [{ keyword_ids: [testId(6), testId(7)], keyword_text: null }],
    }),
  );
});

it('says when there is nothing to clean up', async () => {
  const { dialog } = await open({ [CLEANUP]: { duplicates: [], unused: [], unused_total: 0 } });
  expect(await dialog.findByText('No keywords to clean up')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Clean up' })).not.toBeInTheDocument();
});

it('opens for #clean-up and removes the hash on close', async () => {
  const api = fakeApi({
    'GET /keywords/': [],
    'GET /keywords/counts': { counts: [] },
    'GET /agents/': page([]),
    [CLEANUP]: found,
  });
  await renderPage('/keywords#clean-up', fakeShell({ api }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Clean up keywords');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(window.location.hash).toBe('');
});
