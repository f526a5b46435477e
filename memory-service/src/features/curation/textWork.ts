/** Comparisons of long texts, and texts without what they say twice. */
import { defineTextWork } from '../../platform/text/textWork';
import { computeBands, groupSimilar } from './minHash';
import type { Near } from './nearPairs';
import { mergeTexts, removeRepetition } from './repetition';
import { findWarning } from './warnings';
import { areDifferentCases, toWording } from './sameCase';
import { findContradiction, statementsIn } from '../../platform/text/rules/contradictions';
import type { Contradiction } from '../../platform/text/rules/contradictions';

interface Texts {
  content: string;
  lessonsLearned: string | null;
}

const sentenceAt = (text: string, { from, length }: { from: number; length: number }): string =>
  text.slice(from, from + length);

export const mergeTextsInThread = defineTextWork('mergeTexts', mergeTexts);

/** Both texts without what each says twice. */
export const shortenInThread = defineTextWork('shorten', ({ content, lessonsLearned }: Texts): Texts => ({
  content: removeRepetition(content),
  lessonsLearned: lessonsLearned === null ? null : removeRepetition(lessonsLearned),
}));

/** The word by which each text warns, if it does. */
export const warningsInThread = defineTextWork(
  'warnings',
  (texts: readonly string[]): (string | undefined)[] => texts.map(findWarning),
);

/** The bands of each text's fingerprint. */
export const fingerprintsInThread = defineTextWork('fingerprints', (texts: readonly string[]): number[][] =>
  texts.map(computeBands),
);

/** The texts that resemble each other, by their places. */
export const similarTextsInThread = defineTextWork(
  'similarTexts',
  (texts: readonly string[], near: readonly Near[] = []): number[][] =>
    groupSimilar([...texts.keys()], (place) => texts[place] ?? '', near),
);

/** The first sentences of a text that can be compared. */
export const firstStatementsInThread = defineTextWork(
  'firstStatements',
  (text: string, most: number): string[] =>
    statementsIn(text)
      .slice(0, most)
      .map((place) => sentenceAt(text, place)),
);

/**
 * What contradicts a text, if anything: for each other text the places of two sentences. `isOlder` says which of the two is the older one.
 * Texts that tell two cases in the same words contradict each other in nothing.
 */
export const contradictionsInThread = defineTextWork(
  'contradictions',
  (
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
      const [left, right] = rests.map(toWording);
      return left && right && areDifferentCases(left, right) ? null : found;
    });
  },
);
