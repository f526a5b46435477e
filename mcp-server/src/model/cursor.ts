/** Cursors of paged results: opaque to agents. In a search the hits that were shown, in a list the row that a page begins behind. */
import { MAX_SEEN_HITS } from '@hindsight/shared-contracts/rules';

export interface Shown {
  skip: number;
  /** How the ids of the last of them end, with commas between them, as the service takes them. */
  seen?: string;
}

/** The cursor behind these hits and those that were shown before. */
export function cursorAfter({ skip, seen = '' }: Shown, hits: readonly { id: string }[]): string {
  const names = [...seen.split(','), ...hits.map(({ id }) => id.slice(-8))].slice(-MAX_SEEN_HITS);
  return `${skip + hits.length}.${Buffer.from(names.join(''), 'hex').toString('base64url')}`;
}

/** What was shown; null for a text that is no cursor. */
export function decodeShown(cursor: string | undefined): Shown | null {
  if (cursor === undefined || cursor === '') return { skip: 0 };
  const [, skip, names = ''] = /^(\d{1,9})\.([\w-]*)$/.exec(cursor) ?? [];
  const seen = Buffer.from(names, 'base64url').toString('hex').match(/.{8}/g);
  if (skip === undefined || (seen?.length ?? 0) > MAX_SEEN_HITS) return null;
  return { skip: Number(skip), ...(seen && { seen: seen.join(',') }) };
}

/** The place behind a row of a list. */
export const cursorBehind = (place: string): string => Buffer.from(`after:${place}`).toString('base64url');

/** The place as the service takes it, undefined for the first page; null for a text that is no cursor of a list. */
export function decodePlace(cursor: string | undefined): string | undefined | null {
  if (cursor === undefined || cursor === '') return undefined;
  return /^after:([\dTZ:.+-]+_[0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? null;
}
