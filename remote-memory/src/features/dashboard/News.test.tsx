import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderPart } from '../../testing/renderPart';
import { AGENT_ID, page } from '../../testing/rows';
import { inputsOf, refusal } from '../../testing/service';
import { News } from './News';

const SINCE = '2026-03-01T09:00:00.123456Z';
const SPAN = encodeURIComponent(`${SINCE}..`);

interface Counted {
  query: { retrieved_after?: string; feedback?: string };
}

/** 31 were retrieved, 9 of them with high feedback; 2 are marked. */
const counts = ({ query }: Counted) =>
  page([], query.feedback === 'high' ? 9 : query.feedback === 'marked' ? 2 : 31);

const agentsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    agent_id: n === 0 ? AGENT_ID : `a${n}`,
    agent_name: `Agent ${n}`,
    memory_block_count: count - n,
  }));

const question = (query: string, count: number) => ({
  query,
  agent_id: AGENT_ID,
  agent_name: 'Reviewer',
  count,
  last_asked_at: SINCE,
});

async function open(more: FakeAnswers = {}) {
  const api = fakeApi({
    'POST /visits/': { since: SINCE, is_first: false },
    'GET /analytics/new-memories': { total: 28, agents: agentsOf(7) },
    'GET /memory-blocks/': counts as (input: unknown) => unknown,
    'GET /review-items/': { ...page([], 12, 1), counts: {} },
    'GET /agent-activity/summary': {
      days: [
        { date: '2026-03-01', read: 4, write: 1, refused: 3 },
        { date: '2026-03-02', read: 4, write: 1, refused: 2 },
      ],
      tokens: [],
    },
    'GET /agent-activity/questions': { items: [question('how to deploy', 3)] },
    ...more,
  });
  const shell = fakeShell({ api });
  await renderPart(<News />, shell);
  return { api, shell };
}

const tile = (label: string) => screen.findByRole('link', { name: new RegExp(`^${label} \\d`) });

it('counts what is new, what waits and what went wrong, each a link to exactly that', async () => {
  const { api } = await open();
  const heading = await screen.findByRole('heading', { name: 'Since your last visit' });
  await waitFor(() =>
    expect(heading.parentElement?.querySelector('time')).toHaveAttribute('datetime', SINCE),
  );
  for (const [label, count, to] of [
    ['New memories', 28, `/memory-blocks?created=${SPAN}`],
    ['Retrieved by agents', 31, `/memory-blocks?retrieved=${SPAN}&sort=most`],
    ['Retrieved, with high feedback', 9, `/memory-blocks?retrieved=${SPAN}&feedback=high`],
    ['Pending review', 12, '/review'],
    ['Marked wrong or outdated', 2, '/memory-blocks?feedback=marked'],
    ['Denied agent requests', 5, `/analytics?view=activity&kind=refused&time=${encodeURIComponent(SINCE)}`],
  ] as const) {
    const link = await tile(label);
    expect([label, link.getAttribute('href')]).toEqual([label, to]);
    expect(link).toHaveTextContent(`${label}${count}`);
  }
  const asked = inputsOf(api, 'GET /memory-blocks/').map(({ query }) => query);
  expect(asked).toContainEqual({ limit: 1, retrieved_after: SINCE });
  expect(asked).toContainEqual({ limit: 1, retrieved_after: SINCE, feedback: 'high' });
  expect(asked).toContainEqual({ limit: 1, feedback: 'marked' });
});

it('names the agents that recorded most, with their memories', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Agent 0' });
  expect(link).toHaveAttribute('href', `/memory-blocks?agent=${AGENT_ID}&created=${SPAN}`);
  expect(link.closest('li')).toHaveTextContent('Agent 07 memories');
  expect(screen.getByRole('link', { name: '4 more agents' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Agent 3' })).not.toBeInTheDocument();
});

it('shows what was asked since then and not found, to be asked in the playground', async () => {
  const { api } = await open();
  const link = await screen.findByRole('link', { name: 'how to deploy' });
  expect(link).toHaveAttribute('href', '/playground?search=how+to+deploy');
  expect(link.closest('li')).toHaveTextContent('Reviewer 3×');
  expect(screen.getByRole('link', { name: 'Write it down: how to deploy' })).toHaveAttribute(
    'href',
    `/?create=how+to+deploy&create_agent=${AGENT_ID}`,
  );
  expect(inputsOf(api, 'GET /agent-activity/questions')).toMatchObject([{ query: { since: SINCE } }]);
});

it('names the last seven days at the first visit', async () => {
  await open({ 'POST /visits/': { since: SINCE, is_first: true } });
  const heading = await screen.findByRole('heading', { name: 'The last 7 days' });
  expect(heading.parentElement?.querySelector('time')).toBeNull();
});

it('begins from now when all is marked as seen', async () => {
  const LATER = '2026-03-02T09:00:00.000000Z';
  const visits = ({ body }: { body: { seen?: boolean } }) => ({
    since: body.seen ? LATER : SINCE,
    is_first: false,
  });
  const { api } = await open({ 'POST /visits/': visits } as FakeAnswers);
  const mark = await screen.findByRole('button', { name: 'Mark all as seen' });
  await waitFor(() => expect(mark).toBeEnabled());
  await userEvent.click(mark);
  await waitFor(() =>
    expect(inputsOf(api, 'GET /analytics/new-memories').at(-1)).toMatchObject({ query: { since: LATER } }),
  );
  expect(await tile('New memories')).toHaveAttribute(
    'href',
    `/memory-blocks?created=${encodeURIComponent(`${LATER}..`)}`,
  );
});

it('one failed figure hides no other and is asked again on its own', async () => {
  await open({ 'GET /analytics/new-memories': refusal(500, '') });
  expect(await screen.findByRole('button', { name: 'Try Again: New memories' })).toBeInTheDocument();
  expect(await tile('Pending review')).toHaveTextContent('12');
  // The list beside it does not wait for ever.
  expect(screen.getByText('Couldn’t count the new memories.')).toBeInTheDocument();
});

it('says that the last visit could not be asked for, and asks again', async () => {
  let works = false;
  await open({
    'POST /visits/': () => (works ? { since: SINCE, is_first: false } : refusal(500, '')()),
  });
  const again = within(await screen.findByRole('region', { name: 'News' })).getByRole('button', {
    name: 'Try Again',
  });
  works = true;
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Since your last visit' })).toBeInTheDocument();
});

it('is not shown to guests', async () => {
  const api = fakeApi({});
  await renderPart(<News />, fakeShell({ api, session: { status: 'guest', user: null } }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(api.calls).toEqual([]);
});
