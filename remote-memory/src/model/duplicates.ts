/** Finds memories of an import that are already stored or similar to stored ones. */

import { normalizeText } from '@hindsight/shared-contracts/rules';

/** Texts by which two memories are compared. */
export interface Texts {
  content: string;
  lesson: string;
  errors: string;
}

const COMPARED_TEXTS = ['content', 'lesson', 'errors'] as const satisfies (keyof Texts)[];

/** Reduces a text to its words, ignoring case, punctuation and whitespace. */
export function normalizedText(text: string): string {
  return (normalizeText(text.toLowerCase(), 'NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Minimum share of common words for two texts to be similar. */
const SIMILAR = 0.8;
/** Minimum number of words for a comparison. */
const LEAST_WORDS = 4;

export interface Known extends Texts {
  id: string;
  /** For display. */
  title: string;
}

export type Match =
  /** Equal content, lesson and errors, apart from surrounding whitespace. */
  | { kind: 'same'; known: Known }
  /** Share of common words, 0 to 1. */
  | { kind: 'similar'; known: Known; share: number };

const toKey = (texts: Texts) => JSON.stringify(COMPARED_TEXTS.map((field) => texts[field].trim()));
const splitWords = (texts: Texts) => normalizedText(COMPARED_TEXTS.map((field) => texts[field]).join(' '));

/** Fields in which two memories differ. */
export function findDifferences(one: Texts, other: Texts): (keyof Texts)[] {
  return COMPARED_TEXTS.filter((field) => one[field].trim() !== other[field].trim());
}

/** Numbers equal texts by occurrence, starting at 1: a file may contain the same memory several times, and all copies are stored. */
export function copyNumbers(all: readonly Texts[]): number[] {
  const counts = new Map<string, number>();
  return all.map((texts) => {
    const number = (counts.get(toKey(texts)) ?? 0) + 1;
    counts.set(toKey(texts), number);
    return number;
  });
}

/** Prefix length: two similar texts, with words in the same global order, share at least one word of their prefixes. */
const prefixLength = (size: number) => size - Math.ceil(SIMILAR * size) + 1;

/** Comparisons per known text to find the best match; beyond that, only with items that have no match yet. */
const COMPARED = 100;

const wordsIn = (text: string) => new Set(text === '' ? [] : text.split(' '));

type Pause = () => Promise<void> | void;

/** Ranks the words of all texts, rarest first, in slices: there are too many to sort at once. */
async function rankWords(texts: readonly string[], pause: Pause): Promise<ReadonlyMap<string, number>> {
  const uses = new Map<string, number>();
  for (const text of texts) {
    await pause();
    for (const word of wordsIn(text)) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const byUses: string[][] = [];
  for (const [word, count] of uses) {
    await pause();
    (byUses[count] ??= []).push(word);
  }
  const ranks = new Map<string, number>();
  // Sparse array: counts that do not occur are holes.
  for (const words of byUses) {
    for (const word of words ?? []) {
      await pause();
      ranks.set(word, ranks.size);
    }
  }
  return ranks;
}

interface Words {
  /** Number of distinct words. */
  size: number;
  /** Ranks of the words that occur in candidates, rarest first. */
  ranks: Int32Array;
}

/** Index of the first number above `after` in an ascending list. */
function firstBehind(numbers: readonly number[], after: number): number {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Share of distinct words that two texts have in common. */
function computeShare(one: Words, other: Words): number {
  if (Math.min(one.size, other.size) < SIMILAR * Math.max(one.size, other.size)) return 0;
  let shared = 0;
  for (let here = 0, there = 0; here < one.ranks.length && there < other.ranks.length;) {
    const difference = (one.ranks[here] ?? 0) - (other.ranks[there] ?? 0);
    if (difference === 0) shared++;
    if (difference <= 0) here++;
    if (difference >= 0) there++;
  }
  return shared / (one.size + other.size - shared);
}

/**
 * Compares candidates with very many known memories one at a time and keeps only matches. An index of each candidate's
 * rarest words limits the comparison to candidates that a known memory may resemble.
 * @param pause called between small pieces of work.
 */
export async function duplicateFinder(items: readonly Texts[], pause: Pause = () => undefined) {
  const texts: string[] = [];
  for (const item of items) {
    await pause();
    texts.push(splitWords(item));
  }
  const rankIn = await rankWords(texts, pause);
  const read = (text: string): Words => {
    const words = [...wordsIn(text)];
    const ranks = words.map((word) => rankIn.get(word)).filter((rank) => rank !== undefined);
    return { size: words.length, ranks: Int32Array.from(ranks).sort() };
  };
  const candidates: Words[] = [];
  for (const text of texts) {
    await pause();
    candidates.push(read(text));
  }
  const byKey = new Map<string, number[]>();
  const byRank = new Map<number, number[]>();
  const add = <Key>(index: Map<Key, number[]>, key: Key, at: number) => {
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  };
  for (const [at, { size, ranks }] of candidates.entries()) {
    await pause();
    add(byKey, toKey(items[at]!), at);
    if (size >= LEAST_WORDS) for (const rank of ranks.subarray(0, prefixLength(size))) add(byRank, rank, at);
  }
  const matches: (Match | null)[] = items.map(() => null);
  /** Entries of `byRank` without a match so far. */
  const unmatched = new Map<number, number[]>();

  /** Compares words. `after`: only with candidates after this index, for texts of the same file. */
  function compareWords(known: Known, words: Words, after: number): void {
    // Words that no candidate contains are the rarest of all.
    const unused = words.size - words.ranks.length;
    const seen = new Set<number>();
    const compare = (at: number) => {
      const candidate = candidates[at];
      const best = matches[at] ?? null;
      if (!candidate || best?.kind === 'same' || seen.has(at)) return;
      seen.add(at);
      const share = computeShare(candidate, words);
      if (share >= SIMILAR && (best === null || share > best.share))
        matches[at] = { kind: 'similar', known, share };
    };
    for (const rank of words.ranks.subarray(0, Math.max(0, prefixLength(words.size) - unused))) {
      const all = byRank.get(rank) ?? [];
      for (let next = firstBehind(all, after); next < all.length && seen.size < COMPARED; next++)
        compare(all[next]!);
      // The list may contain the whole file, so drop entries that are matched or no longer after the index.
      const open = unmatched.get(rank) ?? all;
      const left = open.filter((at) => at > after && matches[at] === null);
      unmatched.set(rank, left);
      left.forEach(compare);
    }
  }

  return {
    /** Adds a memory of the workspace, which matches one copy in the file at most. */
    learn(known: Known): void {
      const at = byKey.get(toKey(known))?.shift();
      if (at !== undefined) matches[at] = { kind: 'same', known };
      compareWords(known, read(splitWords(known)), -1);
    },
    /** Compares the file with itself and marks the later of two similar memories. */
    async learnFile(): Promise<void> {
      for (const [at, candidate] of candidates.entries()) {
        await pause();
        const item = items[at];
        if (item) compareWords({ ...item, id: '', title: `memory ${at + 1} in the file` }, candidate, at);
      }
    },
    matches: (): readonly (Match | null)[] => matches,
  };
}
