import { render, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { LostQuestion } from '@hindsight/shared-contracts/api';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, FakeShellProvider } from '@hindsight/shared-contracts/testing';
import { lostQuestionsText } from './lostQuestions';
import { LostQuestionsNote } from './LostQuestionsNote';

const CHECK = 'POST /pinned-questions/check';
const lost = (question: string, ...titles: (string | null)[]): LostQuestion => ({
  id: question,
  question,
  memories: titles.map((title) => ({ memory_block_id: 'm', title, state: 'archived', place: null })),
});
const answering = (...questions: LostQuestion[]) => fakeApi({ [CHECK]: { checked: 9, lost: questions } });

it('names the question and the memory that it would not find any more', async () => {
  expect(await lostQuestionsText(answering(lost('dns cache', 'Flush it', null)), {})).toBe(
    'A pinned question would no longer find its expected memories: “dns cache” (“Flush it”, “a deleted memory”).',
  );
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => lost(name, 'T'));
  expect(await lostQuestionsText(answering(...many), {})).toBe(
    '7 pinned questions would no longer find their expected memories: “a” (“T”), “b” (“T”), “c” (“T”), “d” (“T”), “e” (“T”), 2 more.',
  );
  expect(await lostQuestionsText(answering(), {})).toBeNull();
});

it('checks thousands of memories in parts, and names a question of several parts once', async () => {
  const api = answering(lost('dns cache', 'Flush it'));
  const ids = Array.from({ length: 2001 }, (_, n) => String(n));
  expect(await lostQuestionsText(api, { archived_ids: ids })).toBe(
    'A pinned question would no longer find its expected memories: “dns cache” (“Flush it”, “Flush it”, “Flush it”).',
  );
  const parts = api.calls.map(
    ({ input }) => (input as { body: { archived_ids: string[] } }).body.archived_ids,
  );
  expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 1]);
  expect(parts.flat()).toEqual(ids);
});

const note = (overrides: Partial<Shell>) =>
  render(
    <FakeShellProvider shell={fakeShell(overrides)}>
      <LostQuestionsNote changes={{ archived_ids: ['m'] }} />
    </FakeShellProvider>,
  );

it('shows the loss, or why it is not known', async () => {
  note({ api: answering(lost('dns cache', 'Flush it')) });
  expect(await screen.findByText(/dns cache/)).toBeInTheDocument();
  note({
    api: fakeApi({
      [CHECK]: () => {
        throw new ApiError(500, 'The database is away.', '', null);
      },
    }),
  });
  expect(await screen.findByText(/Couldn’t check the pinned questions: /)).toBeInTheDocument();
});

it('is empty where nothing is lost, and asks nothing for those who may not change anything', async () => {
  const api = answering();
  note({ api });
  await waitFor(() => expect(api.calls).toHaveLength(1));
  const guest = answering(lost('dns cache', 'Flush it'));
  note({ api: guest, session: { status: 'guest', user: null } });
  expect(guest.calls).toHaveLength(0);
  for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
});
