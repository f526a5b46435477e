/** Mixes full-text and semantic hits into one ranking: weighted, fresher and better rated blocks a little higher. */
import type { VisibilityScope } from '@hindsight/shared-contracts/api';

export interface CombinedHit {
  id: string;
  score: number;
  components: Record<string, number>;
}

export interface BlockFacts {
  createdAt: Date;
  feedbackScore: number;
  visibilityScope: VisibilityScope;
}

export interface Weights {
  fulltext: number;
  semantic: number;
}

/** Days after which the factor is half as large; it stays between the two bounds. */
const RECENCY = { halfLifeDays: 30, min: 0.25, max: 1.15 } as const;
/** What the newest block gains over the oldest: enough to decide between equals, too little to push a right old block down. */
const RECENCY_GAIN = 0.03;
/** What a feedback score of 100 adds. */
const FEEDBACK_BONUS = 0.02;
const SCOPE_BONUS: Record<VisibilityScope, number> = { personal: 0.05, organization: 0.02, public: 0 };

const DAY_MS = 24 * 60 * 60 * 1000;
const SHARE_TOLERANCE = 0.001;

/** Do the weights make a whole? */
export function weightsAddUp({ fulltext, semantic }: Weights): boolean {
  return Math.abs(fulltext + semantic - 1) <= SHARE_TOLERANCE;
}

/** Halves with the half-life, between the two bounds. */
export function recencyFactor(createdAt: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - createdAt.getTime()) / DAY_MS;
  const factor = RECENCY.max * 0.5 ** (days / RECENCY.halfLifeDays);
  return Math.min(RECENCY.max, Math.max(RECENCY.min, factor));
}

/** Scores as parts of the best one, so that the weakest hit still counts for what it is. */
function relative(hits: readonly { id: string; score: number }[]): Map<string, number> {
  const best = Math.max(...hits.map(({ score }) => score), Number.EPSILON);
  return new Map(hits.map(({ id, score }) => [id, Math.max(0, score) / best]));
}

/**
 * One ranking of both lists, best first. `facts` must know every id; hits without facts are left out.
 * Where `semantic` is undefined, meaning could not be asked and the words carry the whole weight.
 */
export function combineHits(
  fulltext: readonly { id: string; score: number }[],
  semantic: readonly { id: string; score: number }[] | undefined,
  facts: ReadonlyMap<string, BlockFacts>,
  weights: Weights,
  now: Date,
): CombinedHit[] {
  const words = relative(fulltext);
  const meaning = relative(semantic ?? []);
  const wordWeight = semantic ? weights.fulltext : 1;
  const ids = new Set([...words.keys(), ...meaning.keys()]);
  const combined = [...ids].flatMap((id): CombinedHit[] => {
    const fact = facts.get(id);
    if (!fact) return [];
    const fulltextScore = words.get(id) ?? 0;
    const semanticScore = meaning.get(id) ?? 0;
    const recency = recencyFactor(fact.createdAt, now);
    const feedback = (fact.feedbackScore / 100) * FEEDBACK_BONUS;
    const scope = SCOPE_BONUS[fact.visibilityScope];
    const mixed = wordWeight * fulltextScore + (1 - wordWeight) * semanticScore;
    const freshness = (recency - RECENCY.min) / (RECENCY.max - RECENCY.min);
    return [
      {
        id,
        score: mixed * (1 + RECENCY_GAIN * freshness) + feedback + scope,
        components: { fulltext: fulltextScore, semantic: semanticScore, recency, feedback, scope },
      },
    ];
  });
  return combined
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map((hit) => ({ ...hit, score: Math.min(1, Math.max(0, hit.score)) }));
}
