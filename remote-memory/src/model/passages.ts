/** Matches of a search in a memory: passages from the service, or the search text found locally. */
import type { RankedMemory } from './rankedMemory';
import { hiddenMatch, type Wanted } from './searchMarks';

/** Words to mark, as spelled in the memory. */
export function markedWords({ highlights }: RankedMemory, search: Wanted): Wanted {
  if (!highlights || search.length === 0) return search;
  const words = highlights.flatMap(({ text, matches }) =>
    matches.map(([start, end]) => text.slice(start, end)),
  );
  return [...new Set(words)];
}

/** The best passage with a match that is not visible elsewhere; empty without a search. */
export function hiddenPassage(row: RankedMemory, search: Wanted, shown: readonly string[]): string {
  const best = row.highlights?.find(({ field }) => field !== 'keywords');
  if (!best || search.length === 0) return hiddenMatch(row, search, shown);
  const visible = shown.join(' ').toLowerCase();
  const isShown = best.matches.every(([start, end]) =>
    visible.includes(best.text.slice(start, end).toLowerCase()),
  );
  if (isShown) return '';
  return `${best.offset > 0 ? '…' : ''}${best.text.replace(/\s+/g, ' ').trim()}…`;
}
