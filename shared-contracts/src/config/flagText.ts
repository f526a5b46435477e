/** Parses boolean settings that are given as text. */

const OFF = ['', '0', 'false', 'no', 'off'];
const ON = ['1', 'true', 'yes', 'on'];

/** Trims and ignores case; null for text that is neither on nor off, which means the default. */
export function parseFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (OFF.includes(word)) return false;
  return ON.includes(word) ? true : null;
}
