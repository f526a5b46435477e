/** Reads values of unknown type: a file may contain anything. */

/** A JSON object of unknown shape. */
export type Fields = Record<string, unknown>;

/** The value if it is an object, else an empty object. */
export const readFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The items of an array as objects; empty for anything else. */
export const readItems = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(readFields) : []);

/** A string unchanged; empty for anything else. */
export const readString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A trimmed string; empty for anything else. */
export const readTrimmed = (value: unknown): string => readString(value).trim();

/** The non-empty strings of an array or of a comma-separated string. */
export function readTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : readString(value).split(',');
  return list
    .map((one) => (typeof one === 'number' ? String(one) : readTrimmed(one)))
    .filter((text) => text !== '');
}
