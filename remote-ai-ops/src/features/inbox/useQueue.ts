/** Review queue: pending items in a stable order, with local decisions. */
import type { ReviewItem, ReviewVerdict } from '@hindsight/shared-contracts/api';
import { useState } from 'react';

type Named = Pick<ReviewItem, 'kind' | 'id'>;

export const toKey = ({ kind, id }: Named): string => `${kind}/${id}`;

export interface QueueState {
  waiting: readonly ReviewItem[] | undefined;
  queue: readonly ReviewItem[];
  /** Local decisions, by key. */
  decided: ReadonlyMap<string, ReviewVerdict>;
  /** Keys of items reopened since the last response, which may predate the reopening. */
  reopened: ReadonlySet<string>;
  /** Key of the shown item. */
  current: string | null;
  /** Key of the shown item if it is no longer pending: resolved by someone else, or withdrawn. */
  gone: string | null;
}

export const EMPTY_QUEUE: QueueState = {
  waiting: undefined,
  queue: [],
  decided: new Map(),
  reopened: new Set(),
  current: null,
  gone: null,
};

const positionInQueue = ({ queue, current }: QueueState) =>
  queue.findIndex((item) => toKey(item) === current);

/**
 * Merges a response: items keep their positions, including those decided here; new ones are appended, and those resolved by others are
 * dropped. The shown item stays until the user moves on, so that a key pressed for it cannot decide another, unseen item.
 */
export function withAnswer(state: QueueState, waiting: readonly ReviewItem[]): QueueState {
  const fresh = new Map(waiting.map((item) => [toKey(item), item]));
  const isListed = (key: string) => state.decided.has(key) || state.reopened.has(key);
  const { current } = state;
  const isLeaving =
    current !== null && !fresh.has(current) && !isListed(current) && positionInQueue(state) >= 0;
  const gone = isLeaving && waiting.length > 0 ? current : null;
  const kept = state.queue.flatMap((item) => {
    const key = toKey(item);
    return fresh.get(key) ?? (isListed(key) || key === gone ? item : []);
  });
  const known = new Set(kept.map(toKey));
  const queue = [...kept, ...waiting.filter((item) => !known.has(toKey(item)))];
  const first = queue.find((item) => !state.decided.has(toKey(item)));
  const shown = positionInQueue({ ...state, queue }) < 0 && first ? toKey(first) : current;
  return { ...state, waiting, queue, reopened: new Set(), current: shown, gone };
}

/** Shows an item and drops the gone one from the queue. */
export function withShown(state: QueueState, key: string | null): QueueState {
  const { gone } = state;
  if (key === gone || gone === null) return { ...state, current: key };
  return { ...state, queue: state.queue.filter((item) => toKey(item) !== gone), current: key, gone: null };
}

/** Records a decision and advances to the next pending item; a reopened item is shown. */
export function withDecision(state: QueueState, items: readonly Named[], verdict: ReviewVerdict): QueueState {
  const keys = items.map(toKey);
  const decided = new Map(state.decided);
  for (const key of keys) {
    if (verdict === 'reopen') decided.delete(key);
    else decided.set(key, verdict);
  }
  const isPending = (item: ReviewItem) => !decided.has(toKey(item));
  const { queue } = state;
  const next = queue.slice(Math.max(0, positionInQueue(state))).find(isPending) ?? queue.find(isPending);
  const current = verdict === 'reopen' ? (keys[0] ?? state.current) : next ? toKey(next) : state.current;
  return withShown({ ...state, decided }, current);
}

/** Shows reopened items. An in-flight response may lack them, so they survive one response without them. */
export const withReopened = (state: QueueState, items: readonly Named[]): QueueState => ({
  ...withDecision(state, items, 'reopen'),
  reopened: new Set([...state.reopened, ...items.map(toKey)]),
});

/**
 * @param waiting items of the service; referentially stable until they are refetched.
 * @param first key of the item to show first, if it is pending.
 */
export function useQueue(waiting: readonly ReviewItem[] | undefined, first: string | null) {
  const [state, setState] = useState<QueueState>({ ...EMPTY_QUEUE, current: first });
  const now = waiting && state.waiting !== waiting ? withAnswer(state, waiting) : state;
  if (now !== state) setState(now);
  const { queue, decided } = now;
  const found = positionInQueue(now);
  const index =
    found >= 0
      ? found
      : Math.max(
          0,
          queue.findIndex((item) => !decided.has(toKey(item))),
        );
  return {
    queue,
    decided,
    index,
    current: queue[index],
    isGone: now.gone !== null && now.gone === now.current,
    show: (key: string) => setState((before) => withShown(before, key)),
    mark: (items: readonly Named[], verdict: ReviewVerdict) =>
      setState((before) => withDecision(before, items, verdict)),
    reopen: (items: readonly Named[]) => setState((before) => withReopened(before, items)),
  };
}

export type Queue = ReturnType<typeof useQueue>;
