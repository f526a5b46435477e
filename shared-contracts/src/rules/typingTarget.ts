/** Distinguishes keyboard shortcuts from typing. */

/** Inputs without text entry: a key pressed there is a shortcut. */
const LETTERLESS = /^(button|checkbox|radio|reset|submit)$/;

/** Whether a key press goes into an editable element. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]');
  return field !== null && !(field instanceof HTMLInputElement && LETTERLESS.test(field.type));
}

/** Whether keys without Control or Command are shortcuts; people can turn them off. */
export const areSingleKeysOn = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off';

/** Layers over the page: dialogs (except side panels), open menus and lists, and dialogs whose code is loading (marked `data-layer`). */
const LAYERS =
  '[role="dialog"]:not([data-peek]), [role="alertdialog"], [role="menu"], [role="combobox"][aria-expanded="true"], [data-layer]';

/**
 * Whether a key press is a shortcut for a part of the page: no Control, Alt or Command, not typed into a field, not turned off
 * (`data-single-keys` on the document), and no layer above the part. Holding a key repeats the event (`event.repeat`): handlers act on the
 * first one only.
 */
export function isShortcut(event: KeyboardEvent, part: Element | null = null): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (event.key.length === 1 && !areSingleKeysOn()) return false;
  // Checked before the layers, whose lookup takes too long while typing.
  if (isTypingTarget(event.target)) return false;
  const top = [...document.querySelectorAll(LAYERS)].at(-1);
  return top === undefined || (part !== null && top.contains(part));
}
