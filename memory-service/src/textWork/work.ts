/** What is done to texts beside the main thread. Arguments and results cross threads: plain values only. */
import { suggestKeywords, tellingKeywords } from '../curation/keywords';
import { bandsOf, groupSimilar, signature } from '../curation/minHash';
import { mergeTexts, removeRepetition } from '../curation/repetition';
import { findWarning } from '../curation/warnings';
import { claimsOf } from '../domain/claims';
import { findContradiction } from '../domain/contradictions';
import { highlightsOf, wordsLike } from '../domain/highlights';
import { repeats } from '../secrets/repeats';
import { scanText } from '../secrets/scanText';

interface Texts {
  content: string;
  lessonsLearned: string | null;
}

export const WORK = {
  scanText,
  repeats,
  suggestKeywords,
  tellingKeywords,
  mergeTexts,

  /** Both texts without what each says twice. */
  shorten: ({ content, lessonsLearned }: Texts): Texts => ({
    content: removeRepetition(content),
    lessonsLearned: lessonsLearned === null ? null : removeRepetition(lessonsLearned),
  }),

  /** The word by which each text warns, if it does. */
  warnings: (texts: readonly string[]): (string | undefined)[] => texts.map(findWarning),

  /** The bands of each text's fingerprint. */
  fingerprints: (texts: readonly string[]): number[][] => texts.map((text) => bandsOf(signature(text))),

  /** The texts that resemble each other, by their places. */
  similarTexts: (texts: readonly string[]): number[][] =>
    groupSimilar([...texts.keys()], (place) => texts[place] ?? ''),

  /** The first sentences of a text that claim something. */
  firstClaims: (text: string, most: number): string[] =>
    claimsOf(text)
      .slice(0, most)
      .map(({ from, length }) => text.slice(from, from + length)),

  /** What contradicts a text, if anything: for each other text the places of two claims. `isOlder` says which of the two is the older one. */
  contradictions: (
    text: string,
    others: readonly { text: string; isOlder: boolean }[],
    isJudged: boolean,
  ): ReturnType<typeof findContradiction>[] => {
    const claims = claimsOf(text);
    return others.map((other) => {
      const theirs = claimsOf(other.text);
      return other.isOlder
        ? findContradiction(theirs, claims, isJudged)
        : findContradiction(claims, theirs, isJudged);
    });
  },

  wordsLike: (
    fields: readonly Parameters<typeof wordsLike>[0][],
    wanted: Parameters<typeof wordsLike>[1],
  ): string[] => [...new Set(fields.flatMap((one) => wordsLike(one, wanted)))],

  highlights: (
    fields: readonly Parameters<typeof highlightsOf>[0][],
    wanted: Parameters<typeof highlightsOf>[1],
    stems: ReadonlyMap<string, string>,
  ) => fields.map((one) => highlightsOf(one, wanted, stems)),
};

export type Work = typeof WORK;
