/** An answer's parts by name, whatever the answer is. */

export type Fields = Record<string, unknown>;

/** The value as an object; an empty one when it is none. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
