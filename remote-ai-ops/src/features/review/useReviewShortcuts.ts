/** Keys of a review queue: decide and go on without leaving the keyboard. */
import { useEffect, useEffectEvent, type RefObject } from 'react';

export interface ReviewActions {
  next?(): void;
  previous?(): void;
  accept?(): void;
  reject?(): void;
  undo?(): void;
}

/** Key, what it does, and the action behind it; in the order in which they are listed. */
export const REVIEW_KEYS = [
  { key: 'n', action: 'next', label: 'Next' },
  { key: 'p', action: 'previous', label: 'Previous' },
  { key: 'a', action: 'accept', label: 'Accept' },
  { key: 'r', action: 'reject', label: 'Reject' },
  { key: 'u', action: 'undo', label: 'Undo' },
] as const;

const WRITES = new Set(['checkbox', 'radio', 'button', 'submit', 'reset']);

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return target instanceof HTMLInputElement && !WRITES.has(target.type);
}

/** Whether another dialog stands over the part: then its keys are not meant. */
function isCovered(part: HTMLElement): boolean {
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  const last = dialogs.at(-1);
  return last !== undefined && !last.contains(part) && !part.contains(last);
}

/** Never while something is written or another dialog is open; an action that is absent now leaves its key alone. */
export function useReviewKeys(part: RefObject<HTMLElement | null>, actions: ReviewActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event.target)) return;
    const found = REVIEW_KEYS.find(({ key }) => key === event.key.toLowerCase());
    const act = found && actions[found.action];
    if (!act || !part.current || isCovered(part.current)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
