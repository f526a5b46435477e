/** Lets Escape close the dialog that is over all others. */
import { useEffect, useEffectEvent } from 'react';
import { isTopDialog, type Panel } from './openDialogs';

/**
 * antd's own handling is off: it also counts dialogs whose first rendering React threw away, and the last of them then takes every
 * Escape of the page. What is open inside a dialog, e.g. the list of a select, keeps the key for itself.
 */
export function useEscape(open: boolean, panel: Panel, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !isTopDialog(panel.current)) return;
      // The dialog below is on top as soon as this one has closed.
      event.stopImmediatePropagation();
      escape();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, panel]);
}
