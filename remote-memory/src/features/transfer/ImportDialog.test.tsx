import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import type { ImportRow } from '@hindsight/shared-contracts/api';
import { fakeApi, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { agents, BLOCKS } from '../../testing/memoryList';
import { renderPart } from '../../testing/renderPart';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
import { recordedInputs, KEYWORDS, refusal, shellWithUndo } from '../../testing/service';
import { ImportDialog } from './ImportDialog';

const IMPORT = 'POST /memory-blocks/bulk-import';
const DELETE = 'POST /memory-blocks/bulk-delete';
const FILE = [
  {
    content: 'Incident 1 of the queue. It was slow.',
    lessons_learned: 'Lesson 1: bound every queue.',
    agent_id: AGENT_ID,
  },
  // Matches a known memory only in its lesson.
  { content: 'Another incident', lessons_learned: 'Lesson 1: bound every queue.', agent_id: AGENT_ID },
  {
    content: 'New one',
    lessons_learned: 'Measure before you tune.',
    agent_name: 'Planner',
    keywords: ['TWO', { keyword_text: 'tuning' }],
  },
];

interface Sent {
  body: { rows: ImportRow[]; store_equal: boolean; agents: object[] };
  idempotencyKey: string;
}
/** Stores every row. */
const stored = ({ body }: Sent) => ({
  results: body.rows.map((_, at) => ({ status: 'created', memory_block_id: testId(90 + at), error: null })),
  created_agents: [{ agent_id: 'new-agent', agent_name: 'Planner' }],
  created_keywords: [{ keyword_id: 'k9', keyword_text: 'tuning' }],
});

const click = (text: string) => act(async () => void fireEvent.click(screen.getByText(text)));

async function open(answer: unknown = stored, file: unknown = FILE, more: FakeAnswers = {}) {
  const onClose = jest.fn();
  const api = fakeApi({
    [BLOCKS]: page([block(1)]),
    'GET /agents/': agents,
    'GET /agents/counts': { counts: [] },
    'GET /keywords/': KEYWORDS,
    'GET /keywords/counts': { counts: [] },
    'POST /secret-findings/check': { mode: 'mark', found: [], rows: [] },
    [IMPORT]: answer,
    [DELETE]: { failed_count: 0 },
    'DELETE /keywords/{id}': null,
    'DELETE /agents/{id}': null,
    ...more,
  } as FakeAnswers);
  const shell = shellWithUndo({ api });
  await renderPart(<ImportDialog onClose={onClose} />, shell);
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  fireEvent.change(screen.getByLabelText('Or paste the text'), { target: { value: text } });
  await click('Check');
  await screen.findByText('All new memories');
  await screen.findByText('No secrets found.');
  const sent = () => recordedInputs(api, IMPORT) as unknown as Sent[];
  const contents = () => sent().map(({ body }) => body.rows.map(({ content }) => content));
  return { api, shell, onClose, sent, contents };
}

it('stores all new memories in one request and undoes all of them', async () => {
  const { api, shell, onClose, sent } = await open();
  expect(
    screen.getByText('2 new, 1 already here, 0 similar to another. 2 memory blocks would be stored.'),
  ).toBeInTheDocument();
  expect(screen.getByText('The same as “Incident 1 of the queue”')).toBeInTheDocument();
  expect(screen.getByText('Create 1 agent missing from this workspace: Planner')).toBeInTheDocument();
  expect(screen.getByText('Create 1 keyword missing from this workspace: tuning')).toBeInTheDocument();
  expect(sent()).toEqual([]);

  await click('Import 2 memory blocks');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject([
    {
      body: {
        store_equal: false,
        create_missing: true,
        rows: [
          { content: 'Another incident', agent_id: AGENT_ID, copy: 1 },
          { content: 'New one', agent_name: 'Planner', keywords: ['TWO', 'tuning'] },
        ],
      },
    },
  ]);
  expect(shell.shown).toEqual([['success', '2 memory blocks imported']]);
  await act(async () => shell.undo[0]?.());
  expect(recordedInputs(api, DELETE)).toMatchObject([
    { body: { memory_block_ids: [testId(90), testId(91)] } },
  ]);
  expect(recordedInputs(api, 'DELETE /keywords/{id}')).toMatchObject([{ params: { id: 'k9' } }]);
  expect(recordedInputs(api, 'DELETE /agents/{id}')).toMatchObject([{ params: { id: 'new-agent' } }]);
  expect(shell.shown.at(-1)).toEqual(['success', 'Import undone']);
});

it('applies a choice to all rows and sends existing memories in a separate request', async () => {
  const { sent, onClose } = await open();
  await click('Everything, including memories already here');
  await click('Import 3 memory blocks');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().map(({ body }) => [body.store_equal, body.rows.length])).toEqual([
    [false, 2],
    [true, 1],
  ]);
});

it('shows the fields in which a similar memory differs', async () => {
  const similar = { ...FILE[0], content: 'Incident 1 of the queue. It was very slow.', errors: 'Full' };
  await open(stored, [similar]);
  expect(screen.getByText('Differences: Content, Errors')).toBeInTheDocument();
  expect(screen.getByText('Import 1 memory block')).toBeEnabled();
});

it('names unreadable fields', async () => {
  await open(stored, [
    { ...FILE[0], content: 'Measure first.', lessons_learned: '', feedback_score: 'good' },
  ]);
  expect(screen.getByText('Couldn’t read these fields: feedback_score')).toBeInTheDocument();
  expect(screen.getByText(/1 partly readable/)).toBeInTheDocument();
});

it('asks for the name of a new agent in a workspace without agents', async () => {
  const { sent } = await open(stored, '[{"content":"Measure first."}]', { 'GET /agents/': page([]) });
  expect(screen.getByText('Import 1 memory block').closest('button')).toBeDisabled();
  fireEvent.change(screen.getByRole('textbox', { name: /Name of the new agent/ }), {
    target: { value: 'Notes' },
  });
  await click('Import 1 memory block');
  await waitFor(() => expect(sent()).toMatchObject([{ body: { rows: [{ agent_name: 'Notes' }] } }]));
});

it('lists refused rows', async () => {
  const { onClose } = await open(({ body }: Sent) => ({
    ...stored({ body } as Sent),
    results: body.rows.map((_, at) =>
      at === 0
        ? { status: 'refused', memory_block_id: null, error: 'The link is not an address.' }
        : { status: 'created', memory_block_id: testId(90), error: null },
    ),
  }));
  await click('Import 2 memory blocks');
  expect(await screen.findByText('Number 2: The link is not an address.')).toBeInTheDocument();
  expect(screen.getByText('1 memory block imported, 1 refused.')).toBeInTheDocument();
  expect(screen.queryByText('Try Again')).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

it('retries with the idempotency key of the first attempt', async () => {
  const { sent } = await open(refusal(502, 'Bad gateway'));
  await click('Import 2 memory blocks');
  await screen.findByText(/^Bad gateway/);
  // The service may have stored them despite the error.
  expect(screen.getByRole('status')).toHaveTextContent('0 memory blocks imported, 2 may have been imported.');
  await click('Try Again');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}\.new\.0$/);
  expect(sent()[1]?.idempotencyKey).toBe(sent()[0]?.idempotencyKey);
});

it('splits a part that is too large', async () => {
  const { contents, onClose } = await open((sent: Sent) => {
    if (sent.body.rows.length > 1) throw new ApiError(413, 'Too large.', '', null);
    return stored(sent);
  });
  await click('Import 2 memory blocks');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(contents()).toEqual([['Another incident', 'New one'], ['Another incident'], ['New one']]);
});

it('reports an oversized memory without blocking the others', async () => {
  await open((sent: Sent) => {
    if (sent.body.rows.some(({ content }) => content === 'New one'))
      throw new ApiError(413, 'Too large.', '', null);
    return stored(sent);
  });
  await click('Import 2 memory blocks');
  expect(await screen.findByText('Number 3: Too large.')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('1 memory block imported, 1 refused.');
  expect(screen.queryByText('Try Again')).toBeNull();
});

it('names the format and rereads the file with the selected interpretation', async () => {
  const { sent } = await open(stored, 'content,created_at,agent_name\nMeasure first.,03/04/2025,Planner\n');
  expect(screen.getByText('Format: Table.')).toBeInTheDocument();
  await click('Day first: 03/04/2025 is 3 April 2025');
  await screen.findByText('No secrets found.');
  await click('Import 1 memory block');
  await waitFor(() =>
    expect(sent()).toMatchObject([{ body: { rows: [{ created_at: '2025-04-03T00:00:00.000Z' }] } }]),
  );
});

it('decodes the bytes of a file', async () => {
  await open();
  await click('Back');
  const bytes = Uint8Array.from('content,errors\ncaf\xe9,x\n', (sign) => sign.charCodeAt(0));
  const file = new File([bytes], 'x.csv');
  // jsdom files lack this method.
  Object.defineProperty(file, 'arrayBuffer', { value: async () => bytes.buffer });
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
  expect(await screen.findByText('café')).toBeInTheDocument();
});

it('continues automatically when the connection returns', async () => {
  let isOffline = true;
  const { sent, onClose } = await open((one: Sent) => {
    if (isOffline) throw new NetworkError(null);
    return stored(one);
  });
  await click('Import 2 memory blocks');
  await screen.findByText('The import resumes when you’re back online.');
  isOffline = false;
  await act(async () => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toHaveLength(2);
  expect(sent()[1]?.idempotencyKey).toBe(sent()[0]?.idempotencyKey);
});

it('continues automatically when a lost request fails after the connection returned', async () => {
  const long = 'x'.repeat(190_000);
  const file = { items: [1, 2, 3].map((n) => ({ content: `${n} ${long}`, agent_id: AGENT_ID })) };
  let calls = 0;
  const { sent, onClose } = await open((one: Sent) => {
    calls += 1;
    if (calls === 2) throw new NetworkError(null);
    return stored(one);
  }, file);
  await click('Import 3 memory blocks');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toHaveLength(3);
  expect(sent()[2]?.idempotencyKey).toBe(sent()[1]?.idempotencyKey);
});

describe('superseded memories', () => {
  const superseded = (n: number, by: number, content = `Old ${n}`) => ({
    id: testId(n),
    content,
    agent_id: AGENT_ID,
    archived: true,
    metadata_col: { source: 'run', superseded_by: testId(by) },
  });
  const current = (n: number) => ({ id: testId(n), content: `New ${n}`, agent_id: AGENT_ID });
  /** Stores each row under the number in its content plus 100. */
  const renumbered = (sent: Sent) => ({
    ...stored(sent),
    results: sent.body.rows.map(({ content }) => ({
      status: 'created',
      memory_block_id: testId(100 + Number(/\d+/.exec(content)?.[0])),
      error: null,
    })),
  });
  const readMetadata = (sent: Sent[]) =>
    Object.fromEntries(
      sent.flatMap(({ body }) => body.rows.map(({ content, metadata_col }) => [content, metadata_col])),
    );

  it('point to the new ids of their successors, across any number of requests', async () => {
    const { sent, onClose } = await open(renumbered, [
      superseded(21, 22),
      superseded(22, 23),
      current(23),
      // Two that supersede each other, which never happens in a workspace.
      superseded(24, 25),
      superseded(25, 24),
    ]);
    await click('Import 5 memory blocks');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(readMetadata(sent())).toEqual({
      'New 23': null,
      'Old 22': { source: 'run', superseded_by: testId(123) },
      'Old 21': { source: 'run', superseded_by: testId(122) },
      'Old 24': { source: 'run', superseded_by: testId(125) },
      'Old 25': { source: 'run' },
    });
  });

  it('point to existing memories of the workspace, and to nothing if the successor is missing', async () => {
    const { sent, onClose } = await open(renumbered, [
      // Same as memory 1 of the workspace under another id, so it is not sent.
      { ...FILE[0], id: testId(30) },
      superseded(31, 30),
      superseded(32, 1),
      superseded(33, 99),
    ]);
    await click('Import 3 memory blocks');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(readMetadata(sent())).toEqual({
      'Old 31': { source: 'run', superseded_by: testId(1) },
      'Old 32': { source: 'run', superseded_by: testId(1) },
      'Old 33': { source: 'run' },
    });
  });

  it('are held back until their successors are stored', async () => {
    let isDown = true;
    const { sent, onClose } = await open(
      (one: Sent) => {
        if (isDown) throw new ApiError(500, 'Not now.', '', null);
        return renumbered(one);
      },
      [superseded(21, 23), current(23)],
    );
    await click('Import 2 memory blocks');
    await screen.findByText(/^Not now/);
    expect(sent().map(({ body }) => body.rows.map(({ content }) => content))).toEqual([['New 23']]);
    isDown = false;
    await click('Try Again');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(readMetadata(sent())).toMatchObject({ 'Old 21': { superseded_by: testId(123) } });
  });
});

it('reports that it is stopping and keeps unsent memories for a retry', async () => {
  const answers: (() => void)[] = [];
  // Two fit into a request, and four requests run at once.
  const file = Array.from({ length: 12 }, (_, n) => ({
    content: `${n} ${'x'.repeat(190_000)}`,
    agent_id: AGENT_ID,
  }));
  const answer = (call: Sent) =>
    new Promise((resolve) => answers.push(() => resolve({ ...stored(call), created_agents: [] })));
  await open(answer, file);
  await click('Import 12 memory blocks');
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  await click('Cancel');
  expect(screen.getByText('Stopping after the current batch')).toBeInTheDocument();
  expect(screen.getByText('Cancel').closest('button')).toBeDisabled();
  await act(async () => answers.forEach((arrive) => arrive()));
  expect(await screen.findByText('8 memory blocks imported, 4 not imported.')).toBeInTheDocument();
  expect(screen.getByText('Try Again')).toBeInTheDocument();
});
