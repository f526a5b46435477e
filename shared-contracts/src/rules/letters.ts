/** The letters that words are found by: the same as the database's function `hindsight_letters`, which a test of the service compares. */

import { normalizeText } from './normalizeText';

/** A letter with the marks behind it, or one that may have any in it; English and ideographs have none. And full-width and half-width letters. */
const GROUP = /\P{M}[\p{M}\u1160-\u11ff]+|[\u00c0-\u1fff\ua640-\ua69f\ufb1d-\ufb4f]|[\uff01-\uff9f]+/gu;
const WIDE = /[\uff01-\uff9f]+/g;

/** Marks that spell no other word, and the tatweel, which only makes a word longer. Not those of Hindi, Thai, Japanese and й. */
const MARKS =
  /(?:[\u0300-\u0305\u0307-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]|(?<![иИ])\u0306)+/g;

/** Letters that no rule of Unicode takes apart. */
const NAMED = 'ĐđÐðĦħıĸŁłĿŀŊŋØøŦŧſƏς';
const INSTEAD = 'DdDdHhiqLlLlNnOoTtsəσ';
const LIGATURES: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/** The two letters of a ligature. A word in capitals stays one: a capital behind a small letter begins another word. */
function splitLigature(ligature: string, before: string, after: string): string {
  const small = ligature.toLowerCase();
  const pair = LIGATURES[small] ?? ligature;
  const isCapital = ligature !== small || (small === 'ß' && /\p{Lu}/u.test(before));
  if (!isCapital) return pair;
  const isFirst = small !== 'ß' && /\p{Ll}/u.test(after);
  return isFirst ? pair.charAt(0).toUpperCase() + pair.slice(1) : pair.toUpperCase();
}

/** Single letters that were met before: a text has few different ones, and taking one apart is slow. */
const known = new Map<string, string>();

/** A group without its marks, by rules that do not depend on its neighbors. */
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

/** A group that has another number of characters without its marks. */
export interface ResizedLetters {
  /** Where it begins in the given text, and how long it is there. */
  start: number;
  given: number;
  /** How many characters stand for it. */
  folded: number;
}

/** A text without accents, marks and ligatures, its capitals kept. `onResize` learns where places differ from those in the given text. */
export function foldLetters(text: string, onResize?: (resized: ResizedLetters) => void): string {
  return text.replace(GROUP, (group, start: number) => {
    const folded = removeMarks(group).replace(/[ẞßÆæŒœÞþ]/g, (letter) =>
      splitLigature(letter, text.charAt(start - 1), text.charAt(start + group.length)),
    );
    if (folded.length !== group.length) onResize?.({ start, given: group.length, folded: folded.length });
    return folded;
  });
}
