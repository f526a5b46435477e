/** Keeps Tab inside a dialog: wraps from the last stop to the first instead of leaving for the browser's UI. */
import { useEffect } from 'react';
import { isTopDialog, type Panel } from './openDialogs';

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex], summary';

/** A radio group is one tab stop: the checked radio button, if any. */
function isSkipped(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  const group = element.ownerDocument.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some(({ name }) => name === element.name);
}

/** Tab stops of an element, in order. */
export function tabStops(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      // Not available in every test environment.
      (element.checkVisibility?.({ visibilityProperty: true }) ?? true) &&
      !isSkipped(element),
  );
}

/**
 * A dialog's only focus trap: antd's is off, because it lets Tab leave the page after the last stop and takes focus away from toasts.
 * Elements outside the dialog, e.g. the list of a select or a toast, keep their own keys.
 */
export function useFocusTrap(open: boolean, panel: Panel): void {
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const dialog = panel.current;
      if (event.key !== 'Tab' || event.defaultPrevented || !dialog) return;
      const stops = tabStops(dialog);
      const [end, start] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      const { activeElement, body } = document;
      // A click on the backdrop leaves nothing focused.
      const isNowhere = activeElement === body && isTopDialog(dialog);
      const leaves = isNowhere || activeElement === end || (event.shiftKey && activeElement === dialog);
      if (!leaves || !start) return;
      event.preventDefault();
      start.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open, panel]);
}
