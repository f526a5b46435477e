/** Cursors of paged results, opaque to agents: the hits already shown in a search, the last row in a list. */
import { MAX_SEEN_HITS } from '@hindsight/shared-contracts/rules';

export interface Shown {
  skip: number;
  /** Suffixes of the most recent ids, separated by commas, as the service expects them. */
  seen?: string;
}

/** Cursor after these hits and all previously shown ones. */
export function cursorAfter({ skip, seen = '' }: Shown, hits: readonly { id: string }[]): string {
  const names = [...seen.split(','), ...hits.map(({ id }) => id.slice(-8))].slice(-MAX_SEEN_HITS);
  return `${skip + hits.length}.${Buffer.from(names.join(''), 'hex').toString('base64url')}`;
}

/** Decodes the shown hits; null for an invalid cursor. */
export function decodeShown(cursor: string | undefined): Shown | null {
  if (cursor === undefined || cursor === '') return { skip: 0 };
  const [, skip, names = ''] = /^(\d{1,9})\.([\w-]*)$/.exec(cursor) ?? [];
  const seen = Buffer.from(names, 'base64url').toString('hex').match(/.{8}/g);
  if (skip === undefined || (seen?.length ?? 0) > MAX_SEEN_HITS) return null;
  return { skip: Number(skip), ...(seen && { seen: seen.join(',') }) };
}

/** Cursor after a row of a list. */
export const encodePlace = (place: string): string => Buffer.from(`after:${place}`).toString('base64url');

/** The position for the service, undefined for the first page; null for an invalid list cursor. */
export function decodePlace(cursor: string | undefined): string | undefined | null {
  if (cursor === undefined || cursor === '') return undefined;
  return /^after:([\dTZ:.+-]+_[0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? null;
}
