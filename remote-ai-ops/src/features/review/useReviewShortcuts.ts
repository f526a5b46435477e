/** Keyboard shortcuts of a review queue: decide and advance without the mouse. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Actions available now; unavailable ones are absent. */
export interface ReviewActions {
  next?: (() => void) | undefined;
  previous?: (() => void) | undefined;
  accept?: (() => void) | undefined;
  reject?: (() => void) | undefined;
  /** Keeps the older of two memories; accepting keeps the newer one. */
  keepOlder?: (() => void) | undefined;
  /** Hides the item for a week. */
  snooze?: (() => void) | undefined;
  edit?: (() => void) | undefined;
  undo?: (() => void) | undefined;
}

/** In display order. */
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
 * Keys act only while the review or its dialog has the focus, so that a letter typed elsewhere decides nothing. Off while the user types
 * or while a menu or another dialog is open. The key of an absent action keeps its default behavior.
 */
export function useReviewShortcuts(review: RefObject<HTMLElement | null>, actions: ReviewActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !review.current || !isShortcut(event, review.current)) return;
    // An open dialog traps the focus.
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
