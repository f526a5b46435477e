/** Mixes full-text and semantic hits into one ranking: weighted, fresher and better rated blocks a little higher. */
import type { Problem, VisibilityScope } from '@hindsight/shared-contracts/api';
import { scoreOf } from './rules/ranking';

export interface CombinedHit {
  id: string;
  score: number;
  components: Record<string, number>;
}

export interface BlockFacts {
  /** When what it says was written. */
  saidAt: Date;
  feedbackScore: number;
  problem: Problem | null;
  visibilityScope: VisibilityScope;
}

export interface Weights {
  fulltext: number;
  semantic: number;
}

interface ListedHit {
  id: string;
  score: number;
}

/** What a list of hits lacks to this length was found by nothing: a single hit stands out of it. */
const SHORTEST_LIST = 20;
/** So many hits of a list say how sure it is of its best. */
const FIRST = 10;
/** What only its meaning names has to stand out of the nearest by this many standard deviations: something is always nearest. */
const NEAR = 1;
/** What a hit stands out by at least, so that each part of its score can be named. */
const LEAST_DEVIATION = 0.1;
/** What matched at all is worth this much; clients ask for 0.1 and more. */
const LEAST_SCORE = 0.1;

/**
 * Freshness, feedback and meaning change the order within so many places of the ranking by words and not beyond, so that the order does
 * not depend on the page that is asked for.
 */
export const WINDOW = 100;

/** Days after which the factor is half as large; it stays between the two bounds. */
const RECENCY = { halfLifeDays: 30, min: 0.25, max: 1.15 } as const;
/** What the newest block gains over the oldest: enough to decide between equals, too little to push a right old block down. */
const RECENCY_GAIN = 0.03;
/** What a feedback score of 100 adds. */
const FEEDBACK_BONUS = 0.02;
/** What the mark of a wrong or outdated memory takes: it comes behind all that match about as well, and before what hardly matches. */
const MARK_MALUS = 0.5;
const SCOPE_BONUS: Record<VisibilityScope, number> = { personal: 0.05, organization: 0.02, public: 0 };

const DAY_MS = 24 * 60 * 60 * 1000;
const SHARE_TOLERANCE = 0.001;

/** Do the weights make a whole? */
export function weightsAddUp({ fulltext, semantic }: Weights): boolean {
  return Math.abs(fulltext + semantic - 1) <= SHARE_TOLERANCE;
}

/** Halves with the half-life, between the two bounds. */
export function recencyFactor(saidAt: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - saidAt.getTime()) / DAY_MS;
  const factor = RECENCY.max * 0.5 ** (days / RECENCY.halfLifeDays);
  return Math.min(RECENCY.max, Math.max(RECENCY.min, factor));
}

/** Scores as parts of the best one, so that the weakest hit still counts for what it is. */
function relative(hits: readonly ListedHit[]): Map<string, number> {
  const best = Math.max(...hits.map(({ score }) => score), Number.EPSILON);
  return new Map(hits.map(({ id, score }) => [id, Math.max(0, score) / best]));
}

interface Deviations {
  /** By how many standard deviations each score stands out of its list. */
  byId: Map<string, number>;
  /** How far the best one stands above the mean of the first ten: what the list is sure of. */
  lead: number;
}

/** What a short list lacks has a score of 0. */
function standingOut(hits: readonly ListedHit[]): Deviations {
  const count = Math.max(hits.length, SHORTEST_LIST);
  const mean = hits.reduce((sum, { score }) => sum + score, 0) / count;
  const squares = hits.reduce(
    (sum, { score }) => sum + (score - mean) ** 2,
    (count - hits.length) * mean ** 2,
  );
  const deviation = Math.sqrt(squares / count);
  // What is left of equal scores by rounding is no deviation.
  const unit = deviation > Math.abs(mean) * 1e-6 ? deviation : 1;
  const first = Array.from({ length: FIRST }, (_, place) => hits[place]?.score ?? 0);
  const lead = ((first[0] ?? 0) - first.reduce((sum, score) => sum + score, 0) / FIRST) / unit;
  return {
    byId: new Map(hits.map(({ id, score }) => [id, (score - mean) / unit])),
    lead: Math.max(LEAST_DEVIATION, lead),
  };
}

interface Mixed {
  /** In parts of the best hit's. */
  score: number;
  /** The parts of words and of meaning. */
  fulltext: number;
  semantic: number;
}

/**
 * Both lists in one, of the first window. A score counts by how far it stands out of its own list, squared: a list in which one hit is far ahead decides over
 * one in which all are alike, whatever the units. And a list counts by how far its best stands above the ten first: where nothing fits, something
 * is first all the same.
 */
function mixed(
  fulltext: readonly ListedHit[],
  semantic: readonly ListedHit[],
  weights: Weights,
): Map<string, Mixed> {
  const words = standingOut(fulltext);
  const meaning = standingOut(semantic);
  const isNear = ([id, out]: [string, number]) => words.byId.has(id) || out >= NEAR;
  const near = new Map([...meaning.byId].filter(isNear));
  const part = (weight: number, out: number | undefined) =>
    out === undefined ? 0 : weight * Math.max(LEAST_DEVIATION, out) ** 2;
  const parts = [...new Set([...words.byId.keys(), ...near.keys()])].map((id) => ({
    id,
    fulltext: part(weights.fulltext * words.lead, words.byId.get(id)),
    semantic: part(weights.semantic * meaning.lead, near.get(id)),
  }));
  const best = Math.max(...parts.map((one) => one.fulltext + one.semantic), Number.EPSILON);
  return new Map(
    parts.map(({ id, fulltext, semantic }) => [
      id,
      { score: (fulltext + semantic) / best, fulltext: fulltext / best, semantic: semantic / best },
    ]),
  );
}

/** Scores by words alone, in windows; the best one is `best`. */
function byWords(hits: readonly ListedHit[], best: number): Map<string, Mixed>[] {
  const parts = [...relative(hits)].map(([id, part]): [string, Mixed] => [
    id,
    { score: part * best, fulltext: part * best, semantic: 0 },
  ]);
  return Array.from(
    { length: Math.ceil(parts.length / WINDOW) },
    (_, at) => new Map(parts.slice(at * WINDOW, (at + 1) * WINDOW)),
  );
}

/** The first window is mixed; what follows comes by its words, below. */
function mixedFirst(fulltext: readonly ListedHit[], semantic: readonly ListedHit[], weights: Weights) {
  const first = mixed(fulltext.slice(0, WINDOW), semantic, weights);
  const rest = fulltext.slice(WINDOW).filter(({ id }) => !first.has(id));
  return [first, ...byWords(rest, Math.min(...[...first.values()].map(({ score }) => score)))];
}

const mixedOnWire = (score: number) => LEAST_SCORE + (1 - LEAST_SCORE) * Math.sqrt(score);

/**
 * One ranking of both lists, best first. `facts` must know every id; hits without facts are left out. The scores of `fulltext` are sums of
 * weights: brought to 0 to 1 the best would be alike, and none could stand out.
 * Where `semantic` is undefined, meaning could not be asked and the words carry the whole weight.
 */
export function combineHits(
  fulltext: readonly ListedHit[],
  semantic: readonly ListedHit[] | undefined,
  facts: ReadonlyMap<string, BlockFacts>,
  weights: Weights,
  now: Date,
): CombinedHit[] {
  const windows = semantic ? mixedFirst(fulltext, semantic, weights) : byWords(fulltext, 1);
  const withFacts = ([id, { score, ...parts }]: [string, Mixed]): CombinedHit[] => {
    const fact = facts.get(id);
    if (!fact) return [];
    const recency = recencyFactor(fact.saidAt, now);
    const feedback = fact.problem ? -MARK_MALUS : (fact.feedbackScore / 100) * FEEDBACK_BONUS;
    const scope = SCOPE_BONUS[fact.visibilityScope];
    const freshness = (recency - RECENCY.min) / (RECENCY.max - RECENCY.min);
    return [
      {
        id,
        // A share and no amount, which would weigh more the weaker a hit is.
        score: score * (1 + RECENCY_GAIN * freshness + feedback + scope),
        components: { ...parts, recency, feedback, scope },
      },
    ];
  };
  const best = fulltext[0]?.score ?? 0;
  const wordsOnWire = (part: number) => scoreOf(part * best) / scoreOf(best);
  const onWire = semantic ? mixedOnWire : wordsOnWire;
  let least = 1;
  return windows
    .flatMap((window) =>
      [...window].flatMap(withFacts).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
    )
    .map((hit) => {
      least = Math.min(least, onWire(hit.score));
      return { ...hit, score: least };
    });
}
