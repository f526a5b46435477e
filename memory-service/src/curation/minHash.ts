/** Fingerprints of texts: near-duplicates share at least one band, so they are found by an index. */
import { areDifferentCases, wordingOf } from './sameCase';
import { fingerprintWords } from './tokenizer';

const { imul } = Math;
const HASHES = 128;
const ROWS = 4;
const BANDS = HASHES / ROWS;
/** Parts of the hashes that must agree before two texts count as near-duplicates. */
const SIMILAR = 0.6;
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

/** Pairs of neighbouring words; a single word is its own pair. */
function shingles(text: string): Set<string> {
  const words = fingerprintWords(text);
  return new Set(words.length < 2 ? words : words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

/** The signature of a text; empty when it has no words. */
export function signature(text: string): number[] {
  const values = [...shingles(text)].map((shingle) => hash(shingle, 0));
  if (values.length === 0) return [];
  return Array.from({ length: HASHES }, (_, permutation) =>
    values.reduce((least, value) => Math.min(least, mix(value, permutation)), 0xffffffff),
  );
}

/** One signed 32-bit number for each band; the band's place is part of it. */
export function bandsOf(signed: readonly number[]): number[] {
  if (signed.length === 0) return [];
  return Array.from(
    { length: BANDS },
    (_, band) => hash(signed.slice(band * ROWS, (band + 1) * ROWS).join(','), band) | 0,
  );
}

/** Estimated share of word pairs that two texts have in common, 0 to 1. */
export function similarity(left: readonly number[], right: readonly number[]): number {
  if (left.length === 0 || left.length !== right.length) return 0;
  return left.filter((value, index) => value === right[index]).length / left.length;
}

/** Groups of texts that resemble the first of their group and tell the same case; texts without a match are left out. */
export function groupSimilar<T>(items: readonly T[], textOf: (item: T) => string): T[][] {
  const byBand = new Map<number, number[]>();
  const taken = new Set<number>();
  const signed = items.map((item, index) => {
    const text = textOf(item);
    const own = signature(text);
    const bands = bandsOf(own).map((band) => {
      const members = byBand.get(band) ?? [];
      byBand.set(band, members);
      return { members, later: members.push(index) };
    });
    return { item, signature: own, wording: wordingOf(text), bands };
  });
  return signed.flatMap(({ item, signature: own, wording, bands }, index) => {
    if (taken.has(index)) return [];
    const near = new Set(bands.flatMap(({ members, later }) => members.slice(later, later + MOST_COMPARED)));
    const others = [...near]
      .filter((other) => {
        const text = taken.has(other) ? undefined : signed[other];
        return (
          text && similarity(own, text.signature) >= SIMILAR && !areDifferentCases(wording, text.wording)
        );
      })
      .sort((a, b) => a - b);
    if (others.length === 0) return [];
    for (const member of [index, ...others]) taken.add(member);
    return [[item, ...others.flatMap((other) => signed[other]?.item ?? [])]];
  });
}
