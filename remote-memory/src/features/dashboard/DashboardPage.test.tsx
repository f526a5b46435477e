import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
import { recordedInputs, shellWithUndo } from '../../testing/service';
// Import the page up front: its first load takes longer than a test timeout.
import './DashboardPage';
import './FirstSteps';

const fail =
  (status = 500) =>
  () => {
    throw new ApiError(status, null, '', null);
  };

const SINCE = '2026-03-01T09:00:00.000000Z';
const JUDGE = 'POST /memory-blocks/{id}/feedback/';
const today = new Date().toISOString().slice(0, 10);
const lastMonth = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);

const question = (query: string) => ({
  query,
  agent_id: AGENT_ID,
  agent_name: 'Reviewer',
  count: 3,
  last_asked_at: SINCE,
});

/** Two memories of different days and agents; a week with reads, denied requests, questions and proposals. */
const working: FakeAnswers = {
  'GET /agents/': page([{ agent_id: 'a', agent_name: 'A' }], 12, 1),
  'GET /memory-blocks/': ({ query }: { query: { feedback?: string } }) =>
    query.feedback === 'marked'
      ? page([], 2)
      : page(
          [
            block(1, { created_at: '2026-03-02T12:00:00Z' }),
            block(2, { agent_id: testId(70), agent_name: 'Writer', created_at: '2026-02-27T12:00:00Z' }),
          ],
          1234,
          15,
        ),
  'GET /conversations/count': { count: 77 },
  'POST /visits/': { since: SINCE, is_first: false },
  'GET /analytics/new-memories': {
    total: 28,
    conversations: 5,
    agents: [{ agent_id: 'a', agent_name: 'A', memory_block_count: 28 }],
  },
  'GET /agent-activity/summary': {
    days: [
      { date: lastMonth, read: 10, write: 0, refused: 7 },
      { date: today, read: 15, write: 1, refused: 5 },
    ],
    tokens: [],
  },
  'GET /agent-activity/questions': { items: ['how to deploy', 'b', 'c', 'd'].map(question) },
  'GET /review-items/': {
    ...page([{ kind: 'pruning', id: testId(50), title: 'Old port', reason: 'Not used' }], 12, 4),
    counts: {},
  },
} as FakeAnswers;

async function open(answers: FakeAnswers = {}, overrides: Partial<Shell> = {}, where = '/dashboard') {
  const api = fakeApi({ ...working, ...answers });
  const shell = shellWithUndo({ api, ...overrides });
  return { ...(await renderPage(where, shell)), api, shell };
}

const tiles = () => screen.getByRole('region', { name: 'Totals' });
const rows = () => screen.findAllByRole('article');

it('shows four figures and their change', async () => {
  const { api } = await open();
  await waitFor(() => expect(tiles()).toHaveTextContent(/Retrievals in 7 days15\+50% vs. the previous/));
  expect(tiles()).toHaveTextContent(
    /Memory Blocks1,234\+28 in 7 days.*Total agents121 active in 7 days.*Conversations775 active/,
  );
  const asked = (key: string) => recordedInputs(api, key).map(({ query }) => query);
  expect(asked('GET /agents/')).toMatchObject([{ limit: 1 }]);
  expect(asked('GET /memory-blocks/')).toContainEqual({
    limit: 15,
    sort_by: 'created_at',
    sort_order: 'desc',
  });
});

it('lists lessons by day and agent and marks new ones', async () => {
  await open();
  const [first, second] = await rows();
  expect(first).toHaveTextContent('Lesson 1: bound every queue.');
  await waitFor(() => expect(first!.closest('li')).toHaveAttribute('data-new'));
  expect(second!.closest('li')).not.toHaveAttribute('data-new');
  expect(within(first!).getByRole('link', { name: 'Lesson 1: bound every queue.' })).toHaveAttribute(
    'href',
    `/dashboard?block=${testId(1)}`,
  );
  expect(screen.getByRole('list', { name: 'Memories of Writer' })).toContainElement(second!);
  expect(screen.getByRole('region', { name: 'Mar 2, 2026' })).toContainElement(first!);
  expect(screen.getByRole('link', { name: 'View all 1,234 memories' })).toBeInTheDocument();
  expect(screen.getByText(/28 new since your last visit/)).toBeInTheDocument();
});

it.each([
  ['?since=today', { created_after: expect.any(String) as string }],
  ['?since=7d', { created_after: expect.any(String) as string }],
  ['?since=visit', { created_after: SINCE }],
])('requests the memories of the period %s', async (search, narrowed) => {
  const { api } = await open({}, {}, `/dashboard${search}`);
  await waitFor(() =>
    expect(recordedInputs(api, 'GET /memory-blocks/').map(({ query }) => query)).toContainEqual(
      expect.objectContaining({ limit: 50, ...narrowed }),
    ),
  );
});

it('offers neither the last visit nor marking as seen on a first visit', async () => {
  await open({ 'POST /visits/': { since: SINCE, is_first: true } });
  const [first] = await rows();
  await screen.findByText('Unanswered: how to deploy');
  expect(screen.queryByText('Since last visit')).not.toBeInTheDocument();
  expect(screen.queryByText('Mark all as seen')).not.toBeInTheDocument();
  expect(first!.closest('li')).not.toHaveAttribute('data-new');
});

it('marks all as seen', async () => {
  const visits = ({ body }: { body: { seen?: boolean } }) => ({
    since: body.seen ? '2026-03-09T09:00:00.000000Z' : SINCE,
    is_first: false,
  });
  await open({ 'POST /visits/': visits } as FakeAnswers);
  const [first] = await rows();
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as seen' }));
  await waitFor(() => expect(first!.closest('li')).not.toHaveAttribute('data-new'));
});

it('judges a memory in its row on click and undoes it', async () => {
  const { api, shell } = await open({
    [JUDGE]: ({ onHeaders }: { onHeaders(headers: Headers): void }) =>
      onHeaders(new Headers({ 'X-Feedback-Id': 'f1' })),
    'DELETE /memory-blocks/{id}/feedback/{feedback_id}': block(1),
  } as FakeAnswers);
  const [first] = await rows();
  const wrong = within(first!).getByRole('button', { name: 'Wrong' });
  await userEvent.click(wrong);
  await waitFor(() => expect(wrong).toHaveAttribute('aria-pressed', 'true'));
  expect(recordedInputs(api, JUDGE)[0]).toMatchObject({
    params: { id: testId(1) },
    body: { problem: 'wrong' },
  });
  act(() => shell.undo[0]!());
  await waitFor(() => expect(wrong).toHaveAttribute('aria-pressed', 'false'));
});

it('judges only the focused row by keyboard shortcut', async () => {
  const { api } = await open({ [JUDGE]: null });
  const [, second] = await rows();
  fireEvent.keyDown(document.body, { key: 'o' });
  const link = within(second!).getByRole('link', { name: /^Lesson 2/ });
  link.focus();
  fireEvent.keyDown(link, { key: 'o' });
  await waitFor(() => expect(recordedInputs(api, JUDGE)).toHaveLength(1));
  expect(recordedInputs(api, JUDGE)[0]).toMatchObject({
    params: { id: testId(2) },
    body: { problem: 'outdated' },
  });
});

it('links each problem and each pending review', async () => {
  await open();
  const wrong = await screen.findByRole('region', { name: 'Problems' });
  const linkTarget = async (part: HTMLElement, name: string) =>
    (await within(part).findByRole('link', { name })).getAttribute('href');
  expect(await linkTarget(wrong, 'Unanswered: how to deploy')).toBe('/playground?search=how+to+deploy');
  expect(await linkTarget(wrong, 'Add a memory: how to deploy')).toBe(
    `/dashboard?create=how+to+deploy&create_agent=${AGENT_ID}`,
  );
  expect(await linkTarget(wrong, '1 more')).toBe('/analytics');
  expect(await linkTarget(wrong, '5 denied agent requests')).toBe(
    '/analytics?view=activity&kind=refused&time=week',
  );
  expect(await linkTarget(wrong, '2 memories marked wrong or outdated')).toBe(
    '/memory-blocks?feedback=marked',
  );
  const pending = screen.getByRole('region', { name: /^Pending review/ });
  expect(await linkTarget(pending, 'Old port')).toBe(`/review?item=pruning/${testId(50)}`);
  expect(await linkTarget(pending, '8 more')).toBe('/review');
});

it('says when there are no problems and no pending reviews', async () => {
  await open({
    'GET /agent-activity/questions': { items: [] },
    'GET /agent-activity/summary': { days: [], tokens: [] },
    'GET /memory-blocks/': page([]),
    'GET /review-items/': { ...page([]), counts: {} },
  });
  expect(await screen.findByText('No problems in the last 7 days.')).toBeInTheDocument();
  expect(screen.getByText('You’re all caught up.')).toBeInTheDocument();
});

it('retries a single failed figure without a toast', async () => {
  let works = false;
  const { api, shell } = await open({ 'GET /conversations/count': () => (works ? { count: 5 } : fail()()) });
  const retry = await screen.findByRole('button', { name: 'Try Again: Conversations' });
  expect(await rows()).toHaveLength(2);
  expect(shell.shown).toEqual([]);
  works = true;
  const before = recordedInputs(api, 'GET /agents/').length;
  await userEvent.click(retry);
  await waitFor(() => expect(tiles()).toHaveTextContent(/Conversations5/));
  expect(recordedInputs(api, 'GET /agents/')).toHaveLength(before);
});

it('shows an error in each failed part instead of an empty state, and one button that retries all', async () => {
  const { api, shell } = await open({
    'GET /agents/': fail(),
    'GET /memory-blocks/': fail(),
    'GET /conversations/count': fail(),
    'GET /review-items/': fail(),
    'GET /agent-activity/questions': fail(),
  });
  expect(await screen.findByText('Failed to load memory blocks. Please try again.')).toBeInTheDocument();
  expect(within(tiles()).getAllByText('Couldn’t load')).toHaveLength(3);
  expect(await screen.findByText('Couldn’t load pending reviews.')).toBeInTheDocument();
  expect(screen.getByText('Couldn’t load the questions.')).toBeInTheDocument();
  expect(screen.queryByText('No memory blocks yet')).not.toBeInTheDocument();
  expect(shell.shown).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(recordedInputs(api, 'GET /agent-activity/questions')).toHaveLength(2));
  for (const call of ['GET /agents/', 'GET /memory-blocks/', 'GET /conversations/count'])
    expect(recordedInputs(api, call).length).toBeGreaterThan(1);
});

it('shows the memories even if the last visit fails to load', async () => {
  await open({ 'POST /visits/': fail() });
  expect(await screen.findByText('Couldn’t load new memories.')).toBeInTheDocument();
  expect(await rows()).toHaveLength(2);
});

it('shows a single toast for an expired session', async () => {
  const { shell } = await open({
    'GET /agents/': fail(401),
    'GET /memory-blocks/': fail(401),
    'GET /conversations/count': fail(401),
  });
  await screen.findByText('Failed to load memory blocks. Please try again.');
  expect(shell.shown.length).toBe(1);
});

it('shows the steps to the first memory in an empty workspace and marks completed ones', async () => {
  await open({
    'GET /memory-blocks/': page([]),
    'GET /users/me/tokens': [{ status: 'active', last_used_at: null }],
  });
  const steps = await screen.findByRole('region', { name: 'No memory blocks yet' });
  expect(within(steps).getAllByRole('listitem')[0]).toHaveAttribute('data-done');
  expect(within(steps).getByRole('link', { name: 'Connect your coding agent' })).toHaveAttribute(
    'href',
    '/dashboard?get-started',
  );
  expect(tiles()).toHaveTextContent('Memory Blocks0');
  for (const [name, href] of [
    ['Create a memory', '/dashboard?create'],
    ['Import memories', '/memory-blocks#import'],
  ])
    expect(within(steps).getByRole('link', { name })).toHaveAttribute('href', href);
});

it("links an empty personal workspace to the person's organizations", async () => {
  const organizations = [{ id: 'org-1', name: 'Larkspur Labs', slug: null, is_active: true }];
  const chooseWorkspace = jest.fn(async () => true);
  await open({ 'GET /memory-blocks/': page([]) }, { organizations, chooseWorkspace });
  await userEvent.click(await screen.findByRole('button', { name: 'Larkspur Labs' }));
  expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: 'org-1' });
});

it('links an empty workspace to the public one if that has memories', async () => {
  const chooseWorkspace = jest.fn(async () => true);
  const blocks = ({ scope }: { scope?: { scope: string } }) =>
    page(scope?.scope === 'public' ? [block(1)] : []);
  await open({ 'GET /memory-blocks/': blocks, 'GET /users/me/tokens': [] }, { chooseWorkspace });
  await userEvent.click(await screen.findByRole('button', { name: 'Explore the public workspace' }));
  expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'public', organizationId: null });
});

it('shows guests the feed without requests that require signing in', async () => {
  const { api } = await open({}, { session: { status: 'guest', user: null } });
  await rows();
  expect(screen.queryByRole('complementary', { name: 'Needs attention' })).not.toBeInTheDocument();
  expect(new Set(api.calls.map(({ key }) => key))).toEqual(
    new Set([
      'GET /agents/',
      'GET /memory-blocks/',
      'GET /conversations/count',
      'GET /analytics/new-memories',
    ]),
  );
});

it('hides the previous workspace while another one loads', async () => {
  const { shell, switchTo } = await open();
  await rows();
  let answer: (value: unknown) => void = () => undefined;
  const api = fakeApi({
    ...working,
    'GET /memory-blocks/': () => new Promise((resolve) => (answer = resolve)),
  });
  await switchTo({ ...fakeShell(shell), api, scope: { scope: 'public', organizationId: null } });
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  expect(tiles()).not.toHaveTextContent('1,234');
  await act(async () => answer(page([block(9)], 9, 6)));
  expect(await screen.findByRole('article')).toHaveTextContent('Lesson 9');
});
