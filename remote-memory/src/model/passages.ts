/** Where a memory matches a search: the service's passages, or the search text found in the memory. */
import type { RankedMemory } from './rankedMemory';
import { hiddenMatch, type Wanted } from './searchMarks';

/** The words to mark, as the memory has them. */
export function markedWords({ highlights }: RankedMemory, search: Wanted): Wanted {
  if (!highlights || search.length === 0) return search;
  const words = highlights.flatMap(({ text, matches }) =>
    matches.map(([start, end]) => text.slice(start, end)),
  );
  return [...new Set(words)];
}

/** The best passage that is not shown anyway; empty without a search or where what is shown has a match. */
export function foundElsewhere(row: RankedMemory, search: Wanted, shown: readonly string[]): string {
  const best = row.highlights?.find(({ field }) => field !== 'keywords');
  if (!best || search.length === 0) return hiddenMatch(row, search, shown);
  const flat = best.text.replace(/\s+/g, ' ').trim();
  if (shown.some((text) => text.includes(flat))) return '';
  return `${best.offset > 0 ? '…' : ''}${flat}…`;
}
