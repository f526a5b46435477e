import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { address, BLOCKS } from '../../testing/memoryList';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, CONVERSATION_ID, testId, page } from '../../testing/rows';
import { recordedInputs, refusal } from '../../testing/service';
// Import the page up front: its first load takes longer than a test timeout.
import './ConversationPage';

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();

const EVENTS = 'GET /conversations/{id}/events';

async function open(
  blocks: unknown,
  where = `/conversations/${CONVERSATION_ID}`,
  rest: Partial<Shell> = {},
  events: unknown = page([]),
) {
  const api = fakeApi({ [BLOCKS]: blocks, [EVENTS]: events });
  const shell = fakeShell({ api, ...rest });
  return { ...(await renderPage(where, shell)), api, shell };
}

const written = (number: number, day: number, hour: number, rest: object = {}) =>
  block(number, { created_at: at(day, hour), updated_at: at(day, hour), ...rest });

it('shows the memories of the conversation in order, by day, including archived ones', async () => {
  const rows = [written(1, 3, 9), written(2, 3, 17, { archived: true }), written(3, 4, 8)];
  const { api } = await open(page(rows));
  const days = await screen.findAllByRole('region');
  expect(days.map((day) => within(day).getAllByRole('heading', { level: 3 }).length)).toEqual([2, 1]);
  expect(days[0]).toHaveAccessibleName(/March 3, 2026/);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Incident 1 of the queue',
    'Incident 2 of the queue',
    'Incident 3 of the queue',
  ]);
  expect(within(days[0]!).getByText('Archived')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('3 memories');
  expect(recordedInputs(api, BLOCKS)).toMatchObject([
    {
      query: {
        conversation_id: CONVERSATION_ID,
        include_archived: 'true',
        sort_by: 'created_at',
        sort_order: 'asc',
      },
    },
  ]);
});

it('shows the author, times and later fate of a memory', async () => {
  const corrected = written(1, 3, 9, { updated_at: at(5, 9), problem: 'outdated', retrieval_count: 4 });
  await open(page([corrected, written(2, 3, 10, { retrieval_count: 0 })]));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/9:00.*Reviewer.*Outdated.*Retrieved 4 times.*Changed/);
  expect(within(first!).getByRole('link', { name: 'Reviewer' })).toHaveAttribute(
    'href',
    `/memory-blocks?agent=${AGENT_ID}`,
  );
  expect(second).not.toHaveTextContent(/Retrieved|Changed|Outdated/);
});

const event = (kind: 'changed' | 'retrieved', day: number, hour: number, rest: object = {}) => ({
  kind,
  at: at(day, hour),
  memory_block_ids: [testId(1)],
  reason: null,
  query: null,
  actor_name: null,
  ...rest,
});

it('interleaves events with the memories in order of time, and filters them by kind', async () => {
  const happened = [
    event('retrieved', 3, 10, {
      query: 'queue is stuck',
      actor_name: 'laptop',
      memory_block_ids: [testId(1), testId(2)],
    }),
    event('changed', 4, 9, { reason: 'memory_update', actor_name: 'Ana' }),
    event('changed', 4, 9, { reason: 'memory_update', actor_name: 'Ana' }),
    event('retrieved', 5, 9, { memory_block_ids: [testId(2)] }),
  ];
  await open(page([written(1, 3, 9), written(2, 4, 8)]), undefined, {}, page(happened));
  const entries = async () => {
    const days = await screen.findAllByRole('region');
    return days.flatMap((day) =>
      within(day)
        .getAllByRole('listitem')
        .filter(({ parentElement }) => parentElement?.tagName === 'OL')
        .map(({ textContent }) => textContent),
    );
  };
  const told = [
    /9:00.*Incident 1/,
    /10:00.*Found by “queue is stuck”, with token laptop.*Incident 1.*Incident 2/,
    /8:00.*Incident 2/,
    /9:00.*Edited by Ana.*Incident 1/,
    /9:00.*Opened by ID.*Incident 2/,
  ];
  const all = await entries();
  expect(all).toHaveLength(told.length);
  told.forEach((text, index) => expect(all[index]).toMatch(text));

  await userEvent.click(await screen.findByRole('radio', { name: 'Changes' }));
  expect(address()).toBe(`/conversations/${CONVERSATION_ID}?show=changed`);
  expect(await entries()).toEqual([expect.stringMatching(/Edited by Ana/)]);
});

it('requests events up to the next page of memories, and says when there are more', async () => {
  const rows = Array.from({ length: 48 }, (_, n) => written(n + 1, 3, 9));
  const blocks = ({ query }: { query: { skip: number; limit: number } }) =>
    page(query.limit === 1 ? [written(49, 6, 9)] : rows, 60);
  const { api } = await open(
    blocks,
    undefined,
    {},
    page([event('changed', 3, 10, { reason: 'memory_archive' })], 1500),
  );
  expect(await screen.findByText('Showing the first 1 of 1,500 retrievals and changes.')).toBeInTheDocument();
  expect(recordedInputs(api, EVENTS)).toMatchObject([
    { params: { id: CONVERSATION_ID }, query: { until: at(6, 9), limit: 1000 } },
  ]);
});

it('shows the memories and an error when events fail to load', async () => {
  await open(page([written(1, 3, 9)]), undefined, {}, refusal(500, 'Down.'));
  expect(await screen.findByText('Failed to load the retrievals and changes.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Incident 1 of the queue' })).toBeInTheDocument();
});

it('opens a memory over the page, and links to the list of the conversation', async () => {
  await open(page([written(1, 3, 9)]));
  await userEvent.click(await screen.findByRole('link', { name: 'Incident 1 of the queue' }));
  expect(address()).toBe(`/conversations/${CONVERSATION_ID}?block=${testId(1)}`);
  expect(screen.getByRole('link', { name: 'Show in the list' })).toHaveAttribute(
    'href',
    `/memory-blocks?conversation=${CONVERSATION_ID}`,
  );
});

it('pages through a long conversation', async () => {
  const { api } = await open(page([written(1, 3, 9)], 60));
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
  expect(address()).toBe(`/conversations/${CONVERSATION_ID}?page=2`);
  expect(recordedInputs(api, BLOCKS).at(-1)).toMatchObject({ query: { skip: 48, limit: 48 } });
});

it('shows an empty state for a conversation unknown to the workspace', async () => {
  await open(page([]));
  expect(await screen.findByText('No memories from this conversation')).toBeInTheDocument();
});

it('sends no request for an incomplete ID', async () => {
  const { api } = await open(page([]), '/conversations/c000');
  expect(await screen.findByText('Conversation not found')).toBeInTheDocument();
  expect(recordedInputs(api, BLOCKS)).toEqual([]);
});

it('shows the reason of a failed load and retries', async () => {
  let works = false;
  await open(() => (works ? page([written(1, 3, 9)]) : refusal(500, 'Down.')()));
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  works = true;
  await userEvent.click(retry);
  expect(await screen.findByRole('link', { name: 'Incident 1 of the queue' })).toBeInTheDocument();
});

it('shows that the person has no access to the workspace', async () => {
  await open(refusal(403, 'Forbidden'));
  expect(await screen.findByText(/the memory blocks of this workspace/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});
