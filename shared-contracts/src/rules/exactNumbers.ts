/** Whole numbers that JSON can write and JavaScript cannot keep: above 2^53 it rounds them. */

/** What a person does about one. @param what the number, or the name of its field. */
export const inexactMetadata = (what: string) =>
  `${what} has too many digits to be kept exactly. Put it in quotes.`;

/** The name of the first field whose number may have been rounded when it was read; undefined without one. */
export function inexactField(value: unknown, name = ''): string | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || !Number.isInteger(value) ? undefined : name;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, one] of Object.entries(value)) {
    const found = inexactField(one, Array.isArray(value) ? name : key);
    if (found !== undefined) return found;
  }
  return undefined;
}
