/** Reads values whose type is not known: a file may hold anything. */

/** JSON that may be anything. */
export type Fields = Record<string, unknown>;

/** The value as an object; an empty one for anything else. */
export const readFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The objects of a list; empty for anything else. */
export const readItems = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(readFields) : []);

/** A text as it is; empty for anything else. */
export const readString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text without blanks around it. */
export const readTrimmed = (value: unknown): string => readString(value).trim();

/** The texts of a list, or of a text with commas; without empty ones. */
export function readTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : readString(value).split(',');
  return list
    .map((one) => (typeof one === 'number' ? String(one) : readTrimmed(one)))
    .filter((text) => text !== '');
}
