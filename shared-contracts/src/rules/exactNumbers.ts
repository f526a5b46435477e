/** Integers above 2^53, which JSON can represent but JavaScript rounds. */

/** Tells a person how to fix such a number. @param what the number, or the name of its field. */
export const inexactMetadata = (what: string) =>
  `${what} has too many digits to be kept exactly. Put it in quotes.`;

/** Name of the first field whose number may have been rounded during parsing; undefined if none. */
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
