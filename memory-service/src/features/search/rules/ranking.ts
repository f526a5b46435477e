/**
 * How a ranked search weighs terms and which blocks it looks at: BM25's idea (rare words weigh more, repetition saturates, long
 * texts are not favored) over the fields of a block. Robertson & Zaragoza, "The Probabilistic Relevance Framework", 2009.
 */

/** A term of the query as the tenant knows it. */
export interface QueryTerm {
  term: string;
  /** Where it stands in the query, from 1; stop words count. */
  positions: readonly number[];
  /** Blocks of the tenant that contain it. */
  documents: number;
  /** Stands for all terms that begin with it. */
  isPrefix?: boolean;
  /** A name whose parts were asked for as well: what has the parts alone is a hit, too. */
  isInParts?: boolean;
  /** Searched instead of a word that no block contains: the guess may be wrong. */
  isGuess?: boolean;
  /** An everyday word without a subject of its own (“make”): that few blocks of a workspace contain it says nothing. */
  isEveryday?: boolean;
}

export interface WeightedTerm extends QueryTerm {
  weight: number;
}

export interface Collection {
  /** Blocks of the tenant. */
  documents: number;
  /** Different words of all blocks together. */
  length: number;
  /** Blocks of all tenants, about; negative where the database has not counted them. */
  stored: number;
}

/** What a mention is worth by field, as ts_rank takes it: errors, content, lessons and keywords, titles. */
export const FIELD_WEIGHTS = [0.4, 0.5, 0.7, 1] as const;
/** How much of the score depends on the length of a block: 0 nothing, 1 all. */
export const LENGTH_SHARE = 0.4;
/** What a guessed word counts, in parts of one that was typed: words that are known decide, unless there are none. */
const GUESS_SHARE = 0.3;
/** What an everyday word counts, in parts of one with a subject: it decides where nothing else was asked for. */
const EVERYDAY_SHARE = 0.25;
/** What two neighbors of the query that are neighbors in the block add, in parts of their weight. */
const NEIGHBOR_BONUS = 0.2;
/** What a block gains from the one written before or after it in its conversation, in parts of that one's score: a turn is often understood by it. */
export const BESIDE_SHARE = 0.3;
/** The sum of weights that is worth half of the best score. */
const HALF_SCORE = 2;
/** What matched at all is worth this much; clients ask for 0.1 and more. */
const LEAST_SCORE = 0.1;

/**
 * In a large workspace the rarest terms choose the candidates: as many blocks as make so many comparisons of a block with a term, and
 * never fewer blocks than the second number.
 */
const MAX_COMPARISONS = 2_500;
const MIN_CANDIDATES = 400;
/** Blocks that contain several of the common terms, all groups of them together. */
export const MAX_CANDIDATES = 1_000;
/** One condition on words yields at most so many candidates. */
export const MAX_MATCHES = 6_000;
/** A workspace of this size is ranked whole. */
export const SMALL_COLLECTION = 6_000;
/** So many blocks of other tenants may be looked at in vain. */
const MAX_OTHERS = 10_000;
/** Rarer terms decide; more of them only cost time. */
export const MAX_QUERY_TERMS = 32;

/** What a term is worth that so many of the blocks contain; positive also for one that all contain. */
export function inverseDocumentFrequency(containing: number, documents: number): number {
  const known = Math.min(Math.max(containing, 0), documents);
  return Math.log(1 + (documents - known + 0.5) / (known + 0.5));
}

/**
 * Is nearly every stored block one of the tenant's? Then the index need not look for the tenant as well: it would read the places of all
 * its blocks to find those with a rare word.
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
 * The share of a question that each hit answers by its words, from 0 to 1, in weights: what nothing contains weighs most. It depends neither on
 * the other hits nor on how large the workspace is.
 * @param unknown words that no block contains.
 */
export function coverageBy(
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
  /** And every block with all terms of one of these groups: terms that are too common to be ranked alone. */
  together: WeightedTerm[][];
  /** And the newest blocks with one of these, when the above cannot choose. */
  newestTime: WeightedTerm[];
  /** No matching block is left out. */
  isComplete: boolean;
}

/**
 * Which blocks are ranked, so that a word which half of a large workspace contains costs no more than a rare one. `groups` choose blocks
 * besides, each by all of its terms.
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

/** The same where a block must contain every term: all such blocks, unless even the rarest terms together are common. */
export function planForEvery(weighted: readonly WeightedTerm[], collection: Collection): CandidatePlan {
  const isFew =
    (weighted[0]?.documents ?? 0) <= MAX_MATCHES || expectedTogether(weighted, collection) <= MAX_CANDIDATES;
  if (!isFew) return planCandidates(weighted, collection);
  return { anyOf: [], together: [[...weighted]], newestTime: [], isComplete: true };
}

/** Blocks that contain all of the terms, if terms occurred independently of each other. */
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
  // What a smaller group finds already needs no larger one, and the same terms in another order are the same group.
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

/** Neighbors of the query, in its order, each with what finding them side by side adds. */
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

/** A sum of weights as a score from 0.1 to 1; it depends on nothing but the block and the query's terms. */
export function toScore(raw: number): number {
  return LEAST_SCORE + (1 - LEAST_SCORE) * (raw / (raw + HALF_SCORE));
}
