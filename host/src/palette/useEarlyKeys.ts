/** Takes the keys between the shortcut that opens a dialog and the moment the dialog has the focus. */
import { useEffect, useState } from 'react';
import { isPaletteKey } from './earlyKeys';

/** Where the focus of the dialog on top begins. */
function focusStart(): Element | null {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  return dialog?.querySelector('[data-autofocus]') ?? dialog ?? null;
}

/**
 * Code that is on its way and a dialog that is still appearing have no focus, so the keys would run shortcuts of the page or
 * reach its fields.
 * @param open which dialog is open or opening; null while there is none.
 * @param close is called by Escape.
 * @returns the keys so far.
 */
export function useEarlyKeys(open: string | null, close: () => void): readonly string[] {
  const [state, setState] = useState<{ open: string | null; keys: readonly string[] }>({ open, keys: [] });
  if (state.open !== open) setState({ open, keys: [] });

  useEffect(() => {
    if (open === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') close();
      else setState((now) => ({ ...now, keys: [...now.keys, event.key] }));
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target === focusStart()) stop();
    };
    function stop() {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('focusin', onFocus, true);
    }
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('focusin', onFocus, true);
    // What was pressed before the program was there, is pressed now.
    for (const key of window.__HINDSIGHT_BOOT__?.keptKeys.take() ?? [])
      window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    return stop;
  }, [open, close]);
  return state.keys;
}
