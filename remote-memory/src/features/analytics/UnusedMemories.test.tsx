import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { READ_ONLY_PUBLIC } from '@hindsight/shared-contracts/rules';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { renderPage } from '../../testing/renderPage';
import { block, testId, page } from '../../testing/rows';
import './AnalyticsPage';

const UNUSED = 'GET /analytics/unused';
const BLOCKS = 'GET /memory-blocks/';
const never = (number: number) => ({ ...block(number, { retrieval_count: 0 }), last_retrieved_at: null });

async function open(where: string, answers: FakeAnswers, overrides: Partial<Shell> = {}) {
  const api = fakeApi({ ...answers });
  const shell = fakeShell({ api, ...overrides });
  const asked = (key: string) =>
    api.calls.filter((call) => call.key === key).map(({ input }) => (input as { query: object }).query);
  return { ...(await renderPage(where, shell)), api, shell, asked };
}
const rows = () => within(screen.getByRole('list', { name: 'Unused memories' })).getAllByRole('listitem');

it('lists never-retrieved memories page by page', async () => {
  const { asked } = await open('/analytics?view=unused&page=2', { [UNUSED]: page([never(13)], 13) });
  await screen.findByText('13 memories no agent has ever retrieved, oldest first.');
  expect(rows()[0]).toHaveTextContent(/Incident 13 of the queue.*Reviewer.*never retrieved.*82\/100/);
  expect(asked(UNUSED)).toEqual([{ kind: 'never', days: 90, skip: 12, limit: 12 }]);
  expect(screen.getByRole('link', { name: 'Incident 13 of the queue' })).toHaveAttribute(
    'href',
    `/analytics?view=unused&page=2&block=${testId(13)}`,
  );
});

it('corrects a page past the end to the last one', async () => {
  await open('/analytics?view=unused&page=9', {
    [UNUSED]: ({ query }: { query: { skip: number } }) => page(query.skip === 0 ? [never(1)] : [], 1),
  });
  await waitFor(() => expect(window.location.search).toBe('?view=unused'));
  expect(await screen.findByText('1 memory no agent has ever retrieved, oldest first.')).toBeInTheDocument();
});

it('lists stale memories of the selected period, 90 days by default', async () => {
  const stale = { ...block(1, { retrieval_count: 4 }), last_retrieved_at: '2020-01-01T00:00:00Z' };
  const { asked } = await open('/analytics?view=unused', { [UNUSED]: page([stale]) });
  await userEvent.click(await screen.findByRole('radio', { name: 'Stale' }));
  expect(
    await screen.findByText('1 memory not retrieved or changed in the last 90 days, oldest first.'),
  ).toBeInTheDocument();
  expect(window.location.search).toBe('?view=unused&kind=stale');
  expect(asked(UNUSED).at(-1)).toMatchObject({ kind: 'stale', days: 90 });
  await waitFor(() => expect(rows()[0]).toHaveTextContent(/retrieved 4 times, last Jan/));
});

it('archives from the row immediately and offers Undo', async () => {
  let archived = false;
  const { shell, api } = await open('/analytics?view=unused', {
    [UNUSED]: () => page(archived ? [never(2)] : [never(1), never(2)]),
    'POST /memory-blocks/{id}/archive': () => (archived = true),
    'PUT /memory-blocks/{id}': () => ((archived = false), { archived: false }),
  });
  const undo: (() => void)[] = [];
  shell.toasts.show = (type, message, options) => {
    shell.shown.push([type, message]);
    if (options?.action) undo.push(options.action.run);
  };
  await userEvent.click(await screen.findByRole('button', { name: 'Archive Incident 1 of the queue' }));
  expect(rows()).toHaveLength(1);
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Memory block archived successfully']]));
  undo[0]?.();
  await waitFor(() => expect(shell.shown.at(-1)).toEqual(['success', 'Memory restored successfully']));
  expect(api.calls.find(({ key }) => key.startsWith('PUT'))?.input).toMatchObject({
    params: { id: testId(1) },
    body: { archived: false },
  });
  await waitFor(() => expect(rows()).toHaveLength(2));
});

it.each([
  ['a workspace whose memories are all read', 1, 'Every memory has been retrieved'],
  ['an empty workspace', 0, 'No memory blocks yet'],
])('%s', async (_, memories, words) => {
  await open('/analytics?view=unused', {
    [UNUSED]: page([]),
    [BLOCKS]: page([block(1)].slice(0, memories)),
  });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('disables archiving for read-only members and says why', async () => {
  const { api } = await open(
    '/analytics?view=unused',
    { [UNUSED]: page([never(1)]) },
    { scope: { scope: 'public', organizationId: null } },
  );
  const button = await screen.findByRole('button', { name: /^Archive / });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('title', READ_ONLY_PUBLIC);
  await userEvent.keyboard('je');
  expect(api.calls.filter(({ key }) => !key.startsWith('GET'))).toEqual([]);
});
