/** Mixes full-text and semantic hits into one ranking: weighted, fresher and better rated blocks a little higher. */
import type { Problem } from '@hindsight/shared-contracts/api';
import { toScore } from './rules/ranking';

export interface CombinedHit {
  id: string;
  score: number;
  components: Record<string, number>;
}

export interface BlockFacts {
  /** When the text was written. */
  saidAt: Date;
  feedbackScore: number;
  problem: Problem | null;
  /** Whether it was written in the time that the question names. */
  isInTime?: boolean;
}

export interface Weights {
  fulltext: number;
  semantic: number;
}

interface ListedHit {
  id: string;
  score: number;
}

/** What meaning counts for beside words of the same weight, and how soon it yields to words that answer more of the question. */
const MEANING = { weight: 2, yields: 3 } as const;
/** Words that answer the whole question leave this much to meaning. */
const LEAST_REST = 0.1;
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
/** What a block gains that was written in the time that the question names. */
const TIME_GAIN = 0.5;
/** What a feedback score of 100 adds. */
const FEEDBACK_BONUS = 0.02;
/** What the mark of a wrong or outdated memory takes: it comes behind all that match about as well, and before what hardly matches. */
const MARK_MALUS = 0.5;

const DAY_MS = 24 * 60 * 60 * 1000;
const SHARE_TOLERANCE = 0.001;

/** Whether the weights add up to 1. */
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

interface Mixed {
  /** In parts of the best hit's. */
  score: number;
  /** The parts of words and of meaning. */
  fulltext: number;
  semantic: number;
}

/** A hit by words, and the share of the question that its words answer. */
type WordHit = ListedHit & { coverage: number };

/**
 * Both lists in one, of the first window. Words count by the share of the question that they answer at best, meaning by the rest of it: where no
 * word answers, something is first by words all the same. Within its list a hit counts in parts of the best, by words squared.
 */
function mixHits(
  fulltext: readonly WordHit[],
  semantic: readonly ListedHit[],
  weights: Weights,
): Map<string, Mixed> {
  const [words, meaning] = [relative(fulltext), relative(semantic)];
  const answered = Math.max(0, ...fulltext.map(({ coverage }) => coverage));
  const rest = Math.max(LEAST_REST, 1 - answered);
  // What is not among the nearest may be as near as the last of them.
  const unseen = semantic.length < WINDOW ? 0 : Math.min(...meaning.values());
  const parts = [...new Set([...words.keys(), ...meaning.keys()])].map((id) => ({
    id,
    fulltext: weights.fulltext * answered * (words.get(id) ?? 0) ** 2,
    semantic: weights.semantic * MEANING.weight * rest ** MEANING.yields * (meaning.get(id) ?? unseen),
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
function mixedFirst(fulltext: readonly WordHit[], semantic: readonly ListedHit[], weights: Weights) {
  const first = mixHits(fulltext.slice(0, WINDOW), semantic, weights);
  const rest = fulltext.slice(WINDOW).filter(({ id }) => !first.has(id));
  return [first, ...byWords(rest, Math.min(...[...first.values()].map(({ score }) => score)))];
}

const mixedOnWire = (score: number) => LEAST_SCORE + (1 - LEAST_SCORE) * Math.sqrt(score);

/**
 * One ranking of both lists, best first. `facts` must know every id; hits without facts are left out. The scores of `semantic` are above that of
 * the workspace as a whole.
 * Where `semantic` is undefined, meaning could not be asked and the words carry the whole weight.
 */
export function combineHits(
  fulltext: readonly WordHit[],
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
    const time = fact.isInTime ? TIME_GAIN : 0;
    const feedback = fact.problem ? -MARK_MALUS : (fact.feedbackScore / 100) * FEEDBACK_BONUS;
    const freshness = (recency - RECENCY.min) / (RECENCY.max - RECENCY.min);
    return [
      {
        id,
        // A share and no amount, which would weigh more the weaker a hit is.
        score: score * (1 + RECENCY_GAIN * freshness + time + feedback),
        components: { ...parts, recency, feedback, ...(time > 0 && { time }) },
      },
    ];
  };
  const best = fulltext[0]?.score ?? 0;
  const wordsOnWire = (part: number) => toScore(part * best) / toScore(best);
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
