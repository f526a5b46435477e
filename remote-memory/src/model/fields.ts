/** JSON that may be anything. */
export type Fields = Record<string, unknown>;

/** The value as an object; an empty one for anything else: a file may hold anything. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
