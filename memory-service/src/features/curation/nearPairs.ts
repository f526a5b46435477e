/** Pairs of memories whose vectors are close: they may say the same in other words. */
import { setImmediate as otherRequests } from 'node:timers/promises';

/**
 * Cosine similarity from which two texts are looked at as one thing said twice. Models put texts of one subject close together, whatever
 * they say of it: the rules that tell two cases apart decide.
 */
const CLOSE = 0.85;

/** Vectors that are compared between two looks at other requests. */
const AT_ONCE = 100_000;

const productOf = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Places of pairs of vectors of length 1 that are at least so similar. Vectors of different sizes are never close. */
export async function nearPairs(
  vectors: readonly (readonly number[])[],
  least: number = CLOSE,
): Promise<[number, number][]> {
  const pairs: [number, number][] = [];
  let compared = 0;
  for (const [first, a] of vectors.entries()) {
    for (let second = first + 1; second < vectors.length; second += 1) {
      const b = vectors[second] ?? [];
      if (a.length === b.length && productOf(a, b) >= least) pairs.push([first, second]);
    }
    compared += vectors.length - first;
    if (compared < AT_ONCE) continue;
    compared = 0;
    await otherRequests();
  }
  return pairs;
}
