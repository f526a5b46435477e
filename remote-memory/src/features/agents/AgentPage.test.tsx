import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { testId, page } from '../../testing/rows';
import './AgentPage';
import './AgentForm';
import './DeleteAgentDialog';

const LIST = 'GET /agent-activity/';
const TOKEN = testId(70);
const CURSOR = '2026-03-01T09:00:00.000000Z_5';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

const agent = {
  agent_id: testId(3),
  agent_name: 'Reviewer',
  description: 'Reads pull requests.',
  visibility_scope: 'personal',
  created_at: '2026-01-03T09:00:00Z',
  updated_at: '2026-02-01T09:00:00Z',
};
const call = (id: number, rest: object) => ({
  id,
  at: ago(0),
  agent_id: testId(3),
  token_id: TOKEN,
  token_name: 'laptop',
  client: 'codex',
  kind: 'read',
  action: 'open',
  call: 'GET /memory-blocks/{id}',
  query: null,
  search_type: null,
  hits: null,
  memories: [],
  latency_ms: 12,
  status: 200,
  reason: null,
  ...rest,
});
const memory = (number: number, chosen = false) => ({
  id: testId(number),
  preview: `Lesson ${number}. More.`,
  chosen,
});
const calls = [
  call(3, {
    kind: 'refused',
    action: 'update',
    status: 403,
    reason: 'Forbidden',
    memories: [{ ...memory(9), preview: null }],
  }),
  call(2, { kind: 'write', action: 'create', memories: [memory(8)] }),
  call(1, {
    action: 'search',
    query: 'slow queue',
    search_type: 'hybrid',
    hits: 5,
    memories: [memory(1), memory(2), memory(3), memory(4), memory(5, true)],
  }),
];

async function open(answers: FakeAnswers = {}, overrides: Partial<Shell> = {}, where = '') {
  const api = fakeApi({
    'GET /agents/': page([agent]),
    'GET /agents/counts': {
      counts: [
        { agent_id: testId(3), count: 12, archived_count: 1, last_activity: null, last_seen_at: ago(6) },
      ],
    },
    [LIST]: { items: calls, next_cursor: null },
    'GET /agent-activity/summary': {
      days: [{ date: '2026-03-01', read: 4, write: 2, refused: 1 }],
      tokens: [
        { token_id: TOKEN, token_name: 'laptop', client: 'codex/0.171.0', calls: 7, last_used_at: ago(0) },
      ],
    },
    'GET /agent-activity/questions': { items: [] },
    'GET /users/me/tokens': [],
    ...answers,
  });
  const shell = fakeShell({ api, ...overrides });
  const asked = () =>
    api.calls.filter(({ key }) => key === LIST).map(({ input }) => (input as { query: object }).query);
  return { ...(await renderPage(`/agents/${testId(3)}${where}`, shell)), api, shell, asked };
}
const list = () => screen.findByRole('list', { name: 'Activity' });

it("shows the agent's details and that it is silent", async () => {
  const { api } = await open();
  expect(await screen.findByText('Inactive for 6 days')).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual(
    expect.arrayContaining(['Basic Information', 'Timestamps', 'Description', 'Statistics', 'Activity']),
  );
  expect(screen.getByText('Reads pull requests.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Statistics' })).toHaveTextContent(/Memory blocks12Archived1/);
  await waitFor(() =>
    expect(api.calls.find(({ key }) => key === 'GET /agent-activity/questions')?.input).toMatchObject({
      query: { agent_id: testId(3) },
    }),
  );
});

it('shows reads, chosen memories, writes and denied requests with links to the memories', async () => {
  await open();
  const [refused, written, read] = within(await list())
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.getAttribute('aria-label') === 'Activity');
  expect(refused).toHaveTextContent(
    /^Denied.*token laptopfrom codex12 msCouldn’t change a memoryForbidden \(403\)A deleted memory/,
  );
  expect(written).toHaveTextContent('Recorded a memory');
  expect(within(written!).getByRole('link', { name: 'Lesson 8' })).toHaveAttribute(
    'href',
    `/agents/${testId(3)}?block=${testId(8)}`,
  );
  expect(read).toHaveTextContent('Searched: “slow queue”5 results, 1 chosen, hybrid search');
  // Chosen memories come first; hidden ones can be expanded.
  expect(read).toHaveTextContent(/Lesson 5 chosenLesson 1 Lesson 2 2 more/);
});

it('filters by kind, time and token in the address', async () => {
  const { asked } = await open();
  await list();
  await userEvent.click(await screen.findByRole('radio', { name: 'Denied' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ agent_id: testId(3), kind: 'refused' }));
  expect(window.location.search).toBe('?kind=refused');
});

it('reads its view from the address and ignores invalid values', async () => {
  const { asked } = await open({}, {}, `?kind=write&time=yesterday&token=${TOKEN}&cursor=x`);
  await list();
  expect(asked()).toEqual([
    {
      agent_id: testId(3),
      kind: 'write',
      token_id: TOKEN,
      since: expect.any(String),
      until: expect.any(String),
    },
  ]);
});

it('pages to older calls and back to the newest', async () => {
  const { asked } = await open({
    [LIST]: (input: unknown) =>
      'cursor' in (input as { query: object }).query
        ? { items: calls.slice(2), next_cursor: null }
        : { items: calls.slice(0, 2), next_cursor: CURSOR },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText(/slow queue/)).toBeInTheDocument();
  expect(asked().at(-1)).toMatchObject({ cursor: CURSOR });
  expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
  await waitFor(() => expect(window.location.search).toBe(''));
});

it('distinguishes no activity yet from no matching activity', async () => {
  await open({ [LIST]: { items: [], next_cursor: null } });
  expect(await screen.findByText('No activity yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Connect an agent' })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('radio', { name: 'Written' }));
  expect(await screen.findByText('No activity matches these filters')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(await screen.findByText('No activity yet')).toBeInTheDocument();
});

it('reports a failed load and refetches on Try Again', async () => {
  let works = false;
  await open({
    [LIST]: () => {
      if (works) return { items: calls, next_cursor: null };
      throw new ApiError(500, 'Busy.', '', null);
    },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to load the activity. Please try again.Busy.',
  );
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await list()).toBeInTheDocument();
});

it('shows the chart figures as a table', async () => {
  await open();
  const panel = await screen.findByRole('region', { name: 'Activity per day' });
  expect(panel).toHaveTextContent('7 calls in the last 30 days, by day in UTC');
  await userEvent.click(await within(panel).findByRole('radio', { name: 'Table' }));
  expect(within(panel).getByRole('table')).toHaveTextContent('Mar 1421');
});

it('links a day of the chart to its calls', async () => {
  const { api } = await open();
  const panel = await screen.findByRole('region', { name: 'Activity per day' });
  await userEvent.click(await within(panel).findByRole('radio', { name: 'Table' }));
  await userEvent.click(within(panel).getByRole('link', { name: '2' }));
  expect(window.location.search).toBe('?time=2026-03-01Z&kind=write');
  await waitFor(() =>
    expect(api.calls.filter(({ key }) => key === LIST).at(-1)?.input).toMatchObject({
      query: { kind: 'write', since: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.000Z' },
    }),
  );
  expect(await screen.findByRole('combobox', { name: 'Time' })).toBeInTheDocument();
  expect(screen.getByText('Mar 1, 2026 (UTC)')).toBeInTheDocument();
});

it('shows guests the agent without its activity', async () => {
  const { api } = await open({}, { session: { status: 'guest', user: null } });
  expect(await screen.findByRole('region', { name: 'Statistics' })).toBeInTheDocument();
  expect(api.calls.map(({ key }) => key).sort()).toEqual(['GET /agents/', 'GET /agents/counts']);
  expect(screen.queryByText(/Inactive|Activity/)).not.toBeInTheDocument();
});

it('deletes the agent and returns to the list', async () => {
  await open({ 'DELETE /agents/{id}': null });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(window.location.pathname).toBe('/agents'));
});

it('reports an agent that does not exist in this workspace', async () => {
  await open({ 'GET /agents/': page([]) });
  expect(await screen.findByText('Agent not found in this workspace')).toBeInTheDocument();
});

it('lists the connections of the agent and revokes one with a single click', async () => {
  const token = (id: string, rest: object) => ({
    id,
    name: `token ${id.slice(-2)}`,
    status: 'active',
    agent_id: null,
    signs_in: false,
    last_used_at: null,
    ...rest,
  });
  let tokens = [
    token(TOKEN, { name: 'Codex on laptop', signs_in: true }),
    token(testId(71), { name: 'Gemini CLI', agent_id: testId(3) }),
    token(testId(72), { name: 'Of another agent', agent_id: testId(4) }),
    token(testId(73), { name: 'Gone', agent_id: testId(3), status: 'revoked' }),
  ];
  const { api } = await open({
    'GET /users/me/tokens': () => tokens,
    'DELETE /users/me/tokens/{id}': () => {
      tokens = tokens.filter(({ id }) => id !== TOKEN);
      return null;
    },
  });
  const connections = within(await screen.findByRole('list', { name: 'Connections' }));
  expect(connections.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Codex on laptopSigned incodex 0\.171\.0last seen .*Revoke$/),
    'Gemini CLIAPI tokennever seenRevoke',
  ]);
  await userEvent.click(connections.getByRole('button', { name: 'Revoke Codex on laptop' }));
  await waitFor(() => expect(connections.getAllByRole('listitem')).toHaveLength(1));
  expect(api.calls.find(({ key }) => key.startsWith('DELETE'))!.input).toMatchObject({
    params: { id: TOKEN },
  });
});
