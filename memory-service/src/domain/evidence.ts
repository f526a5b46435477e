/** Which terms of a query make a memory a hit. Other terms only add to the score of what is one. */
import { partsOfUnknownNames } from './numberedNames';
import type { QueryTerm, WeightedTerm } from './ranking';
import { isSyllable, kanaWords, koreanWords } from './syllables';

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
  /** Those of the words, in lower case, that are words of the language and no names; absent where hits by meaning confirm those by words. */
  common?: ReadonlySet<string> | undefined;
}

/** Of a question with so many words that have a subject, one that is only guessed is too little. */
const LONG_QUESTION = 3;
/** Of a question with so many, most of which the workspace does not know, one common word is too little as well. */
const LONGER_QUESTION = 5;
/** So many known words are a pasted text: memories with a single one of them come last anyway. */
const MOST_PAIRED = 6;
/** A word of so many letters is hardly another one by chance that begins like it or is one error away. */
const LONG_WORD = 7;

/** Every two of the terms that stand for different words. */
const pairsOf = (terms: readonly WeightedTerm[]) =>
  terms.flatMap((one, at) =>
    terms
      .slice(at + 1)
      .filter(({ positions }) => positions[0] !== one.positions[0])
      .map((other) => [one, other]),
  );

/**
 * Any word that memories contain is evidence, though not a part of a name that they do not contain, nor a kana or a syllable of Hangul. A
 * long question of which a single word is known, and that one by a synonym, a beginning or a correction alone, is about something else.
 * A memory with a single common word of a longer question, most of which is unknown, is about something else too.
 */
export function evidenceOf(
  weighted: readonly WeightedTerm[],
  { text, words, terms, common }: Question,
): Evidence {
  const typedAs = ({ positions }: QueryTerm) => words[(positions[0] ?? 0) - 1]?.toLowerCase();
  const known = new Set(terms.filter(({ documents }) => documents > 0).map(({ term }) => term));
  const parts = partsOfUnknownNames(text, (term) => known.has(term));
  const isOne = (term: QueryTerm) => !isSyllable(term.term) && !parts.has(typedAs(term) ?? '');
  const isVague = (term: QueryTerm) =>
    term.synonymOf !== undefined ||
    ((term.isGuess === true || term.isPrefix === true) && (typedAs(term) ?? '').length < LONG_WORD);
  const together = (spoken: readonly string[][]) =>
    spoken.flatMap((letters) => {
      const found = weighted.filter(({ term }) => letters.includes(term));
      return found.length === letters.length ? [found] : [];
    });

  const subjects = terms.filter(
    (term) => typedAs(term) !== undefined && !term.isEveryday && !isSyllable(term.term),
  );
  const korean = koreanWords(text);
  // All that was asked for.
  if (subjects.length + korean.length === 0) return { alone: [...weighted], together: [] };
  const ones = weighted.filter(isOne);
  const withSubject = ones.filter(({ isEveryday }) => !isEveryday);
  const spoken = together([...kanaWords(text), ...korean]);
  const isKnown = withSubject.some((term) => !isVague(term));
  if (isKnown || subjects.length < LONG_QUESTION) {
    const placed = new Set(withSubject.filter(({ synonymOf }) => synonymOf === undefined).map(typedAs));
    const isMostlyUnknown =
      subjects.length >= LONGER_QUESTION && placed.size <= MOST_PAIRED && placed.size * 2 < subjects.length;
    if (!common || !isMostlyUnknown) return { alone: ones, together: spoken };
    const names = withSubject.filter((term) => !isVague(term) && !common.has(typedAs(term) ?? ''));
    return { alone: names, together: [...pairsOf(withSubject), ...spoken] };
  }
  const guessed = new Set(withSubject.map(typedAs));
  return { alone: guessed.size > 1 ? ones : [], together: spoken };
}
