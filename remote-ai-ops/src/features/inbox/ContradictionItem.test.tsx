import { screen, waitFor, within } from '@testing-library/react';
import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { testBlock } from '../../testing/fixtures';
import { heading, item, open, press } from '../../testing/inbox';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './ReviewPage';

const PAIR = item('pair', {
  kind: 'contradiction',
  reason: 'They name different values for the same thing.',
  memory_block_ids: ['old', 'new'],
  sentences: [
    { from: 7, length: 27 },
    { from: 0, length: 27 },
  ],
  generated_by: 'deterministic',
});
const PAIR_TEXTS: Record<string, string> = {
  old: 'Notes. The cookie lasts 30 minutes.',
  new: 'The cookie lasts 45 minutes. Since May.',
};
const openPair = (part: Partial<ReviewItem> = {}) =>
  open([{ ...PAIR, ...part }, item('one')], {
    answers: {
      'GET /memory-blocks/{id}': ({ params }: { params: { id: string } }) =>
        testBlock(params.id, {
          content: PAIR_TEXTS[params.id] ?? '',
          lessons_learned: null,
          feedback_score: null,
          retrieval_count: 3,
        }),
    },
  });

it('shows the conflicting sentences of two memories side by side, with differing words marked', async () => {
  await openPair();
  const section = await screen.findByRole('region', { name: 'Conflicting statements' });
  expect(within(section).getByRole('region', { name: 'Older' })).toHaveTextContent(
    'The cookie lasts 30 minutes',
  );
  expect([...section.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['30', '45']);
  expect(screen.getByRole('region', { name: 'Whole memories' })).toHaveTextContent('Since May.');
});

it.each([
  ['a', 'Keep newer', 'accept', {}],
  ['o', 'Keep older', 'accept', { keep: 'older' }],
  ['r', 'Both are right', 'reject', {}],
])('resolves a conflict with key %s: %s', async (key, label, verdict, more) => {
  const { sent } = await openPair();
  await screen.findByRole('region', { name: 'Conflicting statements' });
  expect(screen.getByRole('button', { name: label })).toBeEnabled();
  await press(key);
  await heading('Memory one');
  expect(screen.queryByRole('button', { name: 'Keep older' })).not.toBeInTheDocument();
  await waitFor(() =>
    expect(sent()).toEqual([
      { verdict, items: [expect.objectContaining({ kind: 'contradiction', id: 'pair', ...more })] },
    ]),
  );
});

it.each([
  [
    ['2025-10-02T00:00:00Z', '2025-11-05T00:00:00Z'],
    ['2025-10-02', '2025-11-05'],
  ],
  [undefined, ['2026-01-01', '2026-01-01']],
])('dates conflicting memories by the times that determine which is older: %j', async (said_at, days) => {
  await openPair({ said_at });
  await screen.findByRole('region', { name: 'Conflicting statements' });
  const dates = ['Older', 'Newer'].map(
    (label) =>
      screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.querySelector('time')?.dateTime,
  );
  expect(dates).toEqual(days.map((day) => expect.stringContaining(day) as string));
});
