/** Cursors of paged results: opaque to agents. In a search a number of rows to skip, in a list the row that a page begins behind. */

export function cursorAfter(skip: number): string {
  return Buffer.from(`skip:${skip}`).toString('base64url');
}

/** The rows to skip; null for a text that is no cursor. */
export function decodeSkip(cursor: string | undefined): number | null {
  if (cursor === undefined || cursor === '') return 0;
  const found = /^skip:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return found ? Number(found[1]) : null;
}

/** The place behind a row of a list. */
export const cursorBehind = (place: string): string => Buffer.from(`after:${place}`).toString('base64url');

/** The place as the service takes it, undefined for the first page; null for a text that is no cursor of a list. */
export function decodePlace(cursor: string | undefined): string | undefined | null {
  if (cursor === undefined || cursor === '') return undefined;
  return /^after:([\dTZ:.+-]+_[0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? null;
}
