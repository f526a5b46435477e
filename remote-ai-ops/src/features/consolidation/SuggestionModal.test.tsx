import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { viewerShell, testBlock } from '../../testing/fixtures';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './ConsolidationPage';
import './SuggestionModal';
import './SuggestionPage';

const VALIDATE = 'POST /consolidation-suggestions/{id}/validate/';
const REJECT = 'POST /consolidation-suggestions/{id}/reject/';
const REOPEN = 'POST /consolidation-suggestions/{id}/reopen/';
const CHECK = 'POST /pinned-questions/check';
const REMOVE = 'DELETE /consolidation-suggestions/{id}';

const toSuggestion = (id: string, status: string) => ({
  suggestion_id: id,
  suggested_content: `Merged ${id}`,
  suggested_lessons_learned: 'Merged lesson',
  suggested_keywords: ['queue', 'lease'],
  original_memory_ids: ['m1', 'm2'],
  status,
  generated_by: 'model',
});

/** A fake service with two suggestions that stores decisions. */
function service(answers: FakeAnswers = {}) {
  const status: Record<string, string> = { s1: 'pending', s2: 'pending' };
  const suggestion = (id: string) => toSuggestion(id, status[id] ?? 'pending');
  type Given = { params: { id: string } };
  const set =
    (next: string) =>
    ({ params }: Given) => {
      status[params.id] = next;
      return suggestion(params.id);
    };
  return fakeApi({
    'GET /jobs/': { items: [] },
    'GET /consolidation-suggestions/': () => ({ items: Object.keys(status).map(suggestion), total_items: 2 }),
    'GET /consolidation-suggestions/{id}': ({ params }: Given) => suggestion(params.id),
    'GET /memory-blocks/{id}': ({ params }: Given) =>
      testBlock(params.id, { content: `Original text ${params.id}` }),
    [VALIDATE]: set('validated'),
    [REJECT]: set('rejected'),
    [REOPEN]: set('pending'),
    [REMOVE]: null,
    ...answers,
  });
}

async function open(answers: FakeAnswers = {}, overrides: Partial<Shell> = {}, address?: string) {
  const api = service(answers);
  const shell = fakeShell({ api, ...overrides });
  await renderPage(address ?? '/consolidation-suggestions?suggestion=s1', shell);
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { shell, sent };
}
const dialog = (id: string) => screen.findByRole('dialog', { name: `Merged ${id}` });

it('guards edited text until the suggestion is resolved', async () => {
  const held = new Set<string>();
  const holdDraft = (what: string) => {
    held.add(what);
    return () => void held.delete(what);
  };
  await open({}, { holdDraft }, '/consolidation-suggestions/s1');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit text' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Content' }), ', edited');
  expect([...held]).toEqual(['your changes to the merged text']);
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect([...held]).toEqual([]));
});

it('closes with edited text only after the user discards it', async () => {
  await open();
  const shown = await dialog('s1');
  await userEvent.click(await within(shown).findByRole('button', { name: 'Edit text' }));
  await userEvent.type(await within(shown).findByRole('textbox', { name: 'Content' }), ', edited');
  const answer = async (name: string) => {
    const question = await screen.findByText('You’ll lose your changes to the merged text.');
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
  };
  await userEvent.click(within(shown).getByRole('button', { name: 'Close' }));
  await answer('Keep editing');
  expect(within(shown).getByRole('textbox', { name: 'Content' })).toHaveValue('Merged s1, edited');
  await userEvent.click(within(shown).getByRole('button', { name: 'Close' }));
  await answer('Discard');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('names pinned questions that would lose a memory due to the accepted parts of a merge', async () => {
  const memory = { memory_block_id: 'm1', title: 'Flush it', state: 'merged', place: null };
  const lost = [{ id: 'q', question: 'dns cache', memories: [memory] }];
  const { sent } = await open({
    [CHECK]: ({ body }: { body: { merged: { keywords: string[] }[] } }) => ({
      checked: 1,
      lost: body.merged[0]?.keywords.includes('lease') ? [] : lost,
    }),
  } as FakeAnswers);
  const shown = await dialog('s1');
  await waitFor(() => expect(sent(CHECK)).toHaveLength(1));
  await userEvent.click(await within(shown).findByRole('checkbox', { name: 'lease' }));
  expect(await within(shown).findByText(/“dns cache” \(“Flush it”\)/)).toBeInTheDocument();
  expect(sent(CHECK)).toMatchObject([
    {
      body: {
        merged: [
          {
            memory_block_ids: ['m1', 'm2'],
            content: 'Merged s1',
            lessons_learned: 'Merged lesson',
            keywords: ['queue', 'lease'],
          },
        ],
      },
    },
    { body: { merged: [{ keywords: ['queue'] }] } },
  ]);
});

it.each(['/consolidation-suggestions?suggestion=s1', '/consolidation-suggestions/s1'])(
  'stops showing a suggestion that was deleted by someone else: %s',
  async (address) => {
    let isThere = true;
    const gone = () => {
      throw new ApiError(404, 'Consolidation suggestion not found', '', null);
    };
    await open(
      {
        'GET /consolidation-suggestions/{id}': () => (isThere ? toSuggestion('s1', 'pending') : gone()),
        [REJECT]: gone,
      },
      {},
      address,
    );
    const reject = await screen.findByRole('button', { name: 'Reject' });
    isThere = false;
    await userEvent.click(reject);
    expect(await screen.findByText('This suggestion no longer exists.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument();
  },
);

it('shows the originals side by side, the method, and the accepted parts', async () => {
  const { sent, shell } = await open();
  const shown = await dialog('s1');
  expect(await within(shown).findAllByText(/Original text m1/)).not.toHaveLength(0);
  expect(within(shown).getAllByText(/Original text m2/)).not.toHaveLength(0);
  expect(within(shown).getByText('Language model')).toBeInTheDocument();
  await userEvent.click(within(shown).getByRole('checkbox', { name: 'Accept Lessons learned' }));
  await userEvent.click(within(shown).getByRole('checkbox', { name: 'queue' }));
  await userEvent.click(within(shown).getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(sent(VALIDATE)).toHaveLength(1));
  expect(sent(VALIDATE)).toEqual([
    { params: { id: 's1' }, body: { lessons_learned: false, keywords: ['lease'] } },
  ]);
  expect(shell.shown).toContainEqual(['success', 'Suggestion validated successfully']);
});

it('rejects and undoes by keyboard', async () => {
  const { sent, shell } = await open();
  const shown = await dialog('s1');
  await userEvent.keyboard('r');
  expect(await within(shown).findByText('Rejected')).toBeInTheDocument();
  expect(sent(REJECT)).toEqual([{ params: { id: 's1' } }]);
  await userEvent.keyboard('u');
  expect(await within(shown).findByRole('button', { name: 'Accept' })).toBeInTheDocument();
  expect(sent(REOPEN)).toEqual([{ params: { id: 's1' } }]);
  expect(shell.shown).toEqual([
    [
      'success',
      'Suggestion rejected successfully. You’ll see this group again only if one of its memories changes.',
    ],
    ['success', 'The suggestion is pending again'],
  ]);
});

it('reports that someone else resolved it first, and shows their decision', async () => {
  let first = true;
  const { shell } = await open({
    [VALIDATE]: () => {
      first = false;
      throw new ApiError(400, 'Suggestion is not in pending status', '', null);
    },
    'GET /consolidation-suggestions/{id}': () => toSuggestion('s1', first ? 'pending' : 'rejected'),
  });
  await userEvent.click(within(await dialog('s1')).getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([
      ['error', 'Failed to validate suggestion: Suggestion is not in pending status'],
    ]),
  );
  expect(await within(await dialog('s1')).findByText('Rejected')).toBeInTheDocument();
  expect(
    within(await dialog('s1')).getByText(/see this group again only if one of its memories changes/),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
});

it('disables Accept when the originals are deleted', async () => {
  await open({
    'GET /memory-blocks/{id}': () => {
      throw new ApiError(404, 'Memory block not found', '', null);
    },
  });
  const shown = await dialog('s1');
  expect(await within(shown).findByText(/were deleted or archived/)).toBeInTheDocument();
  expect(within(shown).getAllByText('Deleted')).toHaveLength(2);
  expect(within(shown).getByRole('button', { name: 'Accept' })).toBeDisabled();
  expect(within(shown).getByRole('button', { name: 'Reject' })).toBeEnabled();
});

it('explains to viewers that they cannot decide', async () => {
  const { sent } = await open({}, viewerShell);
  const shown = await dialog('s1');
  expect(within(shown).getByRole('alert')).toHaveTextContent(
    'You can read this organization, but not change it.',
  );
  expect(within(shown).getByRole('button', { name: 'Accept' })).toBeDisabled();
  expect(within(shown).getByRole('button', { name: 'Reject' })).toBeDisabled();
  await userEvent.keyboard('ar');
  expect([...sent(VALIDATE), ...sent(REJECT)]).toEqual([]);
});

it('has a separate page where a decision can be undone', async () => {
  const { sent } = await open({}, {}, '/consolidation-suggestions/s1');
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo decision' }));
  await waitFor(() => expect(sent(REOPEN)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument();
});

it('deletes selected suggestions after confirmation, and reports failures', async () => {
  const { sent, shell } = await open(
    {
      [REMOVE]: ({ params }: { params: { id: string } }) => {
        if (params.id === 's2') throw new ApiError(403, 'Not yours.', '', null);
        return null;
      },
    },
    {},
    '/consolidation-suggestions',
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Merged s1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Merged s2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete selected (2)' }));
  await screen.findByText(/Are you sure you want to delete 2 suggestions/);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([
      ['success', 'Deleted 1 suggestion.'],
      ['error', 'Failed to delete 1 suggestion: Not yours.'],
    ]),
  );
  expect(sent(REMOVE)).toHaveLength(2);
});
