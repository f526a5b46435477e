/** Finds memories that say the same: equal, contained verbatim, or in nearly the same words. */
import { stemmer } from '@orama/stemmers/english';
import {
  areAboutDifferentThings,
  findContradiction,
  negatesOther,
  findStatements,
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
/** Minimum share of common words between near-duplicates. */
const SIMILAR = 0.6;
/** The same for texts worth a look before storing both. */
const HALF = 0.5;
/** Minimum share of the shorter text's words, for rather close vectors. */
const CONTAINED_WORDS = 0.5;
/** The same for close vectors of non-English texts: a model places all texts of an unknown language close together. */
const LEAST_SHARED = 0.25;
/** Minimum share of function words in an English text. */
const ENGLISH = 0.12;
/** Maximum number of statements for which a single negation reverses the whole text. */
const FEW_STATEMENTS = 2;
/** Minimum length of a text for containment to be meaningful. */
const SHORTEST_CONTAINED = 30;
/** Limits of the sentences used to find texts with a common sentence: their number, and the minimum length. */
const MOST_SENTENCES = 100;
const SHORTEST_SENTENCE = 25;
/** Maximum number of comparisons per text and band: thousands may follow one template. */
const MOST_COMPARED = 50;

/** 32-bit FNV-1a, so that fingerprints are stable across processes and versions. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    value = imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** Mixes a word's hash with one of the 128 permutations. */
function mix(value: number, permutation: number): number {
  let mixed = (value ^ imul(permutation + 1, 0x9e3779b1)) >>> 0;
  mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Words in these scripts are short. */
const UNSPACED = /^[\p{N}\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*/gu;

/** The significant words of a text, stemmed. */
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

/** Normal form of a text or a sentence for containment checks. */
const normalizeForContainment = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.!。])[.!。]+$/, '');

/** Jaccard similarity of two sets of words, from 0 to 1. */
function shareWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Indexes of the other texts that share at least half of their words with the first. */
export function findSharingHalf(text: string, others: readonly string[]): number[] {
  const words = splitWords(text);
  return [...others.keys()].filter((place) => shareWords(words, splitWords(others[place] ?? '')) >= HALF);
}

/** Fingerprint of a text: one signed 32-bit number per part of its word signature and per sentence. Similar texts share at least one. */
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

/** “We use pnpm” and “We use npm”: the same wording about different things also has close vectors. */
function differInOneWord(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.toLowerCase().split(' ')) as [string[], string[]];
  return left.length === right.length && left.filter((word, at) => word !== right[at]).length === 1;
}

/** @param similarity of their vectors: the same meaning may be in other words. */
function areEquivalent(a: Compared, b: Compared, similarity: number): boolean {
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
    (countNegations(a) === countNegations(b) || !negatesOther(a.statements, b.statements)) &&
    !areDifferentCases(a.wording, b.wording) &&
    !areAboutDifferentThings(a.statements, b.statements) &&
    !findContradiction(a.statements, b.statements)
  );
}

/**
 * Groups texts that say the same as the first of their group; texts without a match are omitted.
 * @param near index pairs of texts with rather close vectors.
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
      statements: findStatements(text),
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
        return text && areEquivalent(compared, text.compared, close?.get(other) ?? 0);
      })
      .sort((a, b) => a - b);
    if (others.length === 0) return [];
    for (const member of [index, ...others]) taken.add(member);
    return [[item, ...others.flatMap((other) => all[other]?.item ?? [])]];
  });
}
