import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { EMPTY_QUEUE, withAnswer, withDecision, withReopened } from './useQueue';

const item = (id: string, kind: ReviewItem['kind'] = 'feedback'): ReviewItem => ({
  kind,
  id,
  title: id,
  reason: '',
  memory_block_ids: [`memory-${id}`],
  keywords: [],
  generated_by: null,
  created_at: '2026-01-01T00:00:00Z',
});
const [a, b, c, d] = [item('a'), item('b'), item('c'), item('d')];
const names = (state: typeof EMPTY_QUEUE) => state.queue.map(({ id }) => id);

it('keeps the order and what was decided here, and adds what is new at its end', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  expect(names(withAnswer(decided, [d, b]))).toEqual(['a', 'b', 'd']);
});

it('goes on to the next that waits, and to an earlier one at the end', () => {
  let state = withDecision(withAnswer(EMPTY_QUEUE, [a, b, c]), [a], 'accept');
  expect(state.current).toBe('feedback/b');
  state = withDecision({ ...state, current: 'feedback/c' }, [c], 'reject');
  expect(state.current).toBe('feedback/b');
});

it('shows what waits again', () => {
  const state = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const reopened = withDecision(state, [a], 'reopen');
  expect([reopened.current, reopened.decided.size]).toEqual(['feedback/a', 0]);
});

it('shows the next item when somebody else has decided the one that is shown', () => {
  const state = { ...withAnswer(EMPTY_QUEUE, [a, b, c]), current: 'feedback/b' };
  const next = withAnswer(state, [a, c]);
  expect([names(next), next.current]).toEqual([['a', 'c'], 'feedback/c']);
});

it('keeps what waits again when an answer from before that comes, and believes the next one', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const stale = withAnswer(withReopened(decided, [a]), [b]);
  expect([names(stale), stale.current]).toEqual([['a', 'b'], 'feedback/a']);
  expect(names(withAnswer(stale, [b]))).toEqual(['b']);
});

it('lets what could not be decided leave with the next answer', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  expect(names(withAnswer(withDecision(decided, [a], 'reopen'), [b]))).toEqual(['b']);
});
