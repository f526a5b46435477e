/** Focuses a field when it appears, e.g. the first one of a form that a button opens. For `ref`. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
