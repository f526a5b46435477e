import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { READ_ONLY_PUBLIC } from '@hindsight/shared-contracts/rules';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, testId, keyword, page } from '../../testing/rows';
import './ArchivedPage';

const ARCHIVED = 'GET /memory-blocks/archived/';
const away = (number: number, rest: object = {}) =>
  block(number, { archived: true, archived_at: '2026-03-02T10:00:00Z', ...rest });
const counts = {
  counts: [
    { agent_id: AGENT_ID, count: 3, archived_count: 2 },
    { agent_id: testId(7), count: 3, archived_count: 0 },
  ],
};

async function open(
  where: string,
  archived: unknown,
  more: FakeAnswers = {},
  overrides: Partial<Shell> = {},
) {
  const api = fakeApi({
    [ARCHIVED]: archived,
    'GET /agents/': page([{ agent_id: AGENT_ID, agent_name: 'Reviewer' }]),
    'GET /agents/counts': counts,
    ...more,
  });
  const shell = fakeShell({ api, ...overrides });
  const asked = () =>
    api.calls
      .filter(({ key }) => key === ARCHIVED)
      .map(({ input }) => (input as { query: { limit: number; skip?: number } }).query)
      .filter(({ limit }) => limit !== 1);
  return { ...(await renderPage(`/archived-memory-blocks${where}`, shell)), api, shell, asked };
}
const tiles = () => screen.getByRole('region', { name: 'The archive' });
const address = () => window.location.search;

it('shows the three totals of the whole archive with two small requests', async () => {
  const { api } = await open('?search=queue', page([away(1)], 40));
  await waitFor(() => expect(tiles()).toHaveTextContent('Mar 2, 2026'));
  expect(tiles()).toHaveTextContent(
    /Archived memories40.*Agents represented1.*Most recent archive dateMar 2, 2026/,
  );
  const summary = api.calls.find(
    ({ key, input }) => key === ARCHIVED && (input as { query: { limit: number } }).query.limit === 1,
  );
  expect(summary?.input).toMatchObject({ query: { limit: 1, sort_by: 'archived_at', sort_order: 'desc' } });
  expect(summary?.input).not.toMatchObject({ query: { search_query: 'queue' } });
});

it('shows 220 characters of content, 6 keywords and the number of others on a card', async () => {
  const keywords = ['one', 'two', 'three', 'four', 'five', 'six', 'ONE', 'seven', 'eight'].map(keyword);
  await open('', page([away(1, { content: `x${'y'.repeat(300)}`, keywords })]));
  const card = await screen.findByRole('article');
  expect(card).toHaveTextContent(`x${'y'.repeat(219)}…`);
  expect(card).not.toHaveTextContent('y'.repeat(220));
  expect(within(card).getByRole('list', { name: 'Keywords' })).toHaveTextContent(
    'onetwothreefourfivesix+2 more',
  );
  expect(card).toHaveTextContent('Reviewer');
  expect(within(card).getByRole('link', { name: /View details/ })).toHaveAttribute(
    'href',
    `/archived-memory-blocks?block=${testId(1)}`,
  );
});

it('offers first, previous, next and last page, and 12, 24 or 48 rows', async () => {
  const { asked } = await open('?page=2', page([away(13)], 30));
  expect(await screen.findByText('Showing 13-24 of 30 archived memories')).toBeInTheDocument();
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Last');
  expect(address()).toBe('?page=3');
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await press('Previous');
  expect(address()).toBe('?page=2');
  await press('First');
  expect(address()).toBe('');
  expect(screen.getByRole('button', { name: 'First' })).toBeDisabled();
  await press('Next');
  const sizes = screen.getByRole('combobox', { name: 'Rows' });
  expect([...sizes.children].map((option) => option.textContent)).toEqual(['12', '24', '48']);
  await userEvent.selectOptions(sizes, '24');
  expect(address()).toBe('?size=24');
  expect(asked().at(-1)).toMatchObject({ skip: 0, limit: 24 });
});

it('corrects a page past the end to the last one', async () => {
  await open('?page=9', ({ query }: { query: { skip: number } }) =>
    page(query.skip > 12 ? [] : [away(1)], 20),
  );
  await waitFor(() => expect(address()).toBe('?page=2'));
  expect(screen.queryByText(/No archived memories/)).not.toBeInTheDocument();
});

describe('while typing', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const typing = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

  it('debounces the search by 350 ms and returns to page 1', async () => {
    const { asked } = await open('?page=2', page([away(13)], 30));
    await wait(0);
    const before = asked().length;
    await typing().type(screen.getByRole('searchbox', { name: 'Search archived memories' }), 'ab');
    await wait(349);
    expect([address(), asked().length]).toEqual(['?page=2', before]);
    await wait(1);
    expect(address()).toBe('?search=ab');
    expect(asked().at(-1)).toMatchObject({ search_query: 'ab', skip: 0 });
  });

  it('marks an invalid conversation ID and sends no request', async () => {
    const { asked } = await open('', page([away(1)]));
    await wait(0);
    const before = asked().length;
    await typing().type(screen.getByRole('textbox', { name: 'Conversation ID' }), 'abc');
    await wait(1000);
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a valid conversation ID (UUID).');
    expect([address(), asked().length]).toEqual(['', before]);
  });
});

it('lists the active filters and clears them all', async () => {
  await open(`?search=queue&agent=${AGENT_ID}`, page([away(1)]));
  const chips = await screen.findByRole('list', { name: 'Active filters' });
  await waitFor(() => expect(chips).toHaveTextContent('Search: queueAgent: Reviewer'));
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(address()).toBe('');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it('restores immediately and confirms it', async () => {
  const { shell, api } = await open('', page([away(1)]), {
    'PUT /memory-blocks/{id}': { archived: false },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Restore/ }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Memory restored successfully']]));
  expect(api.calls.find(({ key }) => key.startsWith('PUT'))?.input).toMatchObject({
    params: { id: testId(1) },
    body: { archived: false },
  });
});

it('shows the reason of a refused restore and puts the row back', async () => {
  const { shell } = await open('', page([away(1)]), {
    'PUT /memory-blocks/{id}': () => {
      throw new ApiError(403, 'Not yours.', '', null);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Restore/ }));
  await waitFor(() => expect(shell.shown).toEqual([['error', 'Failed to restore memory: Not yours.']]));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

it('confirms before deleting permanently', async () => {
  const HARD = 'DELETE /memory-blocks/{id}/hard-delete';
  const { shell, api } = await open('', page([away(1)]), { [HARD]: null });
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Delete Incident/ }));
    return screen.findByRole('dialog');
  };
  const first = await ask();
  expect(first).toHaveTextContent('This will permanently delete the memory block. Continue?');
  await userEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
  expect(api.calls.some(({ key }) => key === HARD)).toBe(false);
  await userEvent.click(within(await ask()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Memory permanently deleted']]));
});

it('shows six skeletons, then the reason of a failed load, and refetches on Try Again', async () => {
  let works = false;
  await open('', () => {
    if (works) return page([away(1)]);
    throw new ApiError(500, 'The database is busy.', '', null);
  });
  expect(
    await screen.findByText('Failed to load archived memories: The database is busy.'),
  ).toBeInTheDocument();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

it('shows six skeletons while loading', async () => {
  const { container } = await open('', () => new Promise(() => undefined));
  await waitFor(() =>
    expect(container.querySelectorAll('[role="status"] > [aria-hidden="true"]')).toHaveLength(6),
  );
});

it('distinguishes an empty archive from no matches', async () => {
  const { router } = await open('', page([]));
  expect(await screen.findByText('No archived memories yet')).toBeInTheDocument();
  await act(async () => void (await router.navigate('/archived-memory-blocks?search=zzz')));
  expect(await screen.findByText('No archived memories match your filters')).toBeInTheDocument();
});

it('shows that the feature is off and sends no request', async () => {
  const flags = { ...fakeShell().flags, archivedEnabled: false };
  const { api } = await open('', page([]), {}, { flags });
  expect(
    screen.getByText('The archived memories feature is not yet enabled for your workspace.'),
  ).toBeInTheDocument();
  expect(api.calls).toEqual([]);
});

it('lets guests read but not change anything', async () => {
  const guardWrite = jest.fn(() => false);
  const { api } = await open('', page([away(1)]), {}, { guardWrite });
  await userEvent.click(await screen.findByRole('button', { name: /^Restore/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Delete Incident/ }));
  expect(guardWrite.mock.calls).toEqual([['Sign in to restore memories.'], ['Sign in to delete memories.']]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.calls.every(({ key }) => key.startsWith('GET'))).toBe(true);
});

it('disables restoring and deleting for read-only members and says why', async () => {
  const { api } = await open('', page([away(1)]), {}, { scope: { scope: 'public', organizationId: null } });
  for (const name of [/^Restore /, /^Delete /]) {
    const button = await screen.findByRole('button', { name });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', READ_ONLY_PUBLIC);
  }
  await userEvent.keyboard('je');
  expect(api.calls.filter(({ key }) => !key.startsWith('GET'))).toEqual([]);
});
