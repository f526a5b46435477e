/** Keywords as their screen uses them. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

export interface KeywordRow {
  id: string;
  text: string;
  /** ISO time; empty when unknown. */
  createdAt: string;
}

/** One keyword, or null without an id. */
export function readKeywordRow(value: unknown): KeywordRow | null {
  const keyword = fields(value);
  const id = firstText(keyword['keyword_id'], keyword['id']);
  if (id === '') return null;
  return {
    id,
    text: firstText(keyword['keyword_text'], keyword['keyword']).trim(),
    createdAt: firstText(keyword['created_at']),
  };
}

/**
 * Reads `GET /keywords/counts` by the keywords' ids.
 * @throws UnexpectedAnswerError when it holds no counts: unknown is not zero.
 */
export function readKeywordCounts(answer: unknown): ReadonlyMap<string, number> {
  return new Map(
    listIn(answer, 'counts').map((value) => {
      const one = fields(value);
      return [firstText(one['keyword_id']), Math.max(0, numberOr(one['count'], 0))] as const;
    }),
  );
}

/** The spec's number of days in which a keyword counts as recent. */
export const RECENT_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

/** Whether it was created in the last 7 days. */
export function isRecent({ createdAt }: KeywordRow, now: number): boolean {
  const time = Date.parse(createdAt);
  return !Number.isNaN(time) && now - time <= RECENT_DAYS * DAY;
}

/** `Used in 1 memory`, `Used in 2,410 memories`. */
export function usageText(count: number): string {
  return `Used in ${count.toLocaleString()} ${count === 1 ? 'memory' : 'memories'}`;
}

export const KEYWORD_SORTS = [
  { value: 'name', label: 'A to Z' },
  { value: 'recent', label: 'Recently created' },
  { value: 'used', label: 'Most used' },
] as const;

export type KeywordSort = (typeof KEYWORD_SORTS)[number]['value'];

const byText = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** In the chosen order: apart from the search, because sorting 5,000 at each letter would be felt. */
export function sortKeywords(
  keywords: readonly KeywordRow[],
  sort: KeywordSort,
  counts: ReadonlyMap<string, number> | undefined,
): KeywordRow[] {
  const uses = (row: KeywordRow) => counts?.get(row.id) ?? 0;
  return [...keywords].sort((a, b) => {
    if (sort === 'recent' && a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
    if (sort === 'used' && uses(a) !== uses(b)) return uses(b) - uses(a);
    return byText.compare(a.text, b.text);
  });
}

/** The keywords that contain the search, in any case. */
export function searchKeywords(keywords: readonly KeywordRow[], search: string): KeywordRow[] {
  const wanted = search.trim().toLowerCase();
  return keywords.filter(({ text }) => wanted === '' || text.toLowerCase().includes(wanted));
}
