/** Reads values whose type is not known: a file may hold anything. */

/** JSON that may be anything. */
export type Fields = Record<string, unknown>;

/** The value as an object; an empty one for anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The objects of a list; empty for anything else. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text as it is; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text without blanks around it. */
export const trimmed = (value: unknown): string => textOf(value).trim();

/** The texts of a list, or of a text with commas; without empty ones. */
export function textsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : textOf(value).split(',');
  return list
    .map((one) => (typeof one === 'number' ? String(one) : trimmed(one)))
    .filter((text) => text !== '');
}
