/** Characters that a reader does not see, but a terminal or a layout obeys, as escapes: `\u001b` for ESC. */

/** Controls but tabs and line breaks, and what changes the direction of text. */
const OBEYED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** The text with such characters as escapes. */
export const withVisibleControls = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for all texts of a value. */
export function withVisibleControlsIn<T>(value: T): T {
  if (typeof value === 'string') return withVisibleControls(value) as T;
  if (Array.isArray(value)) return value.map(withVisibleControlsIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [
    withVisibleControls(name),
    withVisibleControlsIn(part),
  ]);
  return Object.fromEntries(parts) as T;
}
