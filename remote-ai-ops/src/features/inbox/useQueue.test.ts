import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { EMPTY_QUEUE, withAnswer, withDecision, withReopened, withShown } from './useQueue';

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

it('keeps the order and local decisions, and appends new items', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  expect(names(withAnswer(decided, [d, b]))).toEqual(['a', 'b', 'd']);
});

it('advances to the next pending item, and wraps to an earlier one at the end', () => {
  let state = withDecision(withAnswer(EMPTY_QUEUE, [a, b, c]), [a], 'accept');
  expect(state.current).toBe('feedback/b');
  state = withDecision({ ...state, current: 'feedback/c' }, [c], 'reject');
  expect(state.current).toBe('feedback/b');
});

it('shows a reopened item', () => {
  const state = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const reopened = withDecision(state, [a], 'reopen');
  expect([reopened.current, reopened.decided.size]).toEqual(['feedback/a', 0]);
});

it('keeps the current item when someone else resolves it, until the user moves on', () => {
  const state = { ...withAnswer(EMPTY_QUEUE, [a, b, c]), current: 'feedback/b' };
  const gone = withAnswer(state, [a, c]);
  expect([names(gone), gone.current, gone.gone]).toEqual([['a', 'b', 'c'], 'feedback/b', 'feedback/b']);
  const next = withShown(gone, 'feedback/c');
  expect([names(next), next.current, next.gone]).toEqual([['a', 'c'], 'feedback/c', null]);
  expect(names(withAnswer(next, [a, c]))).toEqual(['a', 'c']);
});

it('shows the first item initially, and keeps it as well', () => {
  const gone = withAnswer(withAnswer(EMPTY_QUEUE, [a, b]), [b]);
  expect([gone.current, gone.gone]).toEqual(['feedback/a', 'feedback/a']);
});

it('no longer marks an item as gone when it is pending again', () => {
  const gone = withAnswer(withAnswer(EMPTY_QUEUE, [a, b]), [b]);
  expect(withAnswer(gone, [a, b]).gone).toBeNull();
});

it('keeps a reopened item through one stale response, and trusts the next one', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const stale = withAnswer(withReopened(decided, [a]), [b]);
  expect([names(stale), stale.current]).toEqual([['a', 'b'], 'feedback/a']);
  expect(withAnswer(stale, [b]).gone).toBe('feedback/a');
});

it('drops an item that could not be decided when the user moves on', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const gone = withAnswer(withDecision(decided, [a], 'reopen'), [b]);
  expect(gone.gone).toBe('feedback/a');
  expect(names(withShown(gone, 'feedback/b'))).toEqual(['b']);
});

it('drops a gone item when nothing else is pending', () => {
  const gone = withAnswer(withAnswer(EMPTY_QUEUE, [a]), []);
  expect([names(gone), gone.gone]).toEqual([[], null]);
});
