/** Keeps Tab inside a dialog: after its last stop comes its first one, not the browser's own bar. */
import { useEffect } from 'react';
import { isTopDialog, type Panel } from './openDialogs';

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex], summary';

/** A group of radio buttons is one stop: the chosen one, where one is chosen. */
function isSkipped(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  const group = element.ownerDocument.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some(({ name }) => name === element.name);
}

/** The elements that Tab stops at, in their order. */
export function tabStops(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      // Not every test environment knows it.
      (element.checkVisibility?.({ visibilityProperty: true }) ?? true) &&
      !isSkipped(element),
  );
}

/**
 * The one focus trap of a dialog: antd's is off, because it lets Tab leave the page after the last stop and takes the focus away from
 * toasts. What lies outside the dialog, e.g. the list of a select or a toast, keeps its own keys.
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
      // A press on the backdrop leaves the focus nowhere.
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
