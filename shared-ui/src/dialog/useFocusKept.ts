/** Moves focus back into a dialog when the focused control is removed or disabled. */
import { useCallback, useRef } from 'react';
import { isTopDialog } from './openDialogs';

function refocusDialog(dialog: HTMLElement): void {
  const { activeElement: active, body } = document;
  const isLost =
    active === null || active === body || (dialog.contains(active) && active.matches(':disabled'));
  // A dialog above it handles its own focus.
  if (isLost && isTopDialog(dialog)) dialog.focus({ preventScroll: true });
}

/** @returns a ref for the dialog's element. The element itself takes focus: it is read aloud, and Tab leads to its first control. */
export function useFocusKept(): (dialog: HTMLElement | null) => void {
  const observer = useRef<MutationObserver>(undefined);
  return useCallback((dialog) => {
    observer.current?.disconnect();
    if (!dialog) return;
    observer.current = new MutationObserver(() => refocusDialog(dialog));
    const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
    observer.current.observe(dialog, changes);
  }, []);
}
