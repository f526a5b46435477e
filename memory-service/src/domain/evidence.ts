/** Which terms of a query make a memory a hit. Other terms only add to the score of what is one. */
import { isKana, kanaWords } from './kana';
import { partsOfUnknownNames } from './numberedNames';
import type { QueryTerm, WeightedTerm } from './ranking';

export interface Evidence {
  /** A memory with one of these is a hit. */
  alone: WeightedTerm[];
  /** And so is one with all terms of one of these groups. */
  together: WeightedTerm[][];
}

export interface Question {
  text: string;
  /** The words of the text, which the positions of the terms count. */
  words: readonly string[];
  /** Known or not. */
  terms: readonly QueryTerm[];
}

/** Of a question with so many words that have a subject, one that is only guessed is too little. */
const LONG_QUESTION = 3;
/** A word of so many letters is hardly another one by chance that begins like it or is one error away. */
const LONG_WORD = 7;

/**
 * Any word that memories contain is evidence, though not a part of a name that they do not contain, nor a kana. A long question of which a
 * single word is known, and that one by a synonym, a beginning or a correction alone, is about something else.
 */
export function evidenceOf(weighted: readonly WeightedTerm[], { text, words, terms }: Question): Evidence {
  const typedAs = ({ positions }: QueryTerm) => words[(positions[0] ?? 0) - 1]?.toLowerCase();
  const known = new Set(terms.filter(({ documents }) => documents > 0).map(({ term }) => term));
  const parts = partsOfUnknownNames(text, (term) => known.has(term));
  const isOne = (term: QueryTerm) => !isKana(term.term) && !parts.has(typedAs(term) ?? '');
  const isVague = (term: QueryTerm) =>
    term.synonymOf !== undefined ||
    ((term.isGuess === true || term.isPrefix === true) && (typedAs(term) ?? '').length < LONG_WORD);

  const subjects = terms.filter(
    (term) => typedAs(term) !== undefined && !term.isEveryday && !isKana(term.term),
  );
  // All that was asked for.
  if (subjects.length === 0) return { alone: [...weighted], together: [] };
  const ones = weighted.filter(isOne);
  const withSubject = ones.filter(({ isEveryday }) => !isEveryday);
  const loanWords = kanaWords(text).flatMap((kana) => {
    const found = weighted.filter(({ term }) => kana.includes(term));
    return found.length === kana.length ? [found] : [];
  });
  const isKnown = withSubject.some((term) => !isVague(term));
  if (isKnown || subjects.length < LONG_QUESTION) return { alone: ones, together: loanWords };
  const guessed = new Set(withSubject.map(typedAs));
  return { alone: guessed.size > 1 ? ones : [], together: loanWords };
}
