import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, FakeShellProvider, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { testBlock, testJob } from '../../testing/fixtures';
import { CompactionSlot } from './CompactionSlot';

const COMPRESS = 'POST /memory-blocks/{id}/compress';
const APPLY = 'POST /memory-blocks/{id}/compress/apply';
const BLOCK = 'GET /memory-blocks/{id}';
const block = testBlock('b1', {
  content: 'The queue grew without any bound.',
  lessons_learned: 'Bound it.',
});
const preview = {
  original_content: block.content,
  original_lessons_learned: block.lessons_learned,
  compressed_content: 'The queue grew.',
  compressed_lessons_learned: 'Bound.',
  compression_ratio: 0.58,
  compression_quality_score: 8,
  key_insights_preserved: ['the queue  grew', 'It grew without any bound'],
  rationale: 'Asides were left out.',
  generated_by: 'deterministic',
};

function open(answers: FakeAnswers, ids = ['b1'], overrides: Partial<Shell> = {}) {
  const api = fakeApi(answers);
  const toasts: { type: string; message: string; options: unknown }[] = [];
  const shell = fakeShell({
    api,
    toasts: {
      show: (type, message, options) => void toasts.push({ type, message, options }),
      apiError: () => undefined,
    },
    ...overrides,
  });
  const onClose = jest.fn();
  const onChanged = jest.fn();
  render(
    <FakeShellProvider shell={shell}>
      <CompactionSlot blockIds={ids} onClose={onClose} onChanged={onChanged} />
    </FakeShellProvider>,
  );
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { toasts, onClose, onChanged, sent };
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const instructions = () => screen.getByRole('textbox', { name: /Instructions/ });

it('previews a compaction with instructions, applies it and reports the space saved', async () => {
  const { toasts, onClose, onChanged, sent } = open({ [COMPRESS]: preview, [BLOCK]: block, [APPLY]: block });
  await userEvent.type(instructions(), ' be brief ');
  await press('Generate preview');
  expect(await screen.findByText('Asides were left out.')).toBeInTheDocument();
  expect(screen.getByText('8/10')).toBeInTheDocument();
  expect(screen.getByText('42%')).toBeInTheDocument();
  expect(screen.getByText('Rules (no language model)')).toBeInTheDocument();
  // Only insights that the result contains count as preserved.
  expect(screen.getByText('the queue grew')).toBeInTheDocument();
  expect(screen.queryByText('It grew without any bound')).not.toBeInTheDocument();
  expect(sent(COMPRESS)).toMatchObject([{ body: { user_instructions: 'be brief' } }]);
  await press('Apply compaction');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(APPLY)).toEqual([
    {
      params: { id: 'b1' },
      body: { compressed_content: 'The queue grew.', compressed_lessons_learned: 'Bound.' },
    },
  ]);
  expect(onChanged).toHaveBeenCalledWith(['b1']);
  expect(toasts).toEqual([
    {
      type: 'success',
      message: 'Memory block compacted successfully! Space saved: 42% with 8/10 quality score.',
      options: { duration: 8000, action: { label: 'Undo', run: expect.any(Function) as unknown } },
    },
  ]);
});

it('keeps fields that are not accepted, and disables Apply without any', async () => {
  const { sent } = open({ [COMPRESS]: preview, [BLOCK]: block, [APPLY]: block });
  await press('Generate preview');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Accept Lessons learned' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Accept Content' }));
  expect(screen.getByRole('button', { name: 'Apply compaction' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Accept Content' }));
  await press('Apply compaction');
  await waitFor(() => expect(sent(APPLY)).toHaveLength(1));
  expect(sent(APPLY)).toMatchObject([
    { body: { compressed_content: 'The queue grew.', compressed_lessons_learned: 'Bound it.' } },
  ]);
});

it('keeps the instructions on Refine Further, and clears them with result and error on Start Over', async () => {
  let works = true;
  open({
    [COMPRESS]: () => {
      if (works) return preview;
      throw new ApiError(422, 'Couldn’t shorten this memory.', '', null);
    },
  });
  await userEvent.type(instructions(), 'brief');
  await press('Generate preview');
  await screen.findByText('Asides were left out.');
  await press('Refine Further');
  expect(instructions()).toHaveValue('brief');
  works = false;
  await press('Generate preview');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to compact memory block Couldn’t shorten this memory.',
  );
  works = true;
  await press('Generate preview');
  await screen.findByText('Asides were left out.');
  await press('Start Over');
  expect(instructions()).toHaveValue('');
  expect(screen.queryByText('Asides were left out.')).not.toBeInTheDocument();
});

it('does not overwrite a change by someone else', async () => {
  const { onClose, sent } = open({ [COMPRESS]: preview, [BLOCK]: { ...block, content: 'Other' } });
  await press('Generate preview');
  await screen.findByText('Asides were left out.');
  await press('Apply compaction');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to apply compaction The memory block has changed',
  );
  expect(sent(APPLY)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('restores the earlier text on undo', async () => {
  const RESTORE = 'POST /memory-blocks/{id}/versions/{version}/restore';
  const { toasts, sent } = open({
    [COMPRESS]: preview,
    [BLOCK]: block,
    [APPLY]: block,
    'GET /memory-blocks/{id}/versions': [{ version: 4, reason: 'memory_compact' }],
    [RESTORE]: block,
  });
  await press('Generate preview');
  await screen.findByText('Asides were left out.');
  await userEvent.keyboard('a');
  await waitFor(() => expect(toasts).toHaveLength(1));
  await act(async () => (toasts[0]!.options as { action: { run(): void } }).action.run());
  await waitFor(() => expect(sent(RESTORE)).toEqual([{ params: { id: 'b1', version: 4 } }]));
  expect(toasts[1]?.message).toBe('Restored the earlier text.');
});

it('explains that the feature is off', () => {
  const flags = {
    llmEnabled: false,
    consolidationEnabled: true,
    pruningEnabled: true,
    archivedEnabled: true,
  };
  open({}, ['b1'], { flags });
  expect(screen.getByText('LLM features are currently disabled.')).toBeInTheDocument();
});

it('explains that no memories are selected', () => {
  open({}, []);
  expect(screen.getByText('No memory blocks to process')).toBeInTheDocument();
});

describe('many blocks', () => {
  const ids = Array.from({ length: 120 }, (_, n) => `b${n}`);
  const count = () => screen.getByRole('spinbutton', { name: 'Memory blocks' });
  const names = (group: string) =>
    [...screen.getByRole('group', { name: group }).querySelectorAll('button')].map((one) => one.textContent);

  it('has the defaults, quick picks and warnings of the specification', async () => {
    open({}, ids);
    expect(count()).toHaveValue('50');
    expect(names('Number of memory blocks')).toEqual(['10', '25', '50', '100', 'All 120']);
    expect(names('Number in parallel')).toEqual(['1', '2', '4', '6', '8']);
    expect(screen.getByText(/Estimated time: 2–3 minutes/)).toBeInTheDocument();
    expect(screen.queryByText(/may charge/)).not.toBeInTheDocument();
    expect(screen.queryByText(/slow the service down/)).not.toBeInTheDocument();
    await press('All 120');
    await press('6');
    expect(screen.getByText(/charge for each of the 120 memory blocks/)).toBeInTheDocument();
    expect(screen.getByText(/slow the service down/)).toBeInTheDocument();
    await userEvent.clear(count());
    await userEvent.type(count(), '121');
    expect(screen.getByText('Enter a number between 1 and 120.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Start compaction' })).toBeDisabled();
  });

  it('shows an estimate until the service reports progress', async () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const started_at = new Date(now - 30_000).toISOString();
    let done = 0;
    const job = () => testJob('j2', { total: 50, done, succeeded: done, started_at });
    open({ 'POST /memory-blocks/bulk-compact': job, 'GET /jobs/{id}': job }, ids);
    await press('Start compaction');
    expect(await screen.findByText('0 of 50, estimated')).toBeInTheDocument();
    expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(30);
    done = 5;
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10'));
    expect(screen.getByText('5 of 50')).toBeInTheDocument();
  });

  it('starts with the chosen settings, and shows counts, failures and a retry', async () => {
    const done = testJob('j1', {
      status: 'completed',
      total: 10,
      done: 10,
      succeeded: 9,
      failed: 1,
      results: [
        ...ids.slice(0, 9).map((id) => ({ memory_block_id: id, success: true, version: 1 })),
        { memory_block_id: 'b9', success: false, error: 'Already short.' },
      ],
    });
    const { sent, toasts, onChanged } = open(
      { 'POST /memory-blocks/bulk-compact': done, 'GET /jobs/{id}': done },
      ids,
    );
    await press('10');
    await press('8');
    await userEvent.type(instructions(), '  short ');
    await press('Start compaction');
    expect(await screen.findByText('Already short.')).toBeInTheDocument();
    const body = { user_instructions: 'short', max_concurrent: 8 };
    expect(sent('POST /memory-blocks/bulk-compact')).toMatchObject([
      { respondAsync: true, body: { ...body, memory_block_ids: ids.slice(0, 10) } },
    ]);
    expect(toasts).toMatchObject([
      {
        type: 'warning',
        message: 'Compacted 9 memories. Couldn’t compact 1 of 10 memory blocks.',
      },
    ]);
    expect(onChanged).toHaveBeenCalledWith(ids.slice(0, 9));
    await press('Retry failed (1)');
    await waitFor(() => expect(sent('POST /memory-blocks/bulk-compact')).toHaveLength(2));
    expect(sent('POST /memory-blocks/bulk-compact')[1]).toMatchObject({ body: { memory_block_ids: ['b9'] } });
  });
});
