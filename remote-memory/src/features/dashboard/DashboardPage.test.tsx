import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { block, page } from '../../testing/rows';
// Loaded with the file: the first load of a page takes longer than a test may.
import './DashboardPage';

const fail =
  (status = 500) =>
  () => {
    throw new ApiError(status, null, '', null);
  };
const working: FakeAnswers = {
  'GET /agents/': page([{ agent_id: 'a', agent_name: 'A' }], 12, 1),
  'GET /memory-blocks/': page([block(1), block(2)], 1234, 6),
  'GET /conversations/count': { count: 77 },
  'GET /analytics/summary': {
    totals: { memory_blocks: 1234 },
    agents: [],
    top_conversations: [],
    created_per_day: Array.from({ length: 90 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      count: day < 60 ? 50 : 2,
    })),
    feedback: { high: 2, medium: 1, low: 1 },
  },
};

/** What is new has tests of its own. */
jest.mock('./News', () => ({ News: () => null }));

async function open(answers: FakeAnswers = {}, overrides: Partial<Shell> = {}) {
  const api = fakeApi({ ...working, ...answers });
  const shell = fakeShell({ api, ...overrides });
  return { ...(await renderPage('/dashboard', shell)), api, shell };
}

const tiles = () => screen.getByRole('region', { name: 'Totals' });

it('shows the real totals and the newest blocks, with one small call for each number', async () => {
  const { api } = await open();
  await waitFor(() => expect(tiles()).toHaveTextContent('1,234'));
  expect(tiles()).toHaveTextContent(/Total Agents12.*Memory Blocks1,234.*Conversations77/);
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(api.calls.map(({ key }) => key).sort()).toEqual([
    'GET /agents/',
    'GET /analytics/summary',
    'GET /conversations/count',
    'GET /memory-blocks/',
  ]);
  const queryOf = (key: string) =>
    (api.calls.find((call) => call.key === key)?.input as { query: object }).query;
  expect(queryOf('GET /agents/')).toMatchObject({ limit: 1 });
  expect(queryOf('GET /memory-blocks/')).toEqual({ limit: 6, sort_by: 'created_at', sort_order: 'desc' });
});

it('shows the last 30 days and the feedback', async () => {
  await open();
  const activity = await screen.findByRole('region', { name: 'Activity' });
  await waitFor(() => expect(activity).toHaveTextContent('60 memories in the last 30 days'));
  expect(activity).toHaveTextContent(
    'Feedback on 4 memoriesHigh (80-100): 50%Medium (60-79): 25%Low (0-59): 25%',
  );
  expect(within(activity).getByRole('link', { name: 'View analytics' })).toHaveAttribute(
    'href',
    '/analytics',
  );
});

it('links to all memory blocks', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'View all memory blocks' })).toHaveAttribute(
    'href',
    '/memory-blocks',
  );
});

it('one failed request hides nothing else, raises no toast, and is retried on its own', async () => {
  let works = false;
  const { api, shell } = await open({ 'GET /conversations/count': () => (works ? { count: 5 } : fail()()) });
  const retry = await screen.findByRole('button', { name: 'Try Again: Conversations' });
  expect(tiles()).toHaveTextContent(/Total Agents12.*Memory Blocks1,234/);
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(shell.shown).toEqual([]);
  works = true;
  const before = api.calls.length;
  await userEvent.click(retry);
  await waitFor(() => expect(tiles()).toHaveTextContent(/Conversations5/));
  expect(api.calls.slice(before).map(({ key }) => key)).toEqual(['GET /conversations/count']);
});

it('shows the failure of each part, and nothing as empty', async () => {
  const { shell } = await open({
    'GET /agents/': fail(),
    'GET /memory-blocks/': fail(),
    'GET /conversations/count': fail(),
  });
  expect(await screen.findByText('Failed to load memory blocks. Please try again.')).toBeInTheDocument();
  expect(within(tiles()).getAllByRole('button')).toHaveLength(3);
  expect(screen.queryByText('No memory blocks yet')).not.toBeInTheDocument();
  expect(shell.shown).toEqual([]);
});

it('an expired session raises one toast', async () => {
  const { shell } = await open({
    'GET /agents/': fail(401),
    'GET /memory-blocks/': fail(401),
    'GET /conversations/count': fail(401),
  });
  await screen.findByText('Failed to load memory blocks. Please try again.');
  expect(shell.shown.length).toBe(1);
});

it('shows an empty workspace', async () => {
  await open({ 'GET /memory-blocks/': page([]) });
  expect(await screen.findByText('No memory blocks yet')).toBeInTheDocument();
  expect(tiles()).toHaveTextContent('Memory Blocks0');
  for (const [name, href] of [
    ['Connect an agent', '/dashboard?get-started'],
    ['Create a memory', '/dashboard?create'],
    ['Import memories', '/memory-blocks#import'],
  ])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  expect(screen.queryByRole('button', { name: 'Explore the public workspace' })).not.toBeInTheDocument();
});

it('leads from an empty workspace to the public one, where that is filled', async () => {
  const chooseWorkspace = jest.fn(async () => true);
  const blocks = ({ scope }: { scope?: { scope: string } }) =>
    page(scope?.scope === 'public' ? [block(1)] : []);
  await open({ 'GET /memory-blocks/': blocks }, { chooseWorkspace });
  await userEvent.click(await screen.findByRole('button', { name: 'Explore the public workspace' }));
  expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'public', organizationId: null });
});

it('shows nothing of the former workspace while another one loads', async () => {
  const { shell, switchTo } = await open();
  await screen.findAllByRole('article');
  let answer: (value: unknown) => void = () => undefined;
  const api = fakeApi({
    ...working,
    'GET /memory-blocks/': () => new Promise((resolve) => (answer = resolve)),
  });
  await switchTo({ ...shell, api, scope: { scope: 'public', organizationId: null } });
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  expect(tiles()).not.toHaveTextContent('1,234');
  await act(async () => answer(page([block(9)], 9, 6)));
  expect(await screen.findByRole('article')).toHaveTextContent('Incident 9');
});
