/** Deterministic randomness: the same seed and label give the same numbers and ids on every machine. */
import { createHash } from 'node:crypto';

export interface Random {
  /** At least 0 and below 1. */
  next: () => number;
  /** An integer from `min` to `max`, both inclusive. */
  between: (min: number, max: number) => number;
  pick: <T>(items: readonly T[]) => T;
  /** True with this probability. */
  chance: (probability: number) => boolean;
}

/** A separate stream per label, so that drawing more from one does not affect another. */
export function randomFor(seed: number, label: string): Random {
  let state = createHash('sha256').update(`${seed}:${label}`).digest().readUInt32LE(0);
  const next = () => {
    // mulberry32: small, fast, and good enough for demo text.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const randomInteger = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between: randomInteger,
    pick: <T>(items: readonly T[]): T => {
      const item = items[randomInteger(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}

/** A UUID (formatted as version 4) derived from the seed and label. */
export function idFor(seed: number, label: string): string {
  const bytes = createHash('sha256').update(`id:${seed}:${label}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
