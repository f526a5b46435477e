import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, FakeShellProvider, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { viewerShell, testBlock, testJob } from '../../testing/fixtures';
import { KeywordsSlot } from './KeywordsSlot';

const COSTS = 'GET /language-model/costs';
const ONE = 'POST /memory-blocks/{id}/suggest-keywords';
const MANY = 'POST /memory-blocks/bulk-generate-keywords';
const APPLY = 'POST /memory-blocks/bulk-apply-keywords';
const suggestion = {
  memory_block_id: 'b1',
  suggested_keywords: ['queue', 'lease'],
  current_keywords: ['Queue'],
  generated_by: 'model',
};
const applied = { results: [{ memory_block_id: 'b1', success: true, added_keywords: ['lease'] }] };

function open(answers: FakeAnswers, ids = ['b1'], overrides: Partial<Shell> = {}) {
  const api = fakeApi({ [COSTS]: { is_configured: false }, ...answers });
  const toasts: { type: string; message: string; options?: unknown }[] = [];
  const show = (type: string, message: string, options?: unknown) =>
    void toasts.push({ type, message, options });
  const shell = fakeShell({ api, toasts: { show, apiError: () => undefined }, ...overrides });
  const onClose = jest.fn();
  const onChanged = jest.fn();
  render(
    <FakeShellProvider shell={shell}>
      <KeywordsSlot blockIds={ids} onClose={onClose} onChanged={onChanged} />
    </FakeShellProvider>,
  );
  const sent = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  const said = () => toasts.map(({ type, message }) => [type, message]);
  return { toasts, said, onClose, onChanged, sent };
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('reports an empty result', async () => {
  const { said } = open({ [ONE]: { ...suggestion, suggested_keywords: [] } });
  expect(
    await screen.findByText('No keyword suggestions could be generated for the selected memory blocks'),
  ).toBeInTheDocument();
  expect(said()).toEqual([]);
});

it('suggests keywords for one block, excludes existing ones, applies the selection and undoes it', async () => {
  const UNLINK = 'DELETE /memory-blocks/{id}/keywords/{keyword_id}';
  const { toasts, said, sent, onChanged } = open({
    [ONE]: suggestion,
    [APPLY]: applied,
    'GET /memory-blocks/{id}': {
      ...testBlock('b1'),
      keywords: [{ keyword_id: 'k1', keyword_text: 'lease' }],
    },
    [UNLINK]: null,
  });
  const existing = await screen.findByRole('checkbox', { name: 'queue (existing)' });
  expect(existing).toBeDisabled();
  expect(said()).toEqual([['success', 'Keywords suggested successfully']]);
  expect(screen.getByRole('checkbox', { name: 'lease' })).toBeChecked();
  expect(screen.getByText('Language model')).toBeInTheDocument();
  await press('Apply 1 keyword');
  expect(await screen.findByText(/Keywords applied to 1 memory of 1/)).toBeInTheDocument();
  expect(sent(APPLY)).toMatchObject([
    { body: { applications: [{ memory_block_id: 'b1', selected_keywords: ['lease'] }] } },
  ]);
  expect(said()[1]).toEqual(['success', 'Added 1 keyword to 1 memory.']);
  expect(onChanged).toHaveBeenCalledWith(['b1']);
  await act(async () => (toasts[1]!.options as { action: { run(): void } }).action.run());
  await waitFor(() => expect(sent(UNLINK)).toEqual([{ params: { id: 'b1', keyword_id: 'k1' } }]));
});

it('requires at least one keyword', async () => {
  const { said, sent } = open({ [ONE]: suggestion });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'lease' }));
  await press('Apply 0 keywords');
  expect(said()[1]).toEqual(['warning', 'Please select at least one keyword to apply']);
  expect(sent(APPLY)).toEqual([]);
});

it('shows the reason for a failure and retries', async () => {
  let works = false;
  open({
    [ONE]: () => {
      if (works) return suggestion;
      throw new ApiError(503, 'The language model is away.', '', 'llm_unavailable');
    },
  });
  expect(await screen.findByText('Failed to suggest keywords')).toBeInTheDocument();
  expect(screen.getByText('The language model is away.')).toBeInTheDocument();
  works = true;
  await press('Try Again');
  expect(await screen.findByRole('checkbox', { name: 'lease' })).toBeInTheDocument();
});

it('keeps the selection when applying fails as a whole', async () => {
  open({
    [ONE]: suggestion,
    [APPLY]: () => {
      throw new ApiError(500, 'Broken.', '', null);
    },
  });
  await screen.findByRole('checkbox', { name: 'lease' });
  await press('Apply 1 keyword');
  expect(await screen.findByText('Failed to apply keywords: Broken.')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'lease' })).toBeChecked();
});

it('lists the memories without suggestions', async () => {
  const counts = { total: 2, done: 2, failed: 2 };
  const results = ['b1', 'b2'].map((id) => ({ memory_block_id: id, success: false, error: 'No words.' }));
  const job = testJob('j', { kind: 'bulk_keywords', status: 'completed', ...counts, results });
  open({ [MANY]: job, 'GET /jobs/{id}': job }, ['b1', 'b2']);
  expect(
    await screen.findByText('No keyword suggestions could be generated for the selected memory blocks'),
  ).toBeInTheDocument();
  expect(screen.getAllByText('No words.')).toHaveLength(2);
});

it('cancels the generation', async () => {
  const job = testJob('j2', { kind: 'bulk_keywords', total: 2 });
  let status = 'running';
  const { sent } = open(
    {
      [MANY]: job,
      'GET /jobs/{id}': () => ({ ...job, status, results: status === 'running' ? null : [] }),
      'POST /jobs/{id}/cancel': () => {
        status = 'cancelled';
        return job;
      },
    },
    ['b1', 'b2'],
  );
  expect(await screen.findByText('0 of 2')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Keyword generation cancelled')).toBeInTheDocument();
  expect(sent('POST /jobs/{id}/cancel')).toHaveLength(1);
});

it('finishes the in-flight batch after a cancel, and reports all outcomes', async () => {
  const ids = Array.from({ length: 201 }, (_, n) => `b${n}`);
  const results = ids.map((id) => ({ ...suggestion, memory_block_id: id, success: true }));
  const job = testJob('j3', { kind: 'bulk_keywords', status: 'completed', total: 201, done: 201, results });
  let jobs = 0;
  type Given = { body: { applications: { memory_block_id: string }[] } };
  const applied = ({ body }: Given) => ({
    results: body.applications.map(({ memory_block_id }) => ({
      memory_block_id,
      success: memory_block_id !== 'b1',
      added_keywords: ['lease'],
    })),
  });

  let answer: () => void = () => undefined;
  const { said, sent } = open(
    {
      // Two batches; the first has all results.
      [MANY]: () => ({ ...job, job_id: `j${(jobs += 1)}`, results: jobs === 1 ? results : [] }),
      [APPLY]: (given: Given) =>
        new Promise((resolve) => {
          answer = () => resolve(applied(given));
        }),
    },
    ids,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Apply \d+ keywords/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Cancelling…' })).toBeDisabled();
  await act(async () => answer());
  await waitFor(() =>
    expect(said()).toContainEqual([
      'info',
      'Apply cancelled. Keywords applied to 199 memories, 1 failed, 1 not processed.',
    ]),
  );
  expect(sent(APPLY)).toHaveLength(1);
});

it('checks each memory when the response is lost', async () => {
  const { said, onChanged } = open(
    {
      [MANY]: testJob('j4', { kind: 'bulk_keywords' }),
      'GET /jobs/{id}': testJob('j4', {
        kind: 'bulk_keywords',
        status: 'completed',
        total: 2,
        done: 2,
        results: ['b1', 'b2'].map((id) => ({ ...suggestion, memory_block_id: id, success: true })),
      }),
      [APPLY]: () => {
        throw new ApiError(504, 'No answer.', '', null);
      },
      'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) => ({
        keywords: params.id === 'b1' ? [{ keyword_id: 'k', keyword_text: 'Lease' }] : [],
      }),
    },
    ['b1', 'b2'],
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Apply \d+ keywords/ }));
  expect(await screen.findByText(/Keywords applied to 1 memory of 2; 1 failed/)).toBeInTheDocument();
  expect(screen.getByText('No answer.')).toBeInTheDocument();
  expect(said().at(-1)?.[0]).toBe('warning');
  expect(onChanged).toHaveBeenCalledWith(['b1']);
});

it('explains to viewers that they cannot change memories', () => {
  open({}, ['b1'], viewerShell);
  expect(screen.getByText('You can read this organization, but not change it.')).toBeInTheDocument();
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

it('shows the cost of the language model before using it', async () => {
  const { sent } = open({
    [COSTS]: {
      is_configured: true,
      estimate: { tokens: 1200, calls: 2 },
      spent: [],
      tokens_today: 0,
      daily_limit: 100_000,
    },
    [ONE]: suggestion,
  });
  expect(
    await screen.findByText(/^This takes about 1,200 tokens in 2 calls to the language model/),
  ).toBeInTheDocument();
  expect(sent(ONE)).toEqual([]);
  await press('Suggest keywords');
  expect(await screen.findByRole('checkbox', { name: 'lease' })).toBeInTheDocument();
});
