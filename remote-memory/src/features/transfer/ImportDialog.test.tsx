import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { agents, BLOCKS } from '../../testing/memoryList';
import { renderPart } from '../../testing/renderPart';
import { AGENT_ID, block, idOf, page } from '../../testing/rows';
import { inputsOf, KEYWORDS, refusal, shellWithUndo } from '../../testing/service';
import { ImportDialog } from './ImportDialog';

const CREATE = 'POST /memory-blocks/';
const LINK = 'POST /memory-blocks/{id}/keywords/{keyword_id}';
const FILE = JSON.stringify([
  { content: 'Known', lessons_learned: 'Lesson 1: bound every queue.', agent_id: AGENT_ID },
  {
    content: 'New one',
    lessons_learned: 'Measure before you tune.',
    agent_name: 'reviewer',
    keywords: ['TWO', { keyword_text: 'tuning' }],
  },
]);

const click = (text: string) => act(async () => void fireEvent.click(screen.getByText(text)));

async function open(create: unknown = { ...block(9) }, more: FakeAnswers = {}) {
  const onClose = jest.fn();
  const api = fakeApi({
    [BLOCKS]: page([block(1)]),
    'GET /agents/': agents,
    [CREATE]: create,
    'DELETE /memory-blocks/{id}/hard-delete': null,
    'GET /keywords/': KEYWORDS,
    'POST /keywords/': { keyword_id: 'k9', keyword_text: 'tuning' },
    'DELETE /keywords/{id}': null,
    [LINK]: {},
    ...more,
  });
  const shell = shellWithUndo({ api });
  await renderPart(<ImportDialog onClose={onClose} />, shell);
  fireEvent.change(screen.getByLabelText('Or paste the text'), { target: { value: FILE } });
  await click('Check');
  await screen.findByText('Duplicate');
  return { api, shell, onClose };
}

it('shows what would be stored before anything is, stores the new ones, and undoes the batch', async () => {
  const { api, shell, onClose } = await open();
  expect(screen.getByText(/1 new, 1 already there, 0 similar/)).toBeInTheDocument();
  expect(screen.getByText('The same as “Incident 1 of the queue”')).toBeInTheDocument();
  expect(inputsOf(api, CREATE)).toEqual([]);

  await click('Import 1 memory block');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(inputsOf(api, CREATE)).toMatchObject([
    { body: { agent_id: AGENT_ID, content: 'New one', lessons_learned: 'Measure before you tune.' } },
  ]);
  // The file's keywords: one that the workspace has, whatever its case, and one that is made.
  expect(inputsOf(api, LINK).map(({ params }) => params)).toEqual([
    { id: idOf(9), keyword_id: 'k2' },
    { id: idOf(9), keyword_id: 'k9' },
  ]);
  expect(inputsOf(api, 'POST /keywords/')).toMatchObject([{ body: { keyword_text: 'tuning' } }]);
  expect(shell.shown).toEqual([['success', '1 memory block imported']]);
  await act(async () => shell.undo[0]?.());
  expect(inputsOf(api, 'DELETE /memory-blocks/{id}/hard-delete')).toMatchObject([
    { params: { id: idOf(9) } },
  ]);
  expect(inputsOf(api, 'DELETE /keywords/{id}')).toMatchObject([{ params: { id: 'k9' } }]);
  expect(shell.shown.at(-1)).toEqual(['success', 'The import was undone']);
});

it('names what could not be stored and offers to retry it', async () => {
  const { onClose } = await open(refusal(403, 'No right to write here.'));
  await click('Import 1 memory block');
  expect(await screen.findByText('Number 2: No right to write here.')).toBeInTheDocument();
  expect(screen.getByText('Try Again')).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

it('retries with the idempotency key of the first attempt', async () => {
  const { api } = await open(refusal(502, 'Bad gateway'));
  await click('Import 1 memory block');
  await screen.findByText(/^Number 2: Bad gateway/);
  await click('Try Again');
  await waitFor(() => expect(inputsOf(api, CREATE)).toHaveLength(2));
  const [first, second] = inputsOf(api, CREATE) as { idempotencyKey?: string }[];
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}\.1\.[0-9a-f-]{36}$/);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

it('stores a memory whose keywords could not be linked, and warns', async () => {
  const { shell, onClose } = await open(undefined, { [LINK]: refusal(409, 'Keyword scope mismatch') });
  await click('Import 1 memory block');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(shell.shown).toEqual([
    ['success', '1 memory block imported'],
    ['warning', '2 keywords from the file could not be linked'],
  ]);
});
