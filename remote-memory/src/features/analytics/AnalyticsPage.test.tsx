import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { BLOCKS } from '../../testing/memoryList';
import { block, CONVERSATION_ID, page } from '../../testing/rows';
import { recordedInputs } from '../../testing/service';
import './AnalyticsPage';
import { comparisonText } from './texts';

const agent = (number: number, memories = 1) => ({
  agent_id: `agent-${number}`,
  agent_name: `Agent Smith ${number}`,
  memory_block_count: memories,
  average_feedback_score: 71.4,
  retrievals: 12,
});
const summary = {
  totals: { memory_blocks: 2410, archived_blocks: 3, conversations: 120 },
  agents: [agent(1, 7), agent(2, 3)],
  top_conversations: [
    { conversation_id: CONVERSATION_ID, memory_block_count: 9, last_activity: '2026-03-01T09:00:00Z' },
  ],
  feedback: { high: 6, medium: 3, low: 1 },
};
const empty = { created: 0, retrieved: 0, helpful: 0, unanswered: 0 };
const happened = {
  days: [
    { date: '2026-03-03', ...empty },
    { date: '2026-03-04', created: 5, retrieved: 40, helpful: 10, unanswered: 2 },
  ],
  before: { created: 4, retrieved: 80, helpful: 10, unanswered: null },
  agents: [
    { agent_id: 'agent-2', retrieved: 30, helpful: 9 },
    { agent_id: 'agent-1', retrieved: 10, helpful: 1 },
  ],
  topics: [{ keyword_id: 'k1', keyword_text: 'docker', memory_block_count: 4, before: 1 }],
};
const SUMMARY = 'GET /analytics/summary';
const DAYS = 'GET /analytics/days';
const QUESTIONS = 'GET /agent-activity/questions';

async function open(answers: FakeAnswers, overrides: Partial<Shell> = {}, where = '') {
  const api = fakeApi({ [DAYS]: happened, [QUESTIONS]: { items: [] }, [BLOCKS]: page([]), ...answers });
  const shell = fakeShell({ api, ...overrides });
  return { ...(await renderPage(`/analytics${where}`, shell)), api, shell };
}
const tiles = () => screen.getByRole('region', { name: 'Memory Distribution' });
const asTable = async (title: string) => {
  const panel = screen.getByRole('region', { name: title });
  await userEvent.click(await within(panel).findByRole('radio', { name: 'Table' }));
  return within(panel).getByRole('table');
};

it("loads the spec's three totals in one request, besides those for days, used memories and unanswered questions", async () => {
  const { api } = await open({ [SUMMARY]: summary });
  await screen.findByRole('region', { name: 'Memory Distribution' });
  expect(tiles()).toHaveTextContent(/Total Memories2,410.*Active Agents2.*Total Conversations120/);
  await waitFor(() =>
    expect(api.calls.map(({ key }) => key)).toEqual([SUMMARY, DAYS, BLOCKS, BLOCKS, QUESTIONS]),
  );
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

it('draws days, agents and feedback as bars, each with its figures as a table', async () => {
  await open({ [SUMMARY]: summary });
  await screen.findByRole('img', { name: /^Column chart: 5 memories in the last 2 days.*The table shows/ });
  const agents = screen.getByRole('list', { name: 'Agents by how often their memories helped' });
  expect(agents).toHaveTextContent('Agent Smith 29Agent Smith 11');
  const feedback = screen.getByRole('list', { name: /high, medium and low feedback/ });
  expect(feedback).toHaveTextContent('High (80-100)6 (60%)Medium (60-79)3 (30%)Low (0-59)1 (10%)');
  expect(within(feedback).getByRole('link', { name: /High/ })).toHaveAttribute(
    'href',
    '/memory-blocks?feedback=high',
  );
  const days = await asTable('Created per day');
  expect(days).toHaveTextContent(/^.*DayCreatedMar 45$/);
  expect(within(days).getByRole('link', { name: 'Mar 4' })).toHaveAttribute(
    'href',
    '/memory-blocks?created=2026-03-04Z&archived=with',
  );
  expect(await asTable('Agent Performance')).toHaveTextContent(
    'Agent Smith 2371/100309Agent Smith 1771/100101',
  );
  expect(await asTable('Feedback distribution')).toHaveTextContent(
    'High (80-100)660%Medium (60-79)330%Low (0-59)110%',
  );
});

it('compares four figures with the previous days and charts the selected one', async () => {
  await open({ [SUMMARY]: summary });
  const figures = within(await screen.findByRole('group', { name: 'Shown by day' }));
  expect(figures.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Created525% more than in the previous 2 days',
    'Retrieved4050% fewer than in the previous 2 days',
    'Helpful10About as many as in the previous 2 days',
    'Unanswered2Not enough history to compare',
  ]);
  await userEvent.click(figures.getByRole('radio', { name: /^Unanswered/ }));
  const table = await asTable('Unanswered questions per day');
  expect(table).toHaveTextContent(/Mar 42$/);
  expect(within(table).getByRole('link', { name: 'Mar 4' })).toHaveAttribute(
    'href',
    '/analytics?view=activity&kind=read&time=2026-03-04Z',
  );
});

it('lists the keywords of the range next to the previous days', async () => {
  await open({ [SUMMARY]: summary });
  const topics = await screen.findByRole('table', { name: 'Topics' });
  expect(topics).toHaveTextContent(/docker41$/);
  expect(within(topics).getByRole('link', { name: 'docker' })).toHaveAttribute(
    'href',
    '/memory-blocks?keyword=k1',
  );
});

it('offers a retry when only the daily figures fail to load', async () => {
  let works = false;
  await open({
    [SUMMARY]: summary,
    [DAYS]: () => {
      if (works) return happened;
      throw new ApiError(500, 'The database is busy.', '', null);
    },
  });
  const failure = await screen.findByText('Failed to load analytics data. Please try again.');
  expect(screen.getByRole('region', { name: 'Top Conversations' })).toBeInTheDocument();
  // Missing figures are not shown as zero.
  for (const name of ['Agent Performance', 'Topics'])
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
  works = true;
  await userEvent.click(within(failure.closest('div')!).getByRole('button'));
  expect(await screen.findByRole('group', { name: 'Shown by day' })).toBeInTheDocument();
});

it('shows the range of the address and keeps it in every link', async () => {
  const { api } = await open(
    {
      [SUMMARY]: summary,
      [DAYS]: ({ query }: { query: { days: number } }) => ({
        ...happened,
        days: Array.from({ length: query.days }, (_, n) => ({
          ...empty,
          date: `2026-03-${String(n + 1).padStart(2, '0')}`,
          created: 4,
        })),
        before: { ...happened.before, created: query.days === 7 ? 25 : 100 },
      }),
      [BLOCKS]: page([block(1)], 40),
    },
    {},
    '?range=7',
  );
  const days = await screen.findByRole('region', { name: 'Created per day' });
  const figures = screen.getByRole('group', { name: 'Shown by day' });
  expect(days).toHaveTextContent('28 memories in the last 7 days');
  expect(figures).toHaveTextContent('12% more than in the previous 7 days');
  expect(within(days).getByRole('link', { name: /^28 memories/ })).toHaveAttribute(
    'href',
    '/memory-blocks?created=2026-03-01T00%3A00%3A00Z..&archived=with',
  );
  expect((await screen.findAllByRole('link', { name: 'Show all 40 memories' }))[0]).toHaveAttribute(
    'href',
    expect.stringContaining('retrieved=7d'),
  );
  expect(screen.getByText(/^Retrieved by agents in the last 7 days/)).toBeInTheDocument();
  expect(screen.getByText('No unanswered questions in the last 7 days.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: '30 days' }));
  await waitFor(() => expect(figures).toHaveTextContent('20% more than in the previous 30 days'));
  expect(recordedInputs(api, DAYS)).toMatchObject([{ query: { days: 7 } }, { query: { days: 30 } }]);
});

it.each([
  [0, 0, 'None in the previous 30 days either'],
  [3, 0, 'None in the previous 30 days'],
  [3, 4, '25% fewer than in the previous 30 days'],
  [1000, 1001, 'About as many as in the previous 30 days'],
  [30, 1, '1 in the previous 30 days'],
  [30, 10, '200% more than in the previous 30 days'],
])('compares %i with a previous %i', (count, before, text) => {
  expect(comparisonText(count, before, 30)).toBe(text);
});

it('lists the most used and the most helpful memories, with links to all of them', async () => {
  const rows = [block(1, { retrieval_count: 1204, feedback_score: 92 }), block(2, { retrieval_count: 7 })];
  const { api } = await open({
    [SUMMARY]: summary,
    [BLOCKS]: ({ query }: { query: { feedback?: string } }) =>
      query.feedback === 'high' ? page(rows.slice(0, 1)) : page(rows, 40),
  });
  const used = await screen.findByRole('table', { name: 'Most used memories' });
  expect(used).toHaveTextContent(/Incident 1 of the queue.*92.*1,204.*Incident 2 of the queue.*7/);
  expect(screen.getByRole('link', { name: 'Show all 40 memories' })).toHaveAttribute(
    'href',
    '/memory-blocks?retrieved=90d&sort=most',
  );
  const helpful = screen.getByRole('table', { name: 'Most helpful' });
  expect(
    within(helpful)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Incident 1 of the queue']);
  expect(recordedInputs(api, BLOCKS)).toMatchObject([
    { query: { feedback: 'high', limit: 5 } },
    { query: { sort_by: 'retrieval_count', sort_order: 'desc', retrieved_after: expect.any(String) } },
  ]);
});

it('links a conversation to its memories', async () => {
  await open({ [SUMMARY]: summary });
  const panel = await screen.findByRole('region', { name: 'Top Conversations' });
  expect(within(panel).getByRole('link', { name: CONVERSATION_ID.slice(-8) })).toHaveAttribute(
    'href',
    `/conversations/${CONVERSATION_ID}`,
  );
  expect(within(panel).getByRole('row', { name: new RegExp(CONVERSATION_ID.slice(-8)) })).toHaveTextContent(
    '9',
  );
});

it('lists unanswered questions with links to the playground and to a new memory', async () => {
  const question = { query: 'dns & cache', agent_id: 'a1', agent_name: 'Smith', count: 4 };
  await open({
    [SUMMARY]: summary,
    [QUESTIONS]: { items: [{ ...question, last_asked_at: new Date().toISOString() }] },
  });
  const panel = await screen.findByRole('region', { name: 'Unanswered questions' });
  expect(await within(panel).findByRole('link', { name: 'dns & cache' })).toHaveAttribute(
    'href',
    '/playground?search=dns+%26+cache',
  );
  expect(within(panel).getByRole('link', { name: 'Smith' })).toHaveAttribute('href', '/agents/a1');
  expect(panel).toHaveTextContent('dns & cacheAdd a memorySmith4Just now');
  expect(within(panel).getByRole('link', { name: 'Add a memory: dns & cache' })).toHaveAttribute(
    'href',
    expect.stringMatching(/[?&]create=dns\+%26\+cache&create_agent=a1$/),
  );
});

describe('activity of all agents', () => {
  const call = (id: number, agent_id: string | null) => ({
    id,
    at: new Date().toISOString(),
    agent_id,
    token_id: 't1',
    token_name: 'laptop',
    client: null,
    kind: 'read',
    action: 'list',
    call: 'GET /memory-blocks/',
    query: null,
    search_type: null,
    hits: null,
    memories: [],
    latency_ms: 3,
    status: 200,
    reason: null,
  });
  const answers = {
    'GET /agent-activity/': { items: [call(2, 'a1'), call(1, null)], next_cursor: null },
    'GET /agent-activity/summary': { days: [], tokens: [] },
    'GET /agents/': { items: [{ agent_id: 'a1', agent_name: 'Smith' }], total_items: 1, total_pages: 1 },
  };

  it('names the agent of each call, even if its token did not', async () => {
    const { api } = await open(answers, {}, '?view=activity');
    const list = await screen.findByRole('list', { name: 'Activity' });
    expect(await within(list).findByRole('link', { name: 'Smith' })).toHaveAttribute('href', '/agents/a1');
    expect(list).toHaveTextContent('Unknown agent');
    const asked = api.calls.find(({ key }) => key === 'GET /agent-activity/')?.input;
    expect(asked).not.toHaveProperty('query.agent_id');
  });

  it('is hidden from guests', async () => {
    await open({ [SUMMARY]: summary }, { session: { status: 'guest', user: null } }, '?view=activity');
    expect(await screen.findByRole('region', { name: 'Memory Distribution' })).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: 'Agent activity' })).not.toBeInTheDocument();
  });
});

it('does not request unanswered questions for guests', async () => {
  const { api } = await open({ [SUMMARY]: summary }, { session: { status: 'guest', user: null } });
  await screen.findByRole('group', { name: 'Shown by day' });
  expect(screen.queryByRole('radio', { name: /^Unanswered/ })).not.toBeInTheDocument();
  expect(api.calls.map(({ key }) => key)).not.toContain('GET /agent-activity/questions');
});

it('shows ten agents until expanded', async () => {
  const agents = Array.from({ length: 1000 }, (_, index) => agent(index));
  await open({ [SUMMARY]: { ...summary, agents } });
  await screen.findByRole('region', { name: 'Agent Performance' });
  const table = await asTable('Agent Performance');
  expect(within(table).getAllByRole('row')).toHaveLength(11);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 1,000 agents' }));
  expect(table.querySelectorAll('tbody tr')).toHaveLength(1000);
});

it('reports a failed load and refetches on Try Again', async () => {
  let works = false;
  await open({
    [SUMMARY]: () => {
      if (works) return summary;
      throw new ApiError(500, 'The database is busy.', '', null);
    },
  });
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Failed to load analytics data. Please try again.The database is busy.');
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('region', { name: 'Memory Distribution' })).toBeInTheDocument();
});

const nothing = {
  agents: [],
  top_conversations: [],
  feedback: { high: 0, medium: 0, low: 0 },
};

it('still charts created memories when all of them are archived', async () => {
  await open({
    [SUMMARY]: { ...summary, totals: { memory_blocks: 0, archived_blocks: 5, conversations: 1 } },
  });
  await screen.findByRole('img', { name: /^Column chart: 5 memories/ });
  expect(screen.queryByRole('link', { name: 'Create a memory' })).not.toBeInTheDocument();
});

it('shows next steps and no charts in an empty workspace', async () => {
  await open({ [SUMMARY]: { ...nothing, totals: { memory_blocks: 0, archived_blocks: 0 } } });
  expect(await screen.findByRole('link', { name: 'Create a memory' })).toBeInTheDocument();
  expect(tiles()).toHaveTextContent('Total Memories0');
  expect(screen.queryByText('No agent has recorded a memory yet.')).not.toBeInTheDocument();
});

it('shows empty states instead of charts where figures are missing', async () => {
  const days = {
    ...happened,
    days: happened.days.map(({ date }) => ({ date, ...empty })),
    agents: [],
    topics: [],
  };
  await open({ [SUMMARY]: { ...nothing, totals: { memory_blocks: 1 } }, [DAYS]: days });
  expect(await screen.findByText('No agent has recorded a memory yet.')).toBeInTheDocument();
  expect(screen.getByText('No memory has a feedback score yet.')).toBeInTheDocument();
  expect(screen.getByText('No conversations with memories yet.')).toBeInTheDocument();
  expect(await screen.findByText('No memories were created in the last 2 days.')).toBeInTheDocument();
  expect(screen.getByText('No memories created in the last 90 days have keywords.')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'Table' })).not.toBeInTheDocument();
});

it('refetches on Refresh and confirms it', async () => {
  const { shell } = await open({ [SUMMARY]: summary });
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Data refreshed successfully']]));
});
