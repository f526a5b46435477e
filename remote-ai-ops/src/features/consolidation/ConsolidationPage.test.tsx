import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './ConsolidationPage';

const LIST = 'GET /consolidation-suggestions/';
const FAILED = 'Failed to load consolidation suggestions. Please check if the backend server is running...';

interface Asked {
  skip: number;
  limit: number;
  status?: string;
}

const suggestion = (number: number, status = 'pending') => ({
  suggestion_id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  suggested_content: `Case ${number}\nMerged text ${number}`,
  suggested_lessons_learned: 'Lesson',
  suggested_keywords: ['queue', 'lease'],
  original_memory_ids: ['a', 'b', 'c'],
  status,
  timestamp: '2026-03-01T09:00:00Z',
});
const page = (items: unknown[], total = items.length) => ({ items, total_items: total, total_pages: 1 });

const listCalls = ({ calls }: ReturnType<typeof fakeApi>) =>
  calls.flatMap(({ key, input }) => (key === LIST ? [(input as { query: Asked }).query] : []));

async function open(address: string, answer: unknown, overrides: Partial<Shell> = {}) {
  const api = fakeApi({
    [LIST]: answer,
    'GET /jobs/': { items: [] },
    'GET /review-items/': { items: [], total_items: 0, counts: {} },
  });
  const shell = fakeShell({ api, ...overrides });
  const asked = () => listCalls(api);
  return { ...(await renderPage(address, shell)), shell, asked };
}
const where = () => window.location.pathname + window.location.search;
const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const fail = (status: number) => () => {
  throw new ApiError(status, 'Reason.', '', null);
};

it('shows a proposed merge: text, keywords, originals and status', async () => {
  const { asked } = await open('/consolidation-suggestions', page([suggestion(1)]));
  const card = await screen.findByRole('article');
  expect(card).toHaveTextContent('Merged text 1');
  expect(card).toHaveTextContent('queuelease');
  expect(card).toHaveTextContent('3 original memories');
  expect(card).toHaveTextContent('Pending');
  expect(asked()).toEqual([{ skip: 0, limit: 12, sort_by: 'timestamp', sort_order: 'desc' }]);
});

it('reads status and page from the URL, and resets to page 1 when the status changes', async () => {
  const { asked } = await open('/consolidation-suggestions?status=pending&page=2', page([suggestion(1)], 20));
  await screen.findByRole('article');
  expect(await screen.findByRole('radio', { name: 'Pending' })).toBeChecked();
  await userEvent.click(await screen.findByRole('radio', { name: 'Rejected' }));
  await waitFor(() => expect(where()).toBe('/consolidation-suggestions?status=rejected'));
  await userEvent.click(await screen.findByRole('radio', { name: 'All' }));
  await waitFor(() => expect(where()).toBe('/consolidation-suggestions'));
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().map(({ skip, status }) => [skip, status])).toEqual([
    [12, 'pending'],
    [0, 'rejected'],
    [0, undefined],
  ]);
});

it('keeps the page in the URL', async () => {
  await open('/consolidation-suggestions', page([suggestion(1)], 20));
  await screen.findByRole('article');
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(where()).toBe('/consolidation-suggestions?page=2'));
});

it('corrects a page past the end', async () => {
  await open('/consolidation-suggestions?page=7', ({ query }: { query: Asked }) =>
    page(query.skip < 13 ? [suggestion(13)] : [], 13),
  );
  await screen.findByRole('article');
  expect(where()).toBe('/consolidation-suggestions?page=2');
});

it('ignores a stale response after a newer one', async () => {
  const pending: Record<string, (answer: unknown) => void> = {};
  await open('/consolidation-suggestions', ({ query }: { query: Asked }) =>
    query.status ? new Promise((resolve) => (pending[query.status!] = resolve)) : page([suggestion(1)]),
  );
  await screen.findByRole('article');
  await userEvent.click(await screen.findByRole('radio', { name: 'Pending' }));
  expect(titles()).toEqual(['Case 1']);
  await userEvent.click(await screen.findByRole('radio', { name: 'Rejected' }));
  await waitFor(() => expect(Object.keys(pending)).toEqual(['pending', 'rejected']));
  await act(async () => pending['rejected']!(page([suggestion(3, 'rejected')])));
  await waitFor(() => expect(titles()).toEqual(['Case 3']));
  await act(async () => pending['pending']!(page([suggestion(2)])));
  expect(titles()).toEqual(['Case 3']);
});

it('resets to page 1 and hides old rows after a workspace switch', async () => {
  const { shell, switchTo } = await open('/consolidation-suggestions?page=2', page([suggestion(13)], 20));
  await screen.findByRole('article');
  const api = fakeApi({ [LIST]: () => new Promise(() => undefined), 'GET /jobs/': { items: [] } });
  await switchTo({ ...shell, api, scope: { scope: 'public', organizationId: null } });
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await waitFor(() => expect(where()).toBe('/consolidation-suggestions'));
  expect(listCalls(api).map(({ skip }) => skip)).toEqual([0]);
});

it('shows the error message of the specification after a failed load, and retries', async () => {
  let works = false;
  await open('/consolidation-suggestions', () => (works ? page([suggestion(1)]) : fail(500)()));
  expect(await screen.findByText(FAILED)).toBeInTheDocument();
  expect(screen.queryByText(/No consolidation/)).not.toBeInTheDocument();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

it('keeps the rows after a failed refresh and adds a notice', async () => {
  let works = true;
  await open('/consolidation-suggestions', () => (works ? page([suggestion(1)]) : fail(500)()));
  await screen.findByRole('article');
  works = false;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/may be out of date/)).toBeInTheDocument();
  expect(screen.getByRole('article')).toBeInTheDocument();
});

it('explains missing access', async () => {
  await open('/consolidation-suggestions', fail(403));
  expect(
    await screen.findByText('You don’t have access to this workspace’s suggestions'),
  ).toBeInTheDocument();
});

it('distinguishes an empty list from an empty status filter', async () => {
  await open('/consolidation-suggestions', page([]));
  expect(await screen.findByText('No consolidation suggestions yet')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('radio', { name: 'Validated' }));
  expect(await screen.findByText('No validated suggestions')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('No consolidation suggestions yet')).toBeInTheDocument();
});

it('sends no request while the feature is off', async () => {
  const flags = {
    llmEnabled: true,
    consolidationEnabled: false,
    pruningEnabled: true,
    archivedEnabled: true,
  };
  const { asked } = await open('/consolidation-suggestions', page([]), { flags });
  expect(await screen.findByText('Feature coming soon')).toBeInTheDocument();
  expect(asked()).toEqual([]);
});
