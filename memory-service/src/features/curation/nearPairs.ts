/** Pairs of memories whose vectors are close: they may say the same in other words. */
import { setImmediate as otherRequests } from 'node:timers/promises';

/**
 * Cosine similarity from which two texts are looked at as one thing said twice. Models put texts of one subject close together, whatever
 * they say of it: the rules that tell two cases apart decide.
 */
export const CLOSE = 0.85;
/** From here on, texts with many words in common are looked at as well. */
const RATHER_CLOSE = 0.7;

/** Places of two texts, and the cosine similarity of their vectors. */
export type Near = readonly [first: number, second: number, similarity: number];

/** Vectors that are compared between two looks at other requests. */
const AT_ONCE = 100_000;

const dotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Places of pairs of vectors of length 1 that are at least so similar, and how similar they are. Vectors of different sizes are never close. */
export async function nearPairs(
  vectors: readonly (readonly number[])[],
  least: number = RATHER_CLOSE,
): Promise<Near[]> {
  const pairs: Near[] = [];
  let compared = 0;
  for (const [first, a] of vectors.entries()) {
    for (let second = first + 1; second < vectors.length; second += 1) {
      const b = vectors[second] ?? [];
      const similarity = a.length === b.length ? dotProduct(a, b) : 0;
      if (similarity >= least) pairs.push([first, second, similarity]);
    }
    compared += vectors.length - first;
    if (compared < AT_ONCE) continue;
    compared = 0;
    await otherRequests();
  }
  return pairs;
}
