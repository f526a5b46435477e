/** Keeps an answer within what a model's context can take. */

/** Tokens of an answer: the minimum that holds a memory, the default, and the maximum. */
export const ANSWER_TOKENS = { fewest: 100, usual: 1_000, most: 10_000 } as const;
/** For English text; tools take limits in tokens and measure in characters. */
export const CHARACTERS_OF_A_TOKEN = 4;

export const MAX_ANSWER_CHARACTERS = 40_000;
/** Characters of each text of a memory in a list. */
export const MAX_LISTED_CHARACTERS = 2_000;

/** The first rows that fit, always at least one. */
export function takeFitting<T>(rows: readonly T[], most = MAX_ANSWER_CHARACTERS): T[] {
  let used = 0;
  const kept = rows.findIndex((row) => (used += JSON.stringify(row).length) > most);
  return kept === -1 ? [...rows] : rows.slice(0, Math.max(1, kept));
}

/** Divides space among texts: short ones get what they need, longer ones equal shares of the rest. */
export function shareSpace(lengths: readonly number[], space: number): number[] {
  const shares = lengths.map(() => 0);
  let left = space;
  const ascending = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  for (const [done, place] of ascending.entries()) {
    shares[place] = Math.max(0, Math.min(lengths[place]!, Math.floor(left / (ascending.length - done))));
    left -= shares[place];
  }
  return shares;
}
