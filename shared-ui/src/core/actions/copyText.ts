/** Puts text on the clipboard. */

/** Answers whether it worked: a browser may forbid it, or have no clipboard on a plain http page. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hs-announcer';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  // The old way is the only one on a page without https; it is absent from some test browsers.
  const copied = typeof document.execCommand === 'function' && document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
