/** Copies text to the clipboard. */

/** Resolves to whether it worked: a browser may deny it, or have no clipboard on a plain http page. */
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
  // Legacy API, the only one on pages without https; missing in some test browsers.
  const copied = typeof document.execCommand === 'function' && document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
