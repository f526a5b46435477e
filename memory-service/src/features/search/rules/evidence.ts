/** Decides which terms of a query make a memory a hit. Other terms only add to the score of hits. */
import { partsOfUnknownNames } from './numberedNames';
import type { QueryTerm, WeightedTerm } from './ranking';
import { isUnspaced } from '../../../platform/text/rules/words';
import type { UnspacedWord } from '../../../platform/text/rules/words';

export interface Evidence {
  /** A memory with any one of these is a hit. */
  alone: WeightedTerm[];
  /** A memory with all terms of one of these groups is a hit, too. */
  together: WeightedTerm[][];
}

export interface Question {
  text: string;
  /** The words of the text, which the positions of the terms count. */
  words: readonly string[];
  /** Known or not. */
  terms: readonly QueryTerm[];
  /** Its words in scripts without spaces. */
  unspaced: readonly UnspacedWord[];
}

/**
 * Any word that memories contain is evidence, except part of an unknown name, a single letter of a script without spaces, and an everyday
 * word next to one with a subject.
 */
export function weighEvidence(
  weighted: readonly WeightedTerm[],
  { text, words, terms, unspaced }: Question,
): Evidence {
  const originalSpelling = ({ positions }: QueryTerm) => words[(positions[0] ?? 0) - 1]?.toLowerCase();
  const hasSubject = ({ term, isEveryday }: QueryTerm) => isEveryday !== true && !isUnspaced(term);
  const isSpoken = unspaced.some(({ needed }) => needed.length > 0);
  // Only everyday words and single letters: use them all.
  if (!isSpoken && !terms.some(hasSubject)) return { alone: [...weighted], together: [] };
  const known = new Set(terms.filter(({ documents }) => documents > 0).map(({ term }) => term));
  const parts = partsOfUnknownNames(text, (term) => known.has(term));
  return {
    alone: weighted.filter((term) => hasSubject(term) && !parts.has(originalSpelling(term) ?? '')),
    together: unspaced.flatMap(({ needed }) => {
      const found = weighted.filter(({ term }) => needed.includes(term));
      return needed.length > 0 && found.length === new Set(needed).size ? [found] : [];
    }),
  };
}
