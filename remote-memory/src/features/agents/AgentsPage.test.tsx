import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { testId, page } from '../../testing/rows';
import './AgentsPage';
import { silentText } from './texts';
import './AgentForm';
import './DeleteAgentDialog';

const AGENTS = 'GET /agents/';
const COUNTS = 'GET /agents/counts';
const CALLS = 'GET /agent-activity/agents';
const agent = (number: number, agent_name: string, rest: object = {}) => ({
  agent_id: testId(number),
  agent_name,
  description: null,
  visibility_scope: 'personal',
  created_at: `2026-01-0${number}T09:00:00Z`,
  updated_at: '2026-02-01T09:00:00Z',
  ...rest,
});
const three = [
  agent(3, 'Reviewer', { description: 'Reads pull requests.' }),
  agent(2, 'Deployer'),
  agent(1, 'Analyst'),
];
const counts = {
  counts: [{ agent_id: testId(3), count: 12, archived_count: 1, last_activity: '2026-03-01T09:00:00Z' }],
};

async function open(answers: FakeAnswers = {}, overrides: Partial<Shell> = {}, where = '') {
  const api = fakeApi({ [AGENTS]: page(three), [COUNTS]: counts, [CALLS]: { agents: [] }, ...answers });
  const shell = fakeShell({ api, ...overrides });
  const called = (key: string) => api.calls.filter((call) => call.key === key);
  return { ...(await renderPage(`/agents${where}`, shell)), api, shell, called };
}
const names = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const refuse =
  (detail: string, status = 403) =>
  () => {
    throw new ApiError(status, detail, '', null);
  };

it('shows agents with their details, newest first, with one request per kind of figure', async () => {
  const { api } = await open();
  await waitFor(() => expect(screen.getByText('12 memories')).toBeInTheDocument());
  expect(await screen.findAllByRole('img', { name: '0 calls in the last 30 days' })).toHaveLength(3);
  expect(names()).toEqual(['Reviewer', 'Deployer', 'Analyst']);
  const [first, second] = screen.getAllByRole('article');
  expect(first).toHaveTextContent('Reads pull requests.');
  expect(second).toHaveTextContent(/^Deployer0 calls in the last 30 dayscreated .*00000002$/);
  expect(screen.getByRole('link', { name: '12 memories' })).toHaveAttribute(
    'href',
    `/memory-blocks?agent=${testId(3)}`,
  );
  expect(api.calls.map(({ key }) => key).sort()).toEqual([CALLS, AGENTS, COUNTS]);
});

it('searches by name while typing', async () => {
  await open();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search agents by name' }), 'EPLOY');
  await waitFor(() => expect(names()).toEqual(['Deployer']));
  await waitFor(() => expect(window.location.search).toBe('?search=EPLOY'));
});

it('copies an ID and reports success or failure', async () => {
  const { shell } = await open();
  const writeText = jest.fn<Promise<void>, [string]>().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await press('Copy agent ID of Reviewer');
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Agent ID copied to clipboard']]));
  expect(writeText).toHaveBeenCalledWith(testId(3));
  writeText.mockRejectedValue(new Error('no'));
  await press('Copy agent ID of Reviewer');
  await waitFor(() =>
    expect(shell.shown.at(-1)).toEqual(['error', 'Failed to copy Agent ID. Please try again.']),
  );
});

it("redirects from an agent's former address", async () => {
  await open({}, {}, `?agent=${testId(3)}`);
  await waitFor(() => expect(window.location.pathname).toBe(`/agents/${testId(3)}`));
});

describe('silent agents', () => {
  const NOW = Date.parse('2026-03-01T12:00:00Z');
  const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

  const count = (number: number, seen: string | null) => ({
    agent_id: testId(number),
    count: 0,
    archived_count: 0,
    last_activity: null,
    last_seen_at: seen,
  });
  const silent = { counts: [count(1, daysAgo(12)), count(2, daysAgo(1)), count(3, null)] };

  it('are labeled on their card, and sort by longest silence', async () => {
    await open({ [COUNTS]: silent }, {}, '?sort=silent');
    expect(await screen.findByText('Inactive for 12 days')).toBeInTheDocument();
    expect(names()).toEqual(['Reviewer', 'Analyst', 'Deployer']);
    const cards = screen.getAllByRole('article');
    expect(cards[0]).toHaveTextContent('Never active');
    expect(cards[2]).toHaveTextContent('active 1d ago');
    expect(cards[2]).not.toHaveTextContent('Inactive');
  });

  it('shows the calls of the last 30 days on each card', async () => {
    const days = [
      { date: '2026-02-27', calls: 1200 },
      { date: '2026-03-01', calls: 1 },
    ];
    const { called } = await open({ [CALLS]: { agents: [{ agent_id: testId(2), days }] } });
    const drawn = await screen.findAllByRole('img', { name: /calls? in the last 30 days/ });
    expect(drawn.map((one) => one.textContent)).toEqual([
      '0 calls in the last 30 days',
      '1,201 calls in the last 30 days',
      '0 calls in the last 30 days',
    ]);
    const bars = drawn[1]!.querySelector('path')!.getAttribute('d')!;
    expect(bars).toContain('M108 20v-20h3v20z');
    expect(bars).toContain('M116 20v-2h3v2z');
    expect(called(CALLS)).toMatchObject([{ input: { query: { since: '2026-01-31T00:00:00Z' } } }]);
  });

  it.each([
    [5, 'Inactive for 5 days'],
    [21, 'Inactive for 3 weeks'],
    [120, 'Inactive for 4 months'],
  ])('shows %i days of silence in a readable unit', (days, text) => {
    expect(silentText(days)).toBe(text);
  });

  it('are not shown to guests', async () => {
    await open({ [COUNTS]: silent }, { session: { status: 'guest', user: null } });
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.queryByText(/Silent|Never active/)).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /calls/ })).not.toBeInTheDocument();
  });
});

describe('creating', () => {
  const POST = 'POST /agents/';
  const fill = async (name: string, description = '') => {
    await press('Create Agent');
    const dialog = await screen.findByRole('dialog');
    const [first, second] = within(dialog).getAllByRole('textbox');
    if (name) await userEvent.type(first!, name);
    if (description) await userEvent.type(second!, description);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create Agent' }));
    return dialog;
  };

  it('sends name, description and workspace, and lists the agent', async () => {
    const organizationId = testId(77);
    const made = agent(9, 'Tester', { description: 'Tests.' });
    const { shell, called } = await open(
      { [POST]: made },
      { scope: { scope: 'organization', organizationId } },
    );
    await screen.findAllByRole('article');
    await fill(' Tester ', ' Tests. ');
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Agent created successfully']]));
    expect(called(POST)[0]?.input).toMatchObject({
      body: {
        agent_name: 'Tester',
        description: 'Tests.',
        visibility_scope: 'organization',
        organization_id: organizationId,
      },
    });
    expect(names()[0]).toBe('Tester');
    expect(called(AGENTS)).toHaveLength(1);
  });

  it('opens the form for #create and removes the hash on close', async () => {
    await open({}, {}, '#create');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(window.location.hash).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('requires a name', async () => {
    const { called } = await open();
    const dialog = await fill('  ');
    expect(await within(dialog).findByText('Agent name cannot be empty')).toBeInTheDocument();
    expect(called(POST)).toHaveLength(0);
  });

  it('shows the reason of a failure, keeps the input, and confirms before discarding it', async () => {
    const { shell } = await open({ [POST]: refuse('Agent with this name already exists', 409) });
    const dialog = await fill('Reviewer');
    const said = 'Failed to create agent: Agent with this name already exists';
    await waitFor(() => expect(shell.shown).toEqual([['error', said]]));
    expect(within(dialog).getAllByRole('textbox')[0]).toHaveValue('Reviewer');

    const cancel = within(dialog).getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel).toBeEnabled());
    await userEvent.click(cancel);
    expect(await screen.findByText('You’ll lose the agent you are creating.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getAllByRole('textbox')[0]).toHaveValue('Reviewer');
    await userEvent.click(cancel);
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});

describe('editing', () => {
  const PUT = 'PUT /agents/{id}';
  const rename = async (name: string) => {
    await press('Edit Reviewer');
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getAllByRole('textbox')[0]!;
    await userEvent.clear(field);
    if (name) await userEvent.type(field, name);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    return dialog;
  };

  it('sends name and description', async () => {
    const now = agent(3, 'Critic', { description: 'Reads pull requests.' });
    const { shell, called } = await open({ [PUT]: now });
    await rename('Critic');
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Agent updated successfully']]));
    expect(called(PUT)[0]?.input).toMatchObject({
      params: { id: testId(3) },
      body: { agent_name: 'Critic', description: 'Reads pull requests.' },
    });
    expect(names()).toContain('Critic');
  });

  it('requires a name, and shows the reason of a failure in the dialog', async () => {
    const { shell, called } = await open({ [PUT]: refuse('Not yours.') });
    const dialog = await rename('');
    expect(await within(dialog).findByText('Agent name cannot be empty')).toBeInTheDocument();
    expect(called(PUT)).toHaveLength(0);
    await userEvent.type(within(dialog).getAllByRole('textbox')[0]!, 'Critic{Enter}');
    await waitFor(() =>
      expect(shell.shown).toEqual([['error', 'Failed to update agent. Please try again.']]),
    );
    expect(await within(dialog).findByText('Not yours.')).toBeInTheDocument();
  });
});

describe('deleting', () => {
  const DELETE = 'DELETE /agents/{id}';
  const ask = async () => {
    await press('Delete Reviewer');
    return screen.findByRole('dialog');
  };

  it('confirms first and names what is deleted along with it', async () => {
    const { shell, called } = await open({ [DELETE]: null });
    const dialog = await ask();
    expect(dialog).toHaveTextContent('Are you sure you want to delete this agent?');
    expect(dialog).toHaveTextContent(
      'This also deletes all of its data, including memory blocks and transcripts. You can’t undo this.',
    );
    expect(dialog).toHaveTextContent('12 memory blocks and 1 archived one of this agent will be deleted.');
    expect(called(DELETE)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shell.shown).toEqual([['success', 'Agent deleted successfully']]));
    expect(names()).toEqual(['Deployer', 'Analyst']);
  });

  it('keeps the dialog and shows the reason after a refusal', async () => {
    const { shell } = await open({
      [DELETE]: refuse('3 memory blocks of other workspaces belong to it.', 409),
    });
    const dialog = await ask();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(shell.shown).toEqual([['error', 'Failed to delete agent. Please try again.']]),
    );
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('3 memory blocks of other workspaces');
    expect(names()).toHaveLength(3);
  });
});

it('lets guests read but not change anything', async () => {
  const guardWrite = jest.fn(() => false);
  await open({}, { guardWrite });
  for (const name of ['Create Agent', 'Edit Reviewer', 'Delete Reviewer']) await press(name);
  expect(guardWrite.mock.calls).toEqual([
    ['Sign in to create agents.'],
    ['Sign in to edit agents.'],
    ['Sign in to delete agents.'],
  ]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('reports a failed load and refetches on Try Again', async () => {
  let works = false;
  await open({ [AGENTS]: () => (works ? page([]) : refuse('Busy.', 500)()) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load agents. Please try again.Busy.');
  works = true;
  await press('Try Again');
  expect(await screen.findByText('No agents yet')).toBeInTheDocument();
});

it('restores the draft of a new agent after a reload and discards it on Cancel', async () => {
  const name = () => screen.findByRole('textbox', { name: 'Name' });
  const { unmount } = await open();
  await press('Create Agent');
  await userEvent.type(await name(), 'Auditor');
  unmount();
  const reloaded = await open();
  expect(await name()).toHaveValue('Auditor');
  expect(screen.getByText('Restored your unsaved changes.')).toBeInTheDocument();
  await press('Cancel');
  await screen.findByText('You’ll lose the agent you are creating.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  reloaded.unmount();
  await open();
  expect(await screen.findByText('Reviewer')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
