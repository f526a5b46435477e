/** Tells a keyboard shortcut from text. */

/** Inputs that take no letters: a key pressed there is a shortcut. */
const LETTERLESS = /^(button|checkbox|radio|reset|submit)$/;

/** Whether a key press goes into something that a person writes in. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]');
  return field !== null && !(field instanceof HTMLInputElement && LETTERLESS.test(field.type));
}

/** Dialogs that are open, and those whose code is on its way: an element with `data-layer` marks them. */
const LAYERS = '[role="dialog"], [data-layer]';

/** Whether a key press is a shortcut of the page: without Control, Alt or Command, not typed into a field, and with no dialog over it. */
export function isPageShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isTypingTarget(event.target) && document.querySelector(LAYERS) === null;
}
