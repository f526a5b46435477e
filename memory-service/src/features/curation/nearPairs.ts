/** Pairs of memories with close vectors: they may say the same in other words. */
import { setImmediate as otherRequests } from 'node:timers/promises';

/**
 * Cosine similarity above which two texts are candidates for duplicates. Models place texts on one subject close together, whatever they
 * say about it: the rules that tell cases apart decide.
 */
export const CLOSE = 0.85;
/** Lower threshold for texts that also share many words. */
const RATHER_CLOSE = 0.7;

/** Indexes of two texts, and the cosine similarity of their vectors. */
export type Near = readonly [first: number, second: number, similarity: number];

/** Number of comparisons before yielding to other requests. */
const AT_ONCE = 100_000;

const dotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Index pairs of unit vectors with at least this similarity, and their similarity. Vectors of different sizes are never close. */
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
