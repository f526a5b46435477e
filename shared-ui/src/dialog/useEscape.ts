/** Closes the topmost dialog on Escape. */
import { useEffect, useEffectEvent } from 'react';
import { isTopDialog, type Panel } from './openDialogs';

/**
 * Replaces antd's handling, which also counts dialogs whose first render React discarded; the last of those would then swallow every Escape
 * on the page. Layers inside a dialog, e.g. the list of a select, handle the key themselves.
 */
export function useEscape(open: boolean, panel: Panel, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !isTopDialog(panel.current)) return;
      // The dialog below becomes the topmost as soon as this one has closed.
      event.stopImmediatePropagation();
      escape();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, panel]);
}
