/**
 * How a ranked search weighs terms and which blocks it looks at: BM25's idea (rare words weigh more, repetition saturates, long
 * texts are not favored) over the fields of a block. Robertson & Zaragoza, "The Probabilistic Relevance Framework", 2009.
 */

/** A query term with its statistics in the tenant. */
export interface QueryTerm {
  term: string;
  /** Its positions in the query, from 1; stop words count. */
  positions: readonly number[];
  /** Blocks of the tenant that contain it. */
  documents: number;
  /** Represents all terms that start with it. */
  isPrefix?: boolean;
  /** A name whose parts are searched as well: a block with only the parts is a hit, too. */
  isInParts?: boolean;
  /** Searched instead of a word that no block contains: the guess may be wrong. */
  isGuess?: boolean;
  /** An everyday word without its own subject (“make”): being rare in a workspace does not make it significant. */
  isEveryday?: boolean;
}

export interface WeightedTerm extends QueryTerm {
  weight: number;
}

export interface Collection {
  /** Blocks of the tenant. */
  documents: number;
  /** Sum of the numbers of distinct words of all blocks. */
  length: number;
  /** Approximate number of blocks of all tenants; negative if the database has not counted them. */
  stored: number;
}

/** Weight of a mention by field, in the order of ts_rank: errors, content, lessons and keywords, titles. */
export const FIELD_WEIGHTS = [0.4, 0.5, 0.7, 1] as const;
/** How much of the score depends on the length of a block: 0 nothing, 1 all. */
export const LENGTH_SHARE = 0.4;
/** Relative weight of a guessed word: known words decide, unless there are none. */
const GUESS_SHARE = 0.3;
/** Relative weight of an everyday word: it decides only if nothing else was searched. */
const EVERYDAY_SHARE = 0.25;
/** Bonus for two query neighbors that are also neighbors in the block, relative to their weight. */
const NEIGHBOR_BONUS = 0.2;
/** Share of its score that a block passes to the previous and next one in its conversation: context often explains a turn. */
export const BESIDE_SHARE = 0.3;
/** The sum of weights that yields half of the maximum score. */
const HALF_SCORE = 2;
/** Minimum score of any match; clients ask for 0.1 and more. */
const LEAST_SCORE = 0.1;

/**
 * In a large workspace, the rarest terms select the candidates: up to this many comparisons of a block with a term, and never fewer blocks
 * than the second number.
 */
const MAX_COMPARISONS = 2_500;
const MIN_CANDIDATES = 400;
/** Maximum number of blocks that contain several common terms, over all groups. */
export const MAX_CANDIDATES = 1_000;
/** Maximum number of candidates from one condition on words. */
export const MAX_MATCHES = 6_000;
/** Workspaces up to this size are ranked in full. */
export const SMALL_COLLECTION = 6_000;
/** Maximum number of other tenants' blocks that may be read needlessly. */
const MAX_OTHERS = 10_000;
/** Rarer terms decide; more of them only cost time. */
export const MAX_QUERY_TERMS = 32;

/** Weight of a term that `containing` blocks have; positive even if all do. */
export function inverseDocumentFrequency(containing: number, documents: number): number {
  const known = Math.min(Math.max(containing, 0), documents);
  return Math.log(1 + (documents - known + 0.5) / (known + 0.5));
}

/**
 * Whether nearly all stored blocks belong to the tenant. Then the index skips the tenant condition, which would read the entries of all its
 * blocks to find those with a rare word.
 */
export const isNearlyAlone = ({ documents, stored }: Collection): boolean =>
  stored >= 0 && stored - documents <= MAX_OTHERS;

const computeShare = ({ isGuess, isEveryday }: QueryTerm): number =>
  (isGuess ? GUESS_SHARE : 1) * (isEveryday ? EVERYDAY_SHARE : 1);

/** Terms that some block contains, rarest first, with their weights. */
export function weighTerms(terms: readonly QueryTerm[], { documents }: Collection): WeightedTerm[] {
  return terms
    .filter((term) => term.documents > 0)
    .map((term) => ({
      ...term,
      weight: inverseDocumentFrequency(term.documents, documents) * computeShare(term),
    }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_QUERY_TERMS);
}

/**
 * The weighted share of a question that each hit answers by its words, from 0 to 1; unknown words weigh most. Independent of other hits and
 * of the size of the workspace.
 * @param unknown words that no block contains.
 */
export function coverageScorer(
  weighted: readonly WeightedTerm[],
  unknown: readonly { isEveryday: boolean }[],
  { documents }: Pick<Collection, 'documents'>,
): (contributions: readonly number[]) => number {
  const missing = inverseDocumentFrequency(0, documents);
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
  const asked =
    sum(weighted.map(({ weight }) => weight)) +
    sum(unknown.map(({ isEveryday }) => missing * (isEveryday ? EVERYDAY_SHARE : 1)));
  return (contributions) =>
    sum(weighted.map(({ weight }, at) => ((contributions[at] ?? 0) > 0 ? weight : 0))) / asked;
}

export interface CandidatePlan {
  /** Every block with one of these is ranked. */
  anyOf: WeightedTerm[];
  /** Groups of terms that are too common to rank alone: every block with all terms of a group is ranked. */
  together: WeightedTerm[][];
  /** The newest blocks with one of these are ranked if the above select nothing. */
  newestTime: WeightedTerm[];
  /** No matching block is left out. */
  isComplete: boolean;
}

/**
 * Selects the blocks to rank, so that a word in half of a large workspace costs no more than a rare one. `groups` select additional blocks,
 * each by all of its terms.
 */
export function planCandidates(
  terms: readonly WeightedTerm[],
  { documents }: Collection,
  groups: readonly WeightedTerm[][] = [],
): CandidatePlan {
  const isSmall = documents <= SMALL_COLLECTION;
  const budget = isSmall ? Infinity : Math.max(MIN_CANDIDATES, MAX_COMPARISONS / terms.length);
  const anyOf: WeightedTerm[] = [];
  let expected = 0;
  for (const term of terms) {
    if (expected + term.documents > budget) break;
    expected += term.documents;
    anyOf.push(term);
  }
  const common = terms.slice(anyOf.length);
  if (common.length === 0) {
    const isComplete = isSmall || groups.length === 0;
    return { anyOf, together: [...groups], newestTime: [], isComplete };
  }
  const newestTime = anyOf.length > 0 ? [] : common;
  const together = [...groups, ...similarGroups(common, documents)];
  return { anyOf, together, newestTime, isComplete: false };
}

/** The same if a block must contain every term: all such blocks, unless even the rarest terms together are common. */
export function planForEvery(weighted: readonly WeightedTerm[], collection: Collection): CandidatePlan {
  const isFew =
    (weighted[0]?.documents ?? 0) <= MAX_MATCHES || expectedTogether(weighted, collection) <= MAX_CANDIDATES;
  if (!isFew) return planCandidates(weighted, collection);
  return { anyOf: [], together: [[...weighted]], newestTime: [], isComplete: true };
}

/** Expected number of blocks with all of the terms, assuming independence. */
const expectedTogether = (
  terms: readonly WeightedTerm[],
  { documents }: Pick<Collection, 'documents'>,
): number =>
  terms.reduce((blocks, { documents: containing }) => blocks * (containing / documents), documents);

/** Groups of common terms that few blocks contain together: each grows from a pair until it is rare enough. */
function similarGroups(common: readonly WeightedTerm[], documents: number): WeightedTerm[][] {
  const rarest = common.slice(0, 4);
  const pairs = rarest.flatMap((one, at) => rarest.slice(at + 1).map((other) => [one, other]));
  const groups = pairs.slice(0, 3).map((pair) => {
    const group = [...pair];
    for (const term of common) {
      if (expectedTogether(group, { documents }) <= MAX_CANDIDATES) break;
      if (!group.includes(term)) group.push(term);
    }
    return group;
  });
  // A smaller group covers its supersets, and the order of terms does not matter.
  const different = groups.filter(
    (group, at) =>
      !groups.some(
        (other, place) =>
          (other.length < group.length || (other.length === group.length && place < at)) &&
          other.every((term) => group.includes(term)),
      ),
  );
  let expected = 0;
  return different.filter((group) => (expected += expectedTogether(group, { documents })) <= MAX_CANDIDATES);
}

/** Adjacent query terms, in order, each pair with its proximity bonus. */
export function neighbors(
  weighted: readonly WeightedTerm[],
): { pair: [QueryTerm, QueryTerm]; weight: number }[] {
  const places = weighted
    .filter(({ isPrefix }) => !isPrefix)
    .flatMap((term) => term.positions.map((position) => ({ position, term })))
    .sort((a, b) => a.position - b.position);
  return places.slice(1).flatMap(({ position, term }, at) => {
    const before = places[at];
    if (!before || before.term.term === term.term || position - before.position > 3) return [];
    const weight = (NEIGHBOR_BONUS * (before.term.weight + term.weight)) / 2;
    return [{ pair: [before.term, term] as [QueryTerm, QueryTerm], weight }];
  });
}

/** Maps a sum of weights to a score from 0.1 to 1; it depends only on the block and the query's terms. */
export function toScore(raw: number): number {
  return LEAST_SCORE + (1 - LEAST_SCORE) * (raw / (raw + HALF_SCORE));
}
