/** Comparisons of long texts, and texts without what they say twice. */
import { defineTextWork } from '../../platform/text/textWork';
import { computeBands, findSharingHalf, groupSimilar } from './minHash';
import type { Near } from './nearPairs';
import { mergeTexts, removeRepetition } from './repetition';
import { findLasting } from './lastingContent';
import type { LastingContent } from './lastingContent';
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

/** Why each text is worth keeping, if anything says so. */
export const lastingContentInThread = defineTextWork(
  'lastingContent',
  (texts: readonly string[]): (LastingContent | undefined)[] => texts.map(findLasting),
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

export const sharingHalfInThread = defineTextWork('sharingHalf', findSharingHalf);

/** The first sentences of a text that can be compared. */
export const firstStatementsInThread = defineTextWork(
  'firstStatements',
  (text: string, most: number): string[] =>
    statementsIn(text)
      .slice(0, most)
      .map((place) => sentenceAt(text, place)),
);

/** What contradicts two texts, if anything. Those that tell two cases in the same words contradict each other in nothing. */
export function findConflict(older: string, newer: string, isJudged = false): Contradiction | null {
  const found = findContradiction(statementsIn(older), statementsIn(newer), isJudged);
  if (!found) return null;
  const isOtherCase = areDifferentCases(
    toWording(older.replace(sentenceAt(older, found.older), '')),
    toWording(newer.replace(sentenceAt(newer, found.newer), '')),
  );
  return isOtherCase ? null : found;
}

/** What contradicts a text, if anything, in each other text: the places of two sentences. `isOlder` says which of the two is the older one. */
export const contradictionsInThread = defineTextWork(
  'contradictions',
  (
    text: string,
    others: readonly { text: string; isOlder: boolean }[],
    isJudged: boolean,
  ): (Contradiction | null)[] =>
    others.map((other) =>
      other.isOlder ? findConflict(other.text, text, isJudged) : findConflict(text, other.text, isJudged),
    ),
);
