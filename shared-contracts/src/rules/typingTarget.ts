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

/** Whether keys without Control or Command are shortcuts; a person may turn them off. */
export const areSingleKeysOn = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off';

/** What lies over the page: dialogs (not those beside it), menus and lists that are open, and dialogs whose code is on its way (`data-layer` marks them). */
const LAYERS =
  '[role="dialog"]:not([data-peek]), [role="alertdialog"], [role="menu"], [role="combobox"][aria-expanded="true"], [data-layer]';

/**
 * Whether a key press is a shortcut of a part of the page: without Control, Alt or Command, not typed into a field, not turned off by
 * the person (`data-single-keys` of the document), and with nothing
 * over it. A key that is held down comes again (`event.repeat`): what acts takes the first press alone.
 * @param part may itself be in a dialog; without it the shortcut is the page's.
 */
export function isShortcut(event: KeyboardEvent, part: Element | null = null): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (event.key.length === 1 && !areSingleKeysOn()) return false;
  // Before the look for layers, which takes longer than a letter may.
  if (isTypingTarget(event.target)) return false;
  const top = [...document.querySelectorAll(LAYERS)].at(-1);
  return top === undefined || (part !== null && top.contains(part));
}
