/** Gives the focus back to where it came from when a dialog goes, also when it is taken off the page without closing. */
import { useLayoutEffect, type RefObject } from 'react';

/** Focus that nobody wanted where it is. Somebody else may have moved the focus on purpose; then it stays there. */
function isLost(panel: HTMLElement | null): boolean {
  const active = document.activeElement;
  return (
    active === null || active === document.body || !active.isConnected || (panel?.contains(active) ?? false)
  );
}

/** @param panel the dialog's element, filled while it is open. */
export function useFocusReturn(open: boolean, panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    const giveBack = () => {
      if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
      if (isLost(panel.current)) opener.focus({ preventScroll: true });
    };
    return () => queueMicrotask(giveBack);
  }, [open, panel]);
}
