/** Keyboard shortcuts of a review queue: decide and go on without leaving the keyboard. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, type RefObject } from 'react';

/** What can be done now; what cannot is absent. */
export interface ReviewActions {
  next?: (() => void) | undefined;
  previous?: (() => void) | undefined;
  accept?: (() => void) | undefined;
  reject?: (() => void) | undefined;
  /** Of two memories, keeps the one that accepting does not keep. */
  keepOlder?: (() => void) | undefined;
  /** Puts it out of the way for a week. */
  snooze?: (() => void) | undefined;
  edit?: (() => void) | undefined;
  undo?: (() => void) | undefined;
}

/** In the order in which they are listed. */
export const REVIEW_SHORTCUTS = [
  { key: 'n', action: 'next', label: 'Next' },
  { key: 'p', action: 'previous', label: 'Previous' },
  { key: 'a', action: 'accept', label: 'Accept' },
  { key: 'o', action: 'keepOlder', label: 'Keep older' },
  { key: 'r', action: 'reject', label: 'Reject' },
  { key: 's', action: 'snooze', label: 'Snooze' },
  { key: 'e', action: 'edit', label: 'Edit' },
  { key: 'u', action: 'undo', label: 'Undo' },
] as const;

/**
 * Keys act while the review or its dialog has the focus: a letter typed elsewhere on the page decides nothing. Off while a person types, or
 * while a menu or another dialog is open. The key of an absent action keeps its usual meaning.
 */
export function useReviewShortcuts(review: RefObject<HTMLElement | null>, actions: ReviewActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !review.current || !isShortcut(event, review.current)) return;
    // Nothing but the dialog can have the focus while one is open.
    const isInDialog = review.current.closest('[role="dialog"], dialog') !== null;
    if (!isInDialog && !review.current.contains(document.activeElement)) return;
    const found = REVIEW_SHORTCUTS.find(({ key }) => key === event.key.toLowerCase());
    const run = found && actions[found.action];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
