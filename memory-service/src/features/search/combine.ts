/** Merges full-text and semantic hits into one weighted ranking that slightly favors fresher and better-rated blocks. */
import type { Problem } from '@hindsight/shared-contracts/api';
import { toScore } from './rules/ranking';

export interface CombinedHit {
  id: string;
  score: number;
  components: Record<string, number>;
}

export interface BlockFacts {
  /** When the text was written. */
  effectiveDate: Date;
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

/** Weight of semantic similarity relative to words, and how fast it falls as words answer more of the question. */
const MEANING = { weight: 2, yields: 3 } as const;
/** Minimum share left to semantic similarity when the words answer the whole question. */
const LEAST_REST = 0.1;
/** Minimum score of any match; clients ask for 0.1 and more. */
const LEAST_SCORE = 0.1;

/**
 * Freshness, feedback and semantic similarity reorder hits only within windows of this size in the full-text ranking, so the order does not
 * depend on the requested page.
 */
export const WINDOW = 100;

/** Half-life of the recency factor in days, and its bounds. */
const RECENCY = { halfLifeDays: 30, min: 0.25, max: 1.15 } as const;
/** Advantage of the newest block over the oldest: enough to break ties, too little to demote a relevant old block. */
const RECENCY_GAIN = 0.03;
/** Bonus for a block written in the time that the question names. */
const TIME_GAIN = 0.5;
/** Bonus for a feedback score of 100. */
const FEEDBACK_BONUS = 0.02;
/** Penalty for a memory marked as wrong or outdated: it ranks below comparable matches, but above weak ones. */
const MARK_MALUS = 0.5;

const DAY_MS = 24 * 60 * 60 * 1000;
const SHARE_TOLERANCE = 0.001;

/** Whether the weights add up to 1. */
export function weightsAddUp({ fulltext, semantic }: Weights): boolean {
  return Math.abs(fulltext + semantic - 1) <= SHARE_TOLERANCE;
}

/** Recency factor: decays with the half-life, within the two bounds. */
export function recencyFactor(effectiveDate: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - effectiveDate.getTime()) / DAY_MS;
  const factor = RECENCY.max * 0.5 ** (days / RECENCY.halfLifeDays);
  return Math.min(RECENCY.max, Math.max(RECENCY.min, factor));
}

/** Scores as fractions of the best one, so that the weakest hit still counts. */
function relativeScores(hits: readonly ListedHit[]): Map<string, number> {
  const best = Math.max(...hits.map(({ score }) => score), Number.EPSILON);
  return new Map(hits.map(({ id, score }) => [id, Math.max(0, score) / best]));
}

interface Mixed {
  /** As a fraction of the best hit's score. */
  score: number;
  /** The contributions of full-text and semantic search. */
  fulltext: number;
  semantic: number;
}

/** A full-text hit and the share of the question that its words answer. */
type WordHit = ListedHit & { coverage: number };

/**
 * Merges the first window of both lists. Full text is weighted by the largest share of the question that any hit answers, semantic
 * similarity by the remainder, because some hit always tops the full-text list, however little it answers. Within its list, a hit scores
 * as a fraction of the best one, squared for words.
 */
function mergeHits(
  fulltext: readonly WordHit[],
  semantic: readonly ListedHit[],
  weights: Weights,
): Map<string, Mixed> {
  const [words, meaning] = [relativeScores(fulltext), relativeScores(semantic)];
  const answered = Math.max(0, ...fulltext.map(({ coverage }) => coverage));
  const rest = Math.max(LEAST_REST, 1 - answered);
  // A hit beyond the nearest ones may be as near as the last of them.
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

/** Full-text scores in windows; the top score is `best`. */
function scoreWindows(hits: readonly ListedHit[], best: number): Map<string, Mixed>[] {
  const parts = [...relativeScores(hits)].map(([id, part]): [string, Mixed] => [
    id,
    { score: part * best, fulltext: part * best, semantic: 0 },
  ]);
  return Array.from(
    { length: Math.ceil(parts.length / WINDOW) },
    (_, at) => new Map(parts.slice(at * WINDOW, (at + 1) * WINDOW)),
  );
}

/** Merges the first window; the remaining hits follow by their words, below it. */
function mergeFirstWindow(fulltext: readonly WordHit[], semantic: readonly ListedHit[], weights: Weights) {
  const first = mergeHits(fulltext.slice(0, WINDOW), semantic, weights);
  const rest = fulltext.slice(WINDOW).filter(({ id }) => !first.has(id));
  return [first, ...scoreWindows(rest, Math.min(...[...first.values()].map(({ score }) => score)))];
}

const mixedOnWire = (score: number) => LEAST_SCORE + (1 - LEAST_SCORE) * Math.sqrt(score);

/**
 * Ranks both lists together, best first. `facts` must know every id; hits without facts are dropped. The scores of `semantic` exceed that
 * of the workspace as a whole. If `semantic` is undefined, semantic search was unavailable and full text gets the whole weight.
 */
export function combineHits(
  fulltext: readonly WordHit[],
  semantic: readonly ListedHit[] | undefined,
  facts: ReadonlyMap<string, BlockFacts>,
  weights: Weights,
  now: Date,
): CombinedHit[] {
  const windows = semantic ? mergeFirstWindow(fulltext, semantic, weights) : scoreWindows(fulltext, 1);
  const withFacts = ([id, { score, ...parts }]: [string, Mixed]): CombinedHit[] => {
    const fact = facts.get(id);
    if (!fact) return [];
    const recency = recencyFactor(fact.effectiveDate, now);
    const time = fact.isInTime ? TIME_GAIN : 0;
    const feedback = fact.problem ? -MARK_MALUS : (fact.feedbackScore / 100) * FEEDBACK_BONUS;
    const freshness = (recency - RECENCY.min) / (RECENCY.max - RECENCY.min);
    return [
      {
        id,
        // Relative, because an absolute bonus would weigh more the weaker a hit is.
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
