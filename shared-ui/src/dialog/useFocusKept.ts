/** Brings the focus back into a dialog when the next step of what it shows takes the focused control away or switches it off. */
import { useEffect, type RefObject } from 'react';

/** @param panel the dialog's element. It takes the focus itself, so that it is read out and Tab leads to its first control. */
export function useFocusKept(open: boolean, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = panel.current;
    if (!open || !dialog) return;
    const keep = () => {
      const { activeElement: active, body } = document;
      const isLost =
        active === null || active === body || (dialog.contains(active) && active.matches(':disabled'));
      // A dialog above it sees to its own focus.
      const isOnTop = [...document.querySelectorAll('[role="dialog"]')].at(-1) === dialog;
      if (isLost && isOnTop) dialog.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(dialog, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => observer.disconnect();
  }, [open, panel]);
}
