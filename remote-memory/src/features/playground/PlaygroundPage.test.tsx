import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PinnedQuestion } from '@hindsight/shared-contracts/api';
import { fakeApi, fakeShell, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { agents } from '../../testing/memoryList';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
import { recordedInputs, refusal, shellWithUndo } from '../../testing/service';

const hit = (number: number, rest: object = {}) => ({
  ...block(number, rest),
  search_score: 1 - number / 10,
  search_type: 'hybrid',
  rank_explanation: 'Matches “queue” (title).',
  score_components: { 'word:queue': 1, fulltext: 1 },
});
const recalled = (hits: number[], more: object = {}) => ({
  hits: hits.map((number) => hit(number)),
  just_missed: [],
  archived: [],
  text: 'Memories for "queue", best first:',
  search_time_ms: 4.2,
  ...more,
});
const SETTINGS = {
  mode: 'hybrid',
  limit: 10,
  agent_id: null,
  conversation_id: null,
  include_archived: false,
} as const;
const pinned = (more: Partial<PinnedQuestion> = {}): PinnedQuestion => ({
  id: testId(90),
  question: 'slow queue',
  settings: SETTINGS,
  memory_block_ids: [testId(1)],
  created_by: null,
  created_at: '2026-03-01T09:00:00Z',
  updated_at: '2026-03-01T09:00:00Z',
  last_run: null,
  ...more,
});

async function open(address: string, answers: FakeAnswers = {}, overrides: Partial<Shell> = {}) {
  const api = fakeApi({
    'GET /memory-blocks/search/recall': recalled([1, 2]),
    'GET /pinned-questions/': { items: [] },
    'GET /memory-blocks/': page([block(1)]),
    'GET /agents/': agents,
    ...answers,
  });
  const shell = fakeShell({ api, ...overrides });
  await renderPage(`/playground${address}`, shell);
  return { api, shell, user: userEvent.setup() };
}
const toRows = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

it('shows hits, explanations, near misses and the text an agent reads', async () => {
  const { api } = await open(`?search=queue&limit=2&agent=${AGENT_ID}`, {
    'GET /memory-blocks/search/recall': recalled([1, 2], {
      just_missed: [hit(3)],
      archived: [hit(4, { archived: true })],
    }),
  });
  expect(await screen.findByText('2 memories in 4 ms')).toBeInTheDocument();
  expect(toRows('Hits')[0]).toContain('Place 1Incident 1 of the queue');
  expect(toRows('Hits')[0]).toContain('Score 0.90');
  expect(screen.getByRole('button', { name: 'Why was Incident 1 of the queue found?' })).toBeInTheDocument();
  expect(toRows('Just missed')[0]).toContain('Place 3');
  expect(toRows('Archived memories')[0]).toContain('Archived');
  expect(screen.getByText('Memories for "queue", best first:')).toBeInTheDocument();
  expect(recordedInputs(api, 'GET /memory-blocks/search/recall')).toMatchObject([
    { query: { query: 'queue', mode: 'hybrid', limit: 2, agent_id: AGENT_ID, include_archived: 'false' } },
  ]);
});

it('compares two settings and describes missing and moved hits in words', async () => {
  const { user } = await open('?search=queue', {
    'GET /memory-blocks/search/recall': ({ query }: { query: { limit: number } }) =>
      query.limit === 3 ? recalled([2, 1, 3]) : recalled([1, 2]),
  } as FakeAnswers);
  await user.click(await screen.findByRole('button', { name: 'Compare two settings' }));
  expect(await screen.findByText(/the same memories in the same order/)).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Limit, B' }), 'First 3');
  expect(
    await screen.findByText('2 memories in both, 0 only in A, 1 only in B, 2 ranked differently.'),
  ).toBeInTheDocument();
  expect(toRows('Results of A')[0]).toContain('1 place higher than in B');
  expect(toRows('Results of B')[2]).toContain('Only in B');
  expect(window.location.search).toBe('?search=queue&compare=yes&limitB=3');
});

it('pins the question with the selected memories and replaces an existing pin', async () => {
  const { api, user, shell } = await open('?search=slow queue', {
    'POST /pinned-questions/': pinned(),
    'PUT /pinned-questions/{id}': pinned(),
    'GET /pinned-questions/': (() => {
      let calls = 0;
      return () => ({ items: (calls += 1) > 1 ? [pinned()] : [] });
    })(),
  });
  expect(await screen.findByText('No pinned questions yet')).toBeInTheDocument();
  const [button] = await screen.findAllByRole('button', { name: 'Pin this question' });
  await user.click(button!);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('checkbox', { name: 'Incident 1 of the queue' })).toBeChecked();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Incident 2 of the queue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Pin question' }));
  expect(recordedInputs(api, 'POST /pinned-questions/')).toMatchObject([
    { body: { question: 'slow queue', settings: SETTINGS, memory_block_ids: [testId(1), testId(2)] } },
  ]);
  expect(shell.shown).toEqual([['success', 'Question pinned']]);
  expect(await screen.findByText('Not run yet')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Pin this question' }));
  const again = await screen.findByRole('dialog');
  expect(within(again).getByText(/is already pinned/)).toBeInTheDocument();
  await user.click(within(again).getByRole('button', { name: 'Pin question' }));
  expect(recordedInputs(api, 'PUT /pinned-questions/{id}')).toMatchObject([
    { params: { id: testId(90) }, body: { memory_block_ids: [testId(1)] } },
  ]);
});

it('runs the set in one request and reports where each memory is found', async () => {
  const other = pinned({
    id: testId(91),
    question: 'retries',
    last_run: { at: '2026-03-01T09:00:00Z', passed: true },
  });
  const { api, user } = await open('', {
    'GET /pinned-questions/': { items: [pinned(), other] },
    'POST /pinned-questions/run': {
      results: [
        {
          id: testId(90),
          passed: false,
          memories: [{ memory_block_id: testId(1), title: 'Incident 1', state: 'archived', place: null }],
        },
        {
          id: testId(91),
          passed: true,
          memories: [{ memory_block_id: testId(2), title: 'Incident 2', state: 'active', place: 2 }],
        },
      ],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Run all' }));
  expect(await screen.findByText('1 of 2 pinned questions failed.')).toBeInTheDocument();
  const [first, second] = within(screen.getByRole('list', { name: 'Pinned questions' }))
    .getAllByRole('listitem')
    .filter((row) => row.parentElement?.getAttribute('aria-label') === 'Pinned questions');
  expect(first).toHaveTextContent('slow queueFailed');
  expect(first).toHaveTextContent('Incident 1: archived');
  expect(second).toHaveTextContent('Passed');
  expect(second).toHaveTextContent('Incident 2: found at rank 2');
  expect(recordedInputs(api, 'POST /pinned-questions/run')).toHaveLength(1);
});

it('asks a pinned question again with its settings', async () => {
  const settings = { ...SETTINGS, mode: 'full-text', limit: 7, include_archived: true } as const;
  const { user } = await open('', { 'GET /pinned-questions/': { items: [pinned({ settings })] } });
  await user.click(await screen.findByRole('button', { name: 'Ask “slow queue”' }));
  expect(window.location.search).toBe('?search=slow+queue&mode=full-text&limit=7&archived=with');
  expect(await screen.findByRole('list', { name: 'Hits' })).toBeInTheDocument();
});

it('unpins with Undo and shows the reason of a failure', async () => {
  const shell = shellWithUndo({});
  let isRefused = true;
  const { api, user } = await open(
    '',
    {
      'GET /pinned-questions/': { items: [pinned()] },
      'DELETE /pinned-questions/{id}': () => (isRefused ? refusal(409, 'Not now.')() : null),
      'POST /pinned-questions/': pinned(),
    },
    { toasts: shell.toasts },
  );
  const button = await screen.findByRole('button', { name: 'Unpin “slow queue”' });
  await user.click(button);
  expect(shell.shown).toEqual([['error', 'Failed to unpin the question: Not now.']]);
  isRefused = false;
  await user.click(button);
  expect(shell.shown[1]).toEqual(['success', 'Question unpinned']);
  await act(async () => shell.undo[0]?.());
  expect(recordedInputs(api, 'POST /pinned-questions/')).toMatchObject([
    { body: { question: 'slow queue', settings: SETTINGS, memory_block_ids: [testId(1)] } },
  ]);
});

it('shows next steps in an empty workspace and lets read-only members run but not pin', async () => {
  const membership = {
    organization_id: testId(7),
    organization_name: 'Alpha',
    role: 'viewer',
    can_read: true,
    can_write: false,
  } as const;
  await open(
    '',
    { 'GET /memory-blocks/': page([]), 'GET /pinned-questions/': { items: [pinned()] } },
    {
      scope: { scope: 'organization', organizationId: testId(7) },
      session: { status: 'signed-in', user: { ...testUser, memberships: [membership] } },
    },
  );
  expect(await screen.findByText('No memory blocks yet')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Run all' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Unpin “slow queue”' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Pin this question' })).toBeDisabled();
});

it('reports a question without hits and the reason of a failed search', async () => {
  const { user } = await open('?search=queue', {
    'GET /memory-blocks/search/recall': (() => {
      let calls = 0;
      return () => {
        if ((calls += 1) === 1) return refusal(500, 'The search is broken.')();
        return recalled([]);
      };
    })(),
  });
  expect(await screen.findByText('The search is broken.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Retry|Try again/i }));
  expect(await screen.findByText('Your agent would get no memories')).toBeInTheDocument();
});
