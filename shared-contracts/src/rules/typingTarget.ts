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
