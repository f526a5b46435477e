/** The search and the order of keywords. */
import { nameFinder } from '@hindsight/shared-contracts/rules';
import type { Keyword } from './keyword';

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
  const countUses = (row: Keyword) => counts?.get(row.id) ?? 0;
  // They come by text, so that this is quick; a sort keeps the order of what is equal.
  const rows = [...keywords].sort((a, b) => byText.compare(a.text, b.text));
  if (sort === 'recent')
    rows.sort((a, b) => Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt));
  if (sort === 'used') rows.sort((a, b) => countUses(b) - countUses(a));
  return rows;
}

/** The keywords that contain the search, in any case, with accents or without. */
export function searchKeywords(keywords: readonly Keyword[], search: string): Keyword[] {
  const isFound = nameFinder(search);
  return keywords.filter(({ text }) => isFound(text));
}
