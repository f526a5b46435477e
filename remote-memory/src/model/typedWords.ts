/** Words of a search as typed. */
import { foldText } from '@hindsight/shared-contracts/rules';

/** Maps words from the service, which are lowercase and without accents, back to their spelling in the search. */
export function restoreSpelling(words: readonly string[], search: string): string[] {
  const typed = search.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return words.map((word) => typed.find((one) => foldText(one).lower === foldText(word).lower) ?? word);
}
