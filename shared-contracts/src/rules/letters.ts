/** Letter folding for word search: identical to the database function `hindsight_letters`, which a test of the service verifies. */

import { normalizeText } from './normalizeText';

/** A letter with its combining marks, a letter that may be precomposed (none in English or ideographs), or half- and full-width forms. */
const GROUP = /\P{M}[\p{M}\u1160-\u11ff]+|[\u00c0-\u1fff\ua640-\ua69f\ufb1d-\ufb4f]|[\uff01-\uff9f]+/gu;
const WIDE = /[\uff01-\uff9f]+/g;

/** Marks that never change a word, and the tatweel, which only stretches it. Excludes those of Hindi, Thai, Japanese and й. */
const MARKS =
  /(?:[\u0300-\u0305\u0307-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]|(?<![иИ])\u0306)+/g;

/** Letters that Unicode does not decompose. */
const NAMED = 'ĐđÐðĦħıĸŁłĿŀŊŋØøŦŧſƏς';
const INSTEAD = 'DdDdHhiqLlLlNnOoTtsəσ';
const LIGATURES: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/** The letter pair of a ligature. Keeps an all-caps word in capitals: a capital after a lowercase letter would start a new word. */
function splitLigature(ligature: string, before: string, after: string): string {
  const small = ligature.toLowerCase();
  const pair = LIGATURES[small] ?? ligature;
  const isCapital = ligature !== small || (small === 'ß' && /\p{Lu}/u.test(before));
  if (!isCapital) return pair;
  const isFirst = small !== 'ß' && /\p{Ll}/u.test(after);
  return isFirst ? pair.charAt(0).toUpperCase() + pair.slice(1) : pair.toUpperCase();
}

/** Cache of single letters: texts have few distinct ones, and decomposing is slow. */
const known = new Map<string, string>();

/** Removes the marks of a group; independent of its neighbors, so cacheable. */
function removeMarks(group: string): string {
  const met = known.get(group);
  if (met !== undefined) return met;
  const wide = group.replace(WIDE, (letters) => normalizeText(letters, 'NFKC'));
  const letters = normalizeText(normalizeText(wide, 'NFD').replace(MARKS, '')).replace(
    /[ĐđÐðĦħıĸŁłĿŀŊŋØøŦŧſƏς]/g,
    (letter) => INSTEAD.charAt(NAMED.indexOf(letter)),
  );
  if (group.length === 1) known.set(group, letters);
  return letters;
}

/** A group whose length changes when its marks are removed. */
export interface ResizedLetters {
  /** Start and length in the original text. */
  start: number;
  given: number;
  /** Length in the folded text. */
  folded: number;
}

/** Removes accents, marks and ligatures and keeps case. `onResize` reports where offsets diverge from the original text. */
export function foldLetters(text: string, onResize?: (resized: ResizedLetters) => void): string {
  return text.replace(GROUP, (group, start: number) => {
    const folded = removeMarks(group).replace(/[ẞßÆæŒœÞþ]/g, (letter) =>
      splitLigature(letter, text.charAt(start - 1), text.charAt(start + group.length)),
    );
    if (folded.length !== group.length) onResize?.({ start, given: group.length, folded: folded.length });
    return folded;
  });
}
