/** What else the words of a query may be called: forms of irregular words, which count as the word itself, and synonyms, which count less. */
import { IRREGULAR_WORDS, irregularForms } from '../domain/irregularWords';
import type { QueryTerm } from '../domain/ranking';
import { SYNONYMS } from '../domain/synonyms';
import type { Handle } from '../storage/database';
import { knownStemOf, stemsOf } from '../storage/searchTerms';

export interface OtherWords {
  /** The terms of the other forms of a word or a term. */
  formsOf: (word: string) => string[];
  /** The terms of the synonyms of a term. */
  synonymsOf: (term: string) => readonly string[];
}

async function readOtherWords(handle: Handle): Promise<OtherWords> {
  const stems = await stemsOf(handle, [...new Set([...SYNONYMS.flat(), ...IRREGULAR_WORDS])]);
  const termOf = (word: string) => stems.get(word) ?? word;
  const synonyms = new Map<string, string[]>();
  for (const group of SYNONYMS) {
    const terms = group.map(termOf);
    for (const term of terms) synonyms.set(term, [...(synonyms.get(term) ?? []), ...terms]);
  }
  return {
    formsOf: (word) => irregularForms(word).map(termOf),
    synonymsOf: (term) => synonyms.get(term) ?? [],
  };
}

let words: Promise<OtherWords> | undefined;

/** The database makes the terms of the words, which stay the same, so they are read once. */
export function otherWords(handle: Handle): Promise<OtherWords> {
  words ??= readOtherWords(handle).catch((error: unknown) => {
    words = undefined;
    throw error;
  });
  return words;
}

/** The terms that a text will most likely be asked for besides its own: a guess from words whose terms are known. */
export function likelyTerms({ formsOf, synonymsOf }: OtherWords, text: string): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const found = new Set<string>();
  for (const word of words) {
    const term = knownStemOf(word);
    const forms = [...formsOf(word), ...(term === undefined ? [] : [...formsOf(term), ...synonymsOf(term)])];
    for (const form of formsOf(word)) forms.push(...synonymsOf(form));
    for (const form of forms) if (form !== term) found.add(form);
  }
  return [...found];
}

/** The terms, most frequent first, with their frequencies; those that no block contains are left out. */
export type Frequencies = (terms: readonly string[]) => Promise<{ term: string; documents: number }[]>;

/** The terms with the forms of irregular words that the tenants' blocks contain. */
export async function withForms(
  { formsOf }: OtherWords,
  terms: readonly QueryTerm[],
  words: readonly string[],
  frequencies: Frequencies,
): Promise<QueryTerm[]> {
  const wanted = terms.map(({ term, positions }) => {
    const typed = words[(positions[0] ?? 0) - 1]?.toLowerCase() ?? term;
    return new Set([...formsOf(typed), ...formsOf(term)].filter((form) => form !== term));
  });
  const known = await frequencies([...new Set(wanted.flatMap((forms) => [...forms]))]);
  return terms.map((asked, at) => {
    const others = known.filter(({ term }) => wanted[at]?.has(term) === true);
    if (others.length === 0) return asked;
    const documents = others.reduce((sum, other) => sum + other.documents, asked.documents);
    return { ...asked, documents, forms: others.map(({ term }) => term) };
  });
}

/**
 * For each term one more that stands for those of its synonyms which the tenants' blocks contain. What was asked for itself is no synonym
 * of another word, and no synonym counts for two words.
 */
export async function synonymTerms(
  { synonymsOf }: OtherWords,
  asked: readonly QueryTerm[],
  frequencies: Frequencies,
): Promise<QueryTerm[]> {
  const taken = new Set(asked.flatMap(({ term, forms = [] }) => [term, ...forms]));
  const wanted = asked.map(
    ({ term, forms = [] }) =>
      new Set([term, ...forms].flatMap((form) => synonymsOf(form)).filter((other) => !taken.has(other))),
  );
  const known = await frequencies([...new Set(wanted.flatMap((terms) => [...terms]))]);
  return asked.flatMap(({ term, positions, documents, isEveryday = false }, at) => {
    const found = known.filter((one) => wanted[at]?.has(one.term) === true && !taken.has(one.term));
    for (const one of found) taken.add(one.term);
    const [first, ...others] = found.map((one) => one.term);
    if (first === undefined) return [];
    const mentions = found.reduce((sum, one) => sum + one.documents, 0);
    // A rare synonym tells no more than the word that was typed.
    const counted = Math.max(documents, mentions);
    return [{ term: first, forms: others, positions, documents: counted, isEveryday, synonymOf: term }];
  });
}
