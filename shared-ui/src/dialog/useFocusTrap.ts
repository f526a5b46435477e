/** Keeps Tab inside a dialog: after its last stop comes its first one, not the browser's own bar. */
import { useCallback, type KeyboardEvent, type RefObject } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex], summary';

/** A group of radio buttons is one stop: the chosen one, where one is chosen. */
function isPassedOver(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  const group = element.ownerDocument.querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some(({ name }) => name === element.name);
}

/** What Tab stops at, in its order. */
export function tabStops(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      // Not every test environment knows it.
      (element.checkVisibility?.({ visibilityProperty: true }) ?? true) &&
      !isPassedOver(element),
  );
}

/** @returns the handler of key presses. What a dialog opens outside itself, e.g. the list of a select, keeps its own keys. */
export function useFocusTrap(panel: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      if (event.key !== 'Tab' || event.defaultPrevented || !panel.current) return;
      const stops = tabStops(panel.current);
      const [end, start] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      const { activeElement } = document;
      const leaves = activeElement === end || (event.shiftKey && activeElement === panel.current);
      if (!leaves || !start) return;
      event.preventDefault();
      start.focus();
    },
    [panel],
  );
}
