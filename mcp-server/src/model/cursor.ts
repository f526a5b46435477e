/** Cursors of paged results: opaque to agents, a number of rows to skip for us. */

export function cursorAfter(skip: number): string {
  return Buffer.from(`skip:${skip}`).toString('base64url');
}

/** The rows to skip; null for a text that is no cursor. */
export function skipOf(cursor: string | undefined): number | null {
  if (cursor === undefined || cursor === '') return 0;
  const found = /^skip:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return found ? Number(found[1]) : null;
}
