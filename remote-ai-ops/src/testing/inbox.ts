/** Test setup of the review inbox: items and a fake service that decides them. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { testBlock } from './fixtures';
import { renderPage } from './renderPage';

export const item = (id: string, part: Partial<ReviewItem> = {}): ReviewItem => ({
  kind: 'feedback',
  id,
  title: `Memory ${id}`,
  reason: `Reason of ${id}`,
  memory_block_ids: [`memory-${id}`],
  keywords: [],
  generated_by: null,
  created_at: '2026-01-01T00:00:00Z',
  ...part,
});

export const ITEMS = [
  item('one'),
  item('two', { kind: 'keywords', keywords: ['dns', 'cache'], generated_by: 'deterministic' }),
  item('three', { kind: 'secret', reason: 'GitHub token' }),
];

type Sent = { verdict: string; items: { kind: string; id: string; accepted?: object; keep?: string }[] };

/** Opens the inbox; `failing` maps the ids of items that cannot be decided to the reasons. */
export async function open(
  items: readonly ReviewItem[] = ITEMS,
  {
    part = {},
    answers = {},
    failing = {},
    path = '/review',
  }: { part?: object; answers?: FakeAnswers; failing?: Record<string, string>; path?: string } = {},
) {
  const decided = new Set<string>();
  const api = fakeApi({
    'GET /review-items/': () => {
      const left = items.filter(({ id }) => !decided.has(id));
      const counts: Record<string, number> = {};
      for (const { kind } of left) counts[kind] = (counts[kind] ?? 0) + 1;
      return { items: left, total_items: left.length, total_pages: 1, counts };
    },
    'POST /review-items/decide': ({ body }: { body: Sent }) => ({
      results: body.items.map(({ kind, id }) => {
        const error = failing[id];
        if (error) return { kind, id, success: false, error };
        if (body.verdict === 'reopen') decided.delete(id);
        else decided.add(id);
        return { kind, id, success: true };
      }),
    }),
    'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) =>
      testBlock(params.id, { feedback_score: null, retrieval_count: 3 }),
    'POST /pinned-questions/check': { checked: 0, lost: [] },
    'GET /jobs/': { items: [], total_items: 0, total_pages: 0 },
    ...answers,
  });
  const shell = fakeShell({ api, ...part });
  const sentDecisions = () =>
    api.calls
      .filter(({ key }) => key === 'POST /review-items/decide')
      .map(({ input }) => (input as { body: Sent }).body);
  return { ...(await renderPage(path, shell)), sent: sentDecisions, shell, api };
}

export const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

/** Presses a key in the queue; focuses the current row first unless the focus is already inside the review. */
export async function press(key: string): Promise<void> {
  const list = screen.queryByRole('list', { name: 'Pending items' });
  const area = list?.parentElement?.parentElement;
  if (list && !area?.contains(document.activeElement))
    act(() => within(list).getByRole('button', { current: true }).focus());
  await userEvent.keyboard(key);
}
