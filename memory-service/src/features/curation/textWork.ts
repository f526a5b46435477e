/** Comparisons of long texts, and removal of their repetitions. */
import { defineTextWork } from '../../platform/text/textWork';
import { computeBands, findSharingHalf, groupSimilar } from './minHash';
import type { Near } from './nearPairs';
import { mergeTexts, removeRepetition } from './repetition';
import { findLastingContent } from './lastingContent';
import type { LastingContent } from './lastingContent';
import { areDifferentCases, toWording } from './sameCase';
import { findContradiction, findStatements } from '../../platform/text/rules/contradictions';
import type { Contradiction } from '../../platform/text/rules/contradictions';

interface Texts {
  content: string;
  lessonsLearned: string | null;
}

const sentenceAt = (text: string, { from, length }: { from: number; length: number }): string =>
  text.slice(from, from + length);

export const mergeTextsInThread = defineTextWork('mergeTexts', mergeTexts);

/** Removes repetitions within each of both texts. */
export const shortenInThread = defineTextWork('shorten', ({ content, lessonsLearned }: Texts): Texts => ({
  content: removeRepetition(content),
  lessonsLearned: lessonsLearned === null ? null : removeRepetition(lessonsLearned),
}));

/** Why each text is worth keeping, if there is a reason. */
export const lastingContentInThread = defineTextWork(
  'lastingContent',
  (texts: readonly string[]): (LastingContent | undefined)[] => texts.map(findLastingContent),
);

/** The bands of each text's fingerprint. */
export const fingerprintsInThread = defineTextWork('fingerprints', (texts: readonly string[]): number[][] =>
  texts.map(computeBands),
);

/** Groups of similar texts, by index. */
export const similarTextsInThread = defineTextWork(
  'similarTexts',
  (texts: readonly string[], near: readonly Near[] = []): number[][] =>
    groupSimilar([...texts.keys()], (place) => texts[place] ?? '', near),
);

export const findSharingHalfInThread = defineTextWork('sharingHalf', findSharingHalf);

/** The first comparable sentences of a text. */
export const firstStatementsInThread = defineTextWork(
  'firstStatements',
  (text: string, most: number): string[] =>
    findStatements(text)
      .slice(0, most)
      .map((place) => sentenceAt(text, place)),
);

/** The conflict between two texts, if any. Texts about two cases in the same words never conflict. */
export function findConflict(older: string, newer: string, isJudged = false): Contradiction | null {
  const found = findContradiction(findStatements(older), findStatements(newer), isJudged);
  if (!found) return null;
  const isOtherCase = areDifferentCases(
    toWording(older.replace(sentenceAt(older, found.older), '')),
    toWording(newer.replace(sentenceAt(newer, found.newer), '')),
  );
  return isOtherCase ? null : found;
}

/** The conflict of a text with each other text, if any: the positions of two sentences. `isOlder` says which text is the older one. */
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
