/** Lets the newest lead among hits that say the same or the opposite, and answer their question equally well. */

export interface Candidate {
  id: string;
  /** How the memory begins. */
  text: string;
  saidAt: Date;
  /** Share of the question that its words answer. */
  coverage: number;
  /** Is it understood by another match in its conversation? */
  isBeside: boolean;
}

/** So much of the shorter text's words stand in the other: "runs PostgreSQL 14" and "runs PostgreSQL 16 since the upgrade". */
const SHARED = 0.66;
/** Texts that were made alike differ in the name that was asked for: who has it answers better, and stays before the others. */
const EQUAL = 0.05;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  const shared = [...few].filter((word) => many.has(word)).length;
  return few.size > 0 && shared / few.size >= SHARED;
}

export interface Placed {
  id: string;
  /** How many of the hits after it say nearly the same. */
  older: number;
}

/** The same hits in their new order: the places of a group go to its members, newest first. */
export function newerFirst(hits: readonly Candidate[]): Placed[] {
  const words = hits.map(({ text }) => wordsOf(text));
  const placed: Placed[] = hits.map(({ id }) => ({ id, older: 0 }));
  const isGrouped = new Set<number>();
  for (const [first, hit] of hits.entries()) {
    if (isGrouped.has(first)) continue;
    const places = hits.flatMap((other, at) => {
      const isEqual = Math.abs(other.coverage - hit.coverage) <= EQUAL && other.isBeside === hit.isBeside;
      return at >= first && !isGrouped.has(at) && isEqual && areAlike(words[first]!, words[at]!) ? [at] : [];
    });
    const byAge = [...places].sort((a, b) => hits[b]!.saidAt.getTime() - hits[a]!.saidAt.getTime() || a - b);
    for (const [n, place] of places.entries()) {
      isGrouped.add(place);
      placed[place] = { id: hits[byAge[n]!]!.id, older: n === 0 ? places.length - 1 : 0 };
    }
  }
  return placed;
}
