import { READ_ONLY_PUBLIC } from '@hindsight/shared-contracts/rules';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { agents } from '../../testing/memoryList';
import { renderPart } from '../../testing/renderPart';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
import { recordedInputs, KEYWORDS, refusal, shellWithUndo } from '../../testing/service';
import { CreateOverlay } from './CreateOverlay';

const CREATE = 'POST /memory-blocks/';

async function open(
  create: unknown = block(9),
  rest: Partial<Shell> = {},
  more: FakeAnswers = {},
  query = 'create',
) {
  const close = jest.fn();
  const held = jest.fn();
  const api = fakeApi({
    'GET /agents/': agents,
    'GET /keywords/': KEYWORDS,
    [CREATE]: create,
    ...more,
  } as FakeAnswers);
  const holdDraft = (what: string) => {
    held(what);
    return () => held(null);
  };
  const shell = shellWithUndo({ api, holdDraft, ...rest });
  const overlay = <CreateOverlay params={new URLSearchParams(query)} close={close} />;
  await renderPart(overlay, shell, `/agents?page=2&${query}`);
  return { api, shell, close, held };
}

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const submit = () => act(async () => void fireEvent.submit(document.querySelector('form')!));

async function fill() {
  write('Content', 'The queue was slow.');
  write('Metadata', '{"run": 7}');
  await act(async () => void fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Agent' })));
  await act(async () => void fireEvent.click(document.querySelector('.ant-select-item-option')!));
}

it('marks missing fields and sends nothing', async () => {
  const { api } = await open();
  write('Conversation ID', 'none');
  write('Metadata', '[1]');
  await submit();
  for (const problem of [
    'Choose an agent.',
    'Enter a valid conversation ID (UUID).',
    'The content must not be empty.',
    /^Metadata must be a JSON object/,
  ]) {
    expect(screen.getByText(problem)).toBeInTheDocument();
  }
  expect(recordedInputs(api, CREATE)).toEqual([]);
});

it('saves the draft under a new conversation and opens the new memory over the same page', async () => {
  const { api, shell, held } = await open();
  await fill();
  expect(held).toHaveBeenLastCalledWith('the memory you are writing');
  await submit();
  await waitFor(() => expect(window.location.search).toBe(`?page=2&block=${testId(9)}`));
  expect(held).toHaveBeenLastCalledWith(null);
  expect(recordedInputs(api, CREATE)).toMatchObject([
    {
      body: {
        agent_id: AGENT_ID,
        conversation_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        content: 'The queue was slow.',
        metadata_col: { run: 7 },
      },
    },
  ]);
  expect(shell.shown).toEqual([['success', 'Memory block created successfully']]);
});

it('keeps the draft when saving fails', async () => {
  const { shell, held } = await open(refusal(403, 'No right to write here.'));
  await fill();
  await submit();
  const words = 'Failed to create memory block: No right to write here.';
  expect(screen.getByRole('alert')).toHaveTextContent(`${words} Your draft is still here.`);
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveValue('The queue was slow.');
  expect(shell.shown).toEqual([['error', words]]);
  expect(held).toHaveBeenLastCalledWith('the memory you are writing');
});

it('retries with the idempotency key of the first attempt', async () => {
  const { api } = await open(refusal(502, 'Bad gateway'), {}, { 'GET /memory-blocks/': page([]) });
  await fill();
  await submit();
  await submit();
  const [first, second] = recordedInputs(api, CREATE) as { idempotencyKey?: string }[];
  expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

it('explains why a read-only workspace accepts no memories', async () => {
  await open(block(9), { scope: { scope: 'public', organizationId: null } });
  expect(screen.getByText(READ_ONLY_PUBLIC)).toBeInTheDocument();
  expect(document.querySelector('form')).toBeNull();
});

it.each([
  ['mark', 'Save', 1],
  ['mask', 'Edit the text', 0],
  ['refuse', 'Edit the text', 0],
] as const)(
  'confirms before saving a secret when the workspace is set to %s',
  async (mode, answer, stored) => {
    const { api } = await open(block(9), {}, {
      'POST /secret-findings/check': { mode, found: [{ field: 'content', kind: 'GitHub token' }] },
    } as FakeAnswers);
    await fill();
    await submit();
    expect(recordedInputs(api, 'POST /secret-findings/check')).toMatchObject([
      { body: { texts: { content: 'The queue was slow.' } } },
    ]);
    expect(await screen.findByText(/contains a secret: GitHub token in content/)).toBeInTheDocument();
    expect(recordedInputs(api, CREATE)).toEqual([]);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: answer })));
    expect(recordedInputs(api, CREATE)).toHaveLength(stored);
    if (stored === 0)
      expect(screen.getByRole('textbox', { name: 'Content' })).toHaveValue('The queue was slow.');
  },
);

it('prefills an unanswered question and requires an answer below it', async () => {
  const query = `create=How+do+we+deploy%3F&create_agent=${AGENT_ID}`;
  const { api, held } = await open(block(9), {}, {}, query);
  const content = screen.getByRole('textbox', { name: 'Content' });
  expect(content).toHaveValue('How do we deploy?\n\n');
  expect(held).not.toHaveBeenCalledWith('the memory you are writing');
  await submit();
  expect(screen.getByText('Write the answer below the question.')).toBeInTheDocument();
  write('Content', 'How do we deploy?\n\nBy the pipeline.');
  await submit();
  await waitFor(() => expect(window.location.search).toBe(`?page=2&block=${testId(9)}`));
  expect(recordedInputs(api, CREATE)).toMatchObject([
    { body: { agent_id: AGENT_ID, content: 'How do we deploy?\n\nBy the pipeline.' } },
  ]);
});
