/** The product's rule for switches that come as text. */

const OFF = ['', '0', 'false', 'no', 'off'];
const ON = ['1', 'true', 'yes', 'on'];

/** Trimmed and case-insensitive; a text that is neither on nor off is null, which means the default. */
export function parseFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (OFF.includes(word)) return false;
  return ON.includes(word) ? true : null;
}
