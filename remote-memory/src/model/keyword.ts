/** A keyword as the screens use it. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';

export interface Keyword {
  id: string;
  text: string;
  /** ISO time. */
  createdAt: string;
}

export function toKeyword(keyword: CallAnswer<'GET /keywords/{id}'>): Keyword {
  return { id: keyword.keyword_id, text: keyword.keyword_text, createdAt: keyword.created_at };
}

/** The spec's number of days in which a keyword counts as recent. */
export const RECENT_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

/** Whether it was created in the last 7 days. */
export function isRecent({ createdAt }: Keyword, now: number): boolean {
  const time = Date.parse(createdAt);
  return !Number.isNaN(time) && now - time <= RECENT_DAYS * DAY;
}

/** `Used in 1 memory`, `Used in 2,410 memories`. */
export function usageText(count: number): string {
  return `Used in ${formatNumber(count)} ${count === 1 ? 'memory' : 'memories'}`;
}

export const KEYWORD_SORTS = [
  { value: 'name', label: 'A to Z' },
  { value: 'recent', label: 'Recently created' },
  { value: 'used', label: 'Most used' },
] as const;

export type KeywordSort = (typeof KEYWORD_SORTS)[number]['value'];

/** In the chosen order: apart from the search, because sorting 5,000 at each letter would be felt. */
export function sortKeywords(
  keywords: readonly Keyword[],
  sort: KeywordSort,
  counts: ReadonlyMap<string, number> | undefined,
): Keyword[] {
  const byText = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
  const uses = (row: Keyword) => counts?.get(row.id) ?? 0;
  // They come by text, so that this is quick; a sort keeps the order of what is equal.
  const rows = [...keywords].sort((a, b) => byText.compare(a.text, b.text));
  if (sort === 'recent')
    rows.sort((a, b) => Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt));
  if (sort === 'used') rows.sort((a, b) => uses(b) - uses(a));
  return rows;
}

/** The keywords that contain the search, in any case. */
export function searchKeywords(keywords: readonly Keyword[], search: string): Keyword[] {
  const wanted = search.trim().toLowerCase();
  return keywords.filter(({ text }) => wanted === '' || text.toLowerCase().includes(wanted));
}
