/** Finds memories that say the same: equal, contained word for word, or in nearly the same words. */
import { stemmer } from '@orama/stemmers/english';
import {
  areOfDifferentThings,
  findContradiction,
  isTurned,
  statementsIn,
} from '../../platform/text/rules/contradictions';
import type { Statement } from '../../platform/text/rules/contradictions';
import { FUNCTION_WORDS, STOP_WORDS } from '../../platform/text/rules/stopWords';
import { separateWords } from '../../platform/text/rules/words';
import { CLOSE } from './nearPairs';
import type { Near } from './nearPairs';
import { areDifferentCases, toWording } from './sameCase';
import type { Wording } from './sameCase';
import { splitSentences } from '../../platform/text/tokenizer';

const { imul } = Math;
const HASHES = 128;
const ROWS = 4;
const BANDS = HASHES / ROWS;
/** Share of all their words that two texts in nearly the same words have in common. */
const SIMILAR = 0.6;
/** The same of texts that one should look at before both are kept. */
const HALF = 0.5;
/** Share of the words of the shorter of two texts with rather close vectors. */
const CONTAINED_WORDS = 0.5;
/** The same with close vectors, where they are not in English: a model puts all texts of a language that it does not know close together. */
const LEAST_SHARED = 0.25;
/** Share of function words from which a text is in English. */
const ENGLISH = 0.12;
/** Statements of a text in which one negation turns all that it says. */
const FEW_STATEMENTS = 2;
/** Fewer characters that stand in another text say nothing of it. */
const SHORTEST_CONTAINED = 30;
/** Sentences of a text by which others that have one of them are found, and the characters of the shortest. */
const MOST_SENTENCES = 100;
const SHORTEST_SENTENCE = 25;
/** Texts of one band that each of them is compared with: thousands may be written after one template. */
const MOST_COMPARED = 50;

/** 32-bit FNV-1a, so that fingerprints stay the same across processes and versions. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    value = imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** Mixes a word's hash with each of the 128 permutations. */
function mix(value: number, permutation: number): number {
  let mixed = (value ^ imul(permutation + 1, 0x9e3779b1)) >>> 0;
  mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Words of these are short. */
const UNSPACED = /^[\p{N}\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*/gu;

/** The words of a text that say something, each in one form. */
const splitWords = (text: string): Set<string> =>
  new Set(
    (separateWords(text.toLowerCase()).match(WORD) ?? [])
      .filter((word) => (word.length > 2 || UNSPACED.test(word)) && !STOP_WORDS.has(word))
      .map(stemmer),
  );

function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => FUNCTION_WORDS.has(word)).length >= ENGLISH * words.length;
}

/** The form in which a text or a sentence is looked for in another one. */
const normalizeForContainment = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.!。])[.!。]+$/, '');

/** The share of all words of two texts that both have: from 0 to 1. */
function shareWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Those of the other texts that have at least half of their words in common with the first, by their places. */
export function findSharingHalf(text: string, others: readonly string[]): number[] {
  const words = splitWords(text);
  return [...others.keys()].filter((place) => shareWords(words, splitWords(others[place] ?? '')) >= HALF);
}

/** One signed 32-bit number for each part of the signature of the words, and one for each sentence: texts that say the same share one. */
export function computeBands(text: string): number[] {
  const values = [...splitWords(text)].map((word) => hash(word, 0));
  if (values.length === 0) return [];
  const signature = Array.from({ length: HASHES }, (_, permutation) =>
    values.reduce((least, value) => Math.min(least, mix(value, permutation)), 0xffffffff),
  );
  const bands = Array.from(
    { length: BANDS },
    (_, band) => hash(signature.slice(band * ROWS, (band + 1) * ROWS).join(','), band) | 0,
  );
  const sentences = splitSentences(text)
    .map(normalizeForContainment)
    .filter(({ length }) => length >= SHORTEST_SENTENCE)
    .slice(0, MOST_SENTENCES);
  return [...new Set([...bands, ...sentences.map((sentence) => hash(sentence, BANDS) | 0)])];
}

interface Compared {
  text: string;
  isEnglish: boolean;
  words: ReadonlySet<string>;
  wording: Wording;
  statements: readonly Statement[];
}

const contains = (text: string, part: string): boolean =>
  part.length >= SHORTEST_CONTAINED &&
  ` ${text} `.includes(` ${part}`) &&
  !/^[\p{L}\p{N}]/u.test(text.slice(text.indexOf(part) + part.length));

const countNegations = ({ statements }: Compared): number =>
  statements.reduce((sum, { negations }) => sum + negations, 0);

/** “We use pnpm” and “We use npm”: what is said in the same words of another thing is close in meaning as well. */
function differInOneWord(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.toLowerCase().split(' ')) as [string[], string[]];
  return left.length === right.length && left.filter((word, at) => word !== right[at]).length === 1;
}

/** @param similarity of their vectors: what means the same may be said in other words. */
function saySame(a: Compared, b: Compared, similarity: number): boolean {
  if (a.text === b.text || contains(a.text, b.text) || contains(b.text, a.text)) return true;
  if (shareWords(a.words, b.words) < SIMILAR) {
    const share =
      [...a.words].filter((word) => b.words.has(word)).length / Math.min(a.words.size, b.words.size);
    const leastShared = a.isEnglish && b.isEnglish ? 0 : LEAST_SHARED;
    const isClose = similarity > 0 && share >= (similarity >= CLOSE ? leastShared : CONTAINED_WORDS);
    if (differInOneWord(a.text, b.text)) return false;
    if (!isClose) return false;
  }
  const areShort = [a, b].every(({ statements }) => statements.length <= FEW_STATEMENTS);
  if (areShort && countNegations(a) !== countNegations(b)) return false;
  return (
    (countNegations(a) === countNegations(b) || !isTurned(a.statements, b.statements)) &&
    !areDifferentCases(a.wording, b.wording) &&
    !areOfDifferentThings(a.statements, b.statements) &&
    !findContradiction(a.statements, b.statements)
  );
}

/**
 * Groups of texts that say what the first of their group says; texts without another one are left out.
 * @param near places of two texts each whose vectors are rather close.
 */
export function groupSimilar<T>(
  items: readonly T[],
  toText: (item: T) => string,
  near: readonly Near[] = [],
): T[][] {
  const closeTo = new Map<number, Map<number, number>>();
  for (const [a, b, similarity] of near) {
    closeTo.set(a, (closeTo.get(a) ?? new Map<number, number>()).set(b, similarity));
    closeTo.set(b, (closeTo.get(b) ?? new Map<number, number>()).set(a, similarity));
  }
  const byBand = new Map<number, number[]>();
  const taken = new Set<number>();
  const all = items.map((item, index) => {
    const text = toText(item);
    const bands = computeBands(text).map((band) => {
      const members = byBand.get(band) ?? [];
      byBand.set(band, members);
      return { members, later: members.push(index) };
    });
    const compared: Compared = {
      text: normalizeForContainment(text),
      isEnglish: isEnglish(text),
      words: splitWords(text),
      wording: toWording(text),
      statements: statementsIn(text),
    };
    return { item, compared, bands };
  });
  return all.flatMap(({ item, compared, bands }, index) => {
    if (taken.has(index)) return [];
    const close = closeTo.get(index);
    const alike = bands.flatMap(({ members, later }) => members.slice(later, later + MOST_COMPARED));
    const others = [...new Set([...alike, ...(close?.keys() ?? [])])]
      .filter((other) => {
        const text = taken.has(other) ? undefined : all[other];
        return text && saySame(compared, text.compared, close?.get(other) ?? 0);
      })
      .sort((a, b) => a - b);
    if (others.length === 0) return [];
    for (const member of [index, ...others]) taken.add(member);
    return [[item, ...others.flatMap((other) => all[other]?.item ?? [])]];
  });
}
