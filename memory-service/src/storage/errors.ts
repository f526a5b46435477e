/** Recognises failures of the database that a rule expects. */

/** The name of the unique constraint or index that a write ran into, wherever the layers have put it; else undefined. */
export function violatedUnique(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code, constraint } = current as { code?: string; constraint?: string };
    if (code === '23505') return constraint ?? '';
    current = current.cause;
  }
  return undefined;
}

/** Did a write fail because other rows still point at what it removes? */
export function isReferenced(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as { code?: string };
    if (code === '23503' || code === '23001') return true;
    current = current.cause;
  }
  return false;
}

/** The only row of a statement that always returns one. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
}
