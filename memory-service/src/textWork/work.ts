/** What is done to texts beside the main thread. Arguments and results cross threads: plain values only. */
import { suggestKeywords, tellingKeywords } from '../curation/keywords';
import { bandsOf, groupSimilar, signature } from '../curation/minHash';
import { mergeTexts, removeRepetition } from '../curation/repetition';
import { findWarning } from '../curation/warnings';
import { areDifferentCases, wordingOf } from '../curation/sameCase';
import { findContradiction, statementsIn } from '../domain/contradictions';
import type { Contradiction } from '../domain/contradictions';
import { highlightsOf, wordsLike } from '../domain/highlights';
import { repeats } from '../secrets/repeats';
import { scanText } from '../secrets/scanText';

interface Texts {
  content: string;
  lessonsLearned: string | null;
}

const sentenceAt = (text: string, { from, length }: { from: number; length: number }): string =>
  text.slice(from, from + length);

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

  /** The first sentences of a text that can be compared. */
  firstStatements: (text: string, most: number): string[] =>
    statementsIn(text)
      .slice(0, most)
      .map((place) => sentenceAt(text, place)),

  /**
   * What contradicts a text, if anything: for each other text the places of two sentences. `isOlder` says which of the two is the older one.
   * Texts that tell two cases in the same words contradict each other in nothing.
   */
  contradictions: (
    text: string,
    others: readonly { text: string; isOlder: boolean }[],
    isJudged: boolean,
  ): (Contradiction | null)[] => {
    const own = statementsIn(text);
    return others.map((other) => {
      const theirs = statementsIn(other.text);
      const [older, newer] = other.isOlder ? [theirs, own] : [own, theirs];
      const found = findContradiction(older, newer, isJudged);
      if (!found) return null;
      const [olderText, newerText] = other.isOlder ? [other.text, text] : [text, other.text];
      const rests = [
        olderText.replace(sentenceAt(olderText, found.older), ''),
        newerText.replace(sentenceAt(newerText, found.newer), ''),
      ];
      const [left, right] = rests.map(wordingOf);
      return left && right && areDifferentCases(left, right) ? null : found;
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
