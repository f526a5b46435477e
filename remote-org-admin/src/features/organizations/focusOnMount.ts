/** `ref` callback that focuses a field when it mounts, e.g. the first one of a form that a button opens. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
