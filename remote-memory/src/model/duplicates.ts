/** Finds what of an import is stored already, and what resembles a memory that is. */

import { normalizeText } from '@hindsight/shared-contracts/rules';

/** The texts by which two memories are compared. */
export interface Texts {
  content: string;
  lesson: string;
  errors: string;
}

const COMPARED_TEXTS = ['content', 'lesson', 'errors'] as const satisfies (keyof Texts)[];

/** A text without what does not matter for its meaning: case, signs, spaces. */
export function normalizedText(text: string): string {
  return (normalizeText(text.toLowerCase(), 'NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Texts that share at least this part of their words are similar. */
const SIMILAR = 0.8;
/** A shorter text has too few words to be compared by them. */
const LEAST_WORDS = 4;

export interface Known extends Texts {
  id: string;
  /** For showing the match. */
  title: string;
}

export type Match =
  /** Content, lesson and errors are equal, blanks around them aside. */
  | { kind: 'same'; known: Known }
  /** How much they share, 0 to 1. */
  | { kind: 'similar'; known: Known; share: number };

const toKey = (texts: Texts) => JSON.stringify(COMPARED_TEXTS.map((field) => texts[field].trim()));
const splitWords = (texts: Texts) => normalizedText(COMPARED_TEXTS.map((field) => texts[field]).join(' '));

/** The texts in which two memories differ. */
export function findDifferences(one: Texts, other: Texts): (keyof Texts)[] {
  return COMPARED_TEXTS.filter((field) => one[field].trim() !== other[field].trim());
}

/**
 * Numbers equal texts by their occurrence, from 1: a file may hold the same memory several times, and as many are stored.
 */
export function copyNumbers(all: readonly Texts[]): number[] {
  const counts = new Map<string, number>();
  return all.map((texts) => {
    const number = (counts.get(toKey(texts)) ?? 0) + 1;
    counts.set(toKey(texts), number);
    return number;
  });
}

/** Of so many words, ordered alike everywhere, two similar texts share at least one of the first ones. */
const prefixLength = (size: number) => size - Math.ceil(SIMILAR * size) + 1;

/** With so many a known text is compared to find the best; further ones only while nothing resembles them. */
const COMPARED = 100;

const wordsIn = (text: string) => new Set(text === '' ? [] : text.split(' '));

type Pause = () => Promise<void> | void;

/** Numbers the words of all texts, the rarest first: there are too many to be sorted at once. */
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
  // Between the counts that occur are holes.
  for (const words of byUses) {
    for (const word of words ?? []) {
      await pause();
      ranks.set(word, ranks.size);
    }
  }
  return ranks;
}

interface Words {
  /** How many different ones. */
  size: number;
  /** The ranks of those that a candidate has, the rarest first. */
  ranks: Int32Array;
}

/** The first index of an ascending list whose number is larger. */
function firstBehind(numbers: readonly number[], after: number): number {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The part of their different words that two texts share. */
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
 * Compares candidates with very many known memories, one after the other, keeping only what matches. An index from the rarest
 * words of each candidate to it finds those that a known memory could resemble; only they are compared.
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
  /** Those of `byRank` that nothing resembles so far. */
  const unmatched = new Map<number, number[]>();

  /** Compares the words. `after`: only with candidates behind this place, for texts of the same file. */
  function learnWords(known: Known, words: Words, after: number): void {
    // The words that no candidate has are the rarest of all.
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
      // A list may hold the whole file, so what is matched, or not behind any more, leaves it.
      const open = unmatched.get(rank) ?? all;
      const left = open.filter((at) => at > after && matches[at] === null);
      unmatched.set(rank, left);
      left.forEach(compare);
    }
  }

  return {
    /** A memory of the workspace. Each accounts for one copy in the file. */
    learn(known: Known): void {
      const at = byKey.get(toKey(known))?.shift();
      if (at !== undefined) matches[at] = { kind: 'same', known };
      learnWords(known, read(splitWords(known)), -1);
    },
    /** Of two that are alike in the file itself, the later one is marked. */
    async learnFile(): Promise<void> {
      for (const [at, candidate] of candidates.entries()) {
        await pause();
        const item = items[at];
        if (item) learnWords({ ...item, id: '', title: `memory ${at + 1} in the file` }, candidate, at);
      }
    },
    matches: (): readonly (Match | null)[] => matches,
  };
}
