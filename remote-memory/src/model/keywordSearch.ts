/** Search and sort order of keywords. */
import { nameFinder } from '@hindsight/shared-contracts/rules';
import type { Keyword } from './keyword';

export const KEYWORD_SORTS = [
  { value: 'name', label: 'A to Z' },
  { value: 'recent', label: 'Recently created' },
  { value: 'used', label: 'Most used' },
] as const;

export type KeywordSort = (typeof KEYWORD_SORTS)[number]['value'];

/** Separate from the search, because sorting 5,000 keywords on each keystroke would be noticeable. */
export function sortKeywords(
  keywords: readonly Keyword[],
  sort: KeywordSort,
  counts: ReadonlyMap<string, number> | undefined,
): Keyword[] {
  const byText = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
  const countUses = (row: Keyword) => counts?.get(row.id) ?? 0;
  // Already sorted by text, so this is fast; the sort is stable for equal keys.
  const rows = [...keywords].sort((a, b) => byText.compare(a.text, b.text));
  if (sort === 'recent')
    rows.sort((a, b) => Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt));
  if (sort === 'used') rows.sort((a, b) => countUses(b) - countUses(a));
  return rows;
}

/** Keywords that contain the search text, ignoring case and accents. */
export function searchKeywords(keywords: readonly Keyword[], search: string): Keyword[] {
  const isFound = nameFinder(search);
  return keywords.filter(({ text }) => isFound(text));
}
