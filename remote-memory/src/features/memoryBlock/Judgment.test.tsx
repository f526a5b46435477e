import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, CONVERSATION_ID, testId, keyword, page } from '../../testing/rows';
import { recordedInputs, fakeService, shellWithUndo } from '../../testing/service';
import type { MemoryBlock } from '../../model/memory';
// Import page and dialog up front: their first load takes longer than a test timeout.
import './MemoryBlockPage';
import './SupersedeDialog';

const JUDGE = 'POST /memory-blocks/{id}/feedback/';
const EXPLAIN = 'PATCH /memory-blocks/{id}/feedback/{feedback_id}';
const TAKE_BACK = 'DELETE /memory-blocks/{id}/feedback/{feedback_id}';
const LOG = 'GET /memory-blocks/{id}/feedback/';
const PUT = 'PUT /memory-blocks/{id}';

/** Responds to a judgment with an ID in its header. */
const judged = (input: unknown) => {
  const { onHeaders } = input as { onHeaders?: (headers: Headers) => void };
  onHeaders?.(new Headers({ 'X-Feedback-Id': 'f1' }));
  return block(1);
};

async function open(rest: Partial<MemoryBlock> = {}, answers: object = {}) {
  const api = fakeService(block(1, rest), { [JUDGE]: judged, [LOG]: page([]), ...answers });
  const shell = shellWithUndo({ api });
  const opened = await renderPage(`/memory-blocks/${testId(1)}`, shell);
  await screen.findByRole('group', { name: 'Feedback' });
  return { ...opened, api, shell, user: userEvent.setup() };
}

test('marks a memory with one click and accepts a reason afterwards', async () => {
  const { api, user } = await open({}, { [EXPLAIN]: block(1) });
  await user.click(screen.getByRole('button', { name: 'Wrong' }));
  await waitFor(() =>
    expect(recordedInputs(api, JUDGE)[0]).toMatchObject({
      body: { feedback_type: 'negative', problem: 'wrong' },
    }),
  );
  await user.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'The port is 8443.');
  await user.click(screen.getByRole('button', { name: 'Save reason' }));
  await waitFor(() =>
    expect(recordedInputs(api, EXPLAIN)[0]).toMatchObject({
      params: { feedback_id: 'f1' },
      body: { feedback_details: 'The port is 8443.' },
    }),
  );
});

test.each([
  ['r', { feedback_type: 'positive' }],
  ['o', { feedback_type: 'negative', problem: 'outdated' }],
])('judges with the key %s while the memory has focus, but not while typing', async (key, body) => {
  const { api } = await open();
  fireEvent.keyDown(document.body, { key });
  const field = document.body.appendChild(document.createElement('input'));
  fireEvent.keyDown(field, { key });
  expect(recordedInputs(api, JUDGE)).toEqual([]);
  field.remove();
  const focused = screen.getByRole('tab', { name: 'Details' });
  focused.focus();
  fireEvent.keyDown(focused, { key });
  await waitFor(() => expect(recordedInputs(api, JUDGE)[0]).toMatchObject({ body }));
});

test('shows a judgment optimistically, queues a second one, and reverts a refused one', async () => {
  const answers: (() => void)[] = [];
  const { api, user } = await open(
    {},
    {
      [JUDGE]: (input: unknown) =>
        new Promise((resolve, reject) =>
          answers.push(() => (answers.length === 1 ? resolve(judged(input)) : reject(new Error('Refused')))),
        ),
    },
  );
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const pressed = () =>
    screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  await press('Wrong');
  await press('Wrong');
  expect(pressed()).toEqual(['Wrong']);
  await press('Outdated');
  expect(pressed()).toEqual(['Outdated']);
  expect(recordedInputs(api, JUDGE)).toHaveLength(1);
  await act(async () => answers[0]!());
  await waitFor(() => expect(recordedInputs(api, JUDGE)).toHaveLength(2));
  await act(async () => answers[1]!());
  await waitFor(() => expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]));
});

test('withdraws a judgment on Undo', async () => {
  const { api, shell, user } = await open({}, { [TAKE_BACK]: block(1) });
  await user.click(screen.getByRole('button', { name: 'Outdated' }));
  await waitFor(() => expect(shell.undo).toHaveLength(1));
  act(() => shell.undo[0]!());
  await waitFor(() =>
    expect(recordedInputs(api, TAKE_BACK)[0]).toMatchObject({ params: { feedback_id: 'f1' } }),
  );
});

test('shows a mark with its reason and removes it', async () => {
  const entry = {
    id: 'f1',
    feedback_type: 'negative',
    problem: 'wrong',
    details: 'The port is 8443.',
    actor_user_id: testId(9),
    actor_name: 'Ada',
    created_at: '2026-03-01T09:00:00Z',
  };
  const { api, user } = await open({ problem: 'wrong' }, { [LOG]: page([entry]) });
  const log = await screen.findByRole('list', { name: 'Feedback, newest first' });
  expect(log).toHaveTextContent('Marked wrong Ada');
  expect(screen.getAllByText(/The port is 8443/)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Remove mark' }));
  await waitFor(() =>
    expect(recordedInputs(api, JUDGE)[0]).toMatchObject({
      body: { feedback_type: 'neutral', problem: null },
    }),
  );
});

test('supersedes a memory and undoes it', async () => {
  const hits = [1, 2].map((number) => ({
    ...block(number),
    search_score: 0.5,
    search_type: 'hybrid',
    rank_explanation: null,
    score_components: {},
  }));
  const { api, shell, user } = await open(
    { metadata_col: { run: 7 } },
    { 'GET /memory-blocks/search/hybrid': hits, [PUT]: block(1) },
  );
  await user.click(screen.getByRole('button', { name: 'Replace…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Replace with a newer memory/ });
  const choices = await within(dialog).findAllByRole('button', { name: /^Choose/ });
  expect(choices).toHaveLength(1);
  await user.click(choices[0]!);
  await waitFor(() =>
    expect(recordedInputs(api, PUT)[0]).toMatchObject({
      body: { archived: true, metadata_col: { run: 7, superseded_by: testId(2) } },
    }),
  );
  await waitFor(() => expect(shell.undo).toHaveLength(1));
  act(() => shell.undo[0]!());
  await waitFor(() =>
    expect(recordedInputs(api, PUT)[1]).toMatchObject({
      body: { archived: false, metadata_col: { run: 7 } },
    }),
  );
});

test('shows the lesson first and bookkeeping last, with shared properties as links', async () => {
  await open({ keywords: [keyword('dns')], metadata_col: { superseded_by: testId(5) }, archived: true });
  const texts = document.body.textContent ?? '';
  const places = ['Lesson 1', 'Incident 1 of the queue. It', 'Feedback score'].map((text) =>
    texts.indexOf(text),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: 'Reviewer' });
  expect(target('Reviewer')).toBe(`/agents/${AGENT_ID}`);
  expect(target('dns')).toBe('/memory-blocks?keyword=dns');
  expect(target(CONVERSATION_ID.slice(-8))).toBe(`/conversations/${CONVERSATION_ID}`);
  expect(target('Open the newer memory')).toContain(`block=${testId(5)}`);
  expect(screen.queryByRole('button', { name: 'Replace…' })).toBeNull();
});

test('treats a restored memory as not superseded and lets it be superseded again', async () => {
  await open({ metadata_col: { superseded_by: testId(5) }, archived: false });
  expect(await screen.findByRole('button', { name: 'Replace…' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Open the newer memory' })).toBeNull();
});

test('links the newer memory to those it replaces', async () => {
  await open({ superseded: [{ id: testId(5), title: 'The older way' }] });
  const older = within(await screen.findByRole('list', { name: 'Replaces' })).getByRole('link');
  expect([older.textContent, older.getAttribute('href')]).toEqual([
    'The older way',
    expect.stringContaining(`block=${testId(5)}`),
  ]);
});
