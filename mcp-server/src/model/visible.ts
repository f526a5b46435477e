/** Escapes characters that readers cannot see but terminals or layouts obey: `\u001b` for ESC. */

/** Control characters except tabs and line breaks, and those that change text direction. */
const OBEYED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** Escapes such characters in a text. */
export const withVisibleControls = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes them in all texts of a value. */
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
