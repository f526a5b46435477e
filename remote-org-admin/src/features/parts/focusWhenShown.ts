/** Gives the focus to a field that was asked for, e.g. the first one of a form that a button opens. For `ref`. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
