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

it('keeps the item that is shown when someone else has decided it, until the person goes on', () => {
  const state = { ...withAnswer(EMPTY_QUEUE, [a, b, c]), current: 'feedback/b' };
  const gone = withAnswer(state, [a, c]);
  expect([names(gone), gone.current, gone.gone]).toEqual([['a', 'b', 'c'], 'feedback/b', 'feedback/b']);
  const next = withShown(gone, 'feedback/c');
  expect([names(next), next.current, next.gone]).toEqual([['a', 'c'], 'feedback/c', null]);
  expect(names(withAnswer(next, [a, c]))).toEqual(['a', 'c']);
});

it('shows the first item from the beginning, and keeps it too', () => {
  const gone = withAnswer(withAnswer(EMPTY_QUEUE, [a, b]), [b]);
  expect([gone.current, gone.gone]).toEqual(['feedback/a', 'feedback/a']);
});

it('takes an item that waits again for what it is', () => {
  const gone = withAnswer(withAnswer(EMPTY_QUEUE, [a, b]), [b]);
  expect(withAnswer(gone, [a, b]).gone).toBeNull();
});

it('keeps what waits again when an answer from before that comes, and believes the next one', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const stale = withAnswer(withReopened(decided, [a]), [b]);
  expect([names(stale), stale.current]).toEqual([['a', 'b'], 'feedback/a']);
  expect(withAnswer(stale, [b]).gone).toBe('feedback/a');
});

it('lets what could not be decided leave when the person goes on', () => {
  const decided = withDecision(withAnswer(EMPTY_QUEUE, [a, b]), [a], 'accept');
  const gone = withAnswer(withDecision(decided, [a], 'reopen'), [b]);
  expect(gone.gone).toBe('feedback/a');
  expect(names(withShown(gone, 'feedback/b'))).toEqual(['b']);
});

it('keeps nothing that is gone where nothing else waits', () => {
  const gone = withAnswer(withAnswer(EMPTY_QUEUE, [a]), []);
  expect([names(gone), gone.gone]).toEqual([[], null]);
});
