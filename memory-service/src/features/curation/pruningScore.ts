/** The pruning score of a memory based on facts, from 1 (prune first) to 100. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { NEUTRAL_SCORE } from '../memory';
import { explainLastingContent } from './lastingContent';
import type { LastingContent } from './lastingContent';

/** Facts about a memory that the database knows without reading its text. */
interface Facts {
  /** Null: no feedback yet, which is neither good nor bad. */
  feedbackScore: number | null;
  retrievalCount: number;
  contentLength: number;
  hasLessons: boolean;
  ageDays: number;
}

export interface PruningFacts extends Facts {
  /** Why its text stays useful however rarely it is read; undefined without such a reason. */
  lasting: LastingContent | undefined;
}

export interface PruningScore {
  /** 1 to 100; lower means prune first. */
  score: number;
  /** Each from 1 to 10. */
  criticality: number;
  informationValue: number;
  redundancy: number;
  temporalRelevance: number;
  rationale: string;
}

/** Maps a share to a mark from 1 to 10. */
const toMark = (share: number) => Math.min(10, Math.max(1, Math.round(share * 100) / 10));

/** Points per interval between bounds: one more than there are bounds, the first for values below the first bound. */
interface Scale {
  bounds: readonly number[];
  points: readonly number[];
}

/**
 * The points of each fact, 100 in total. Both the score and the order in which the database reads candidates derive from this table, so the
 * least valuable ones are read first.
 */
const POINTS = {
  feedback: {
    bounds: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    points: [3, 6, 9, 11, 14, 17, 19, 22, 25, 28, 30],
  },
  // The first few retrievals say more than the hundredth.
  retrievals: { bounds: [1, 2, 4, 8, 16, 32, 64, 100], points: [3, 7, 9, 12, 16, 20, 23, 27, 30] },
  length: { bounds: [50, 100, 200, 300, 400, 500], points: [2, 3, 4, 7, 9, 12, 14] },
  lessons: { bounds: [1], points: [0, 6] },
  days: {
    bounds: [30, 60, 90, 120, 180, 270, 365, 540, 720, 1080],
    points: [20, 18, 16, 15, 13, 11, 8, 6, 4, 3, 2],
  },
} satisfies Record<string, Scale>;

const pointsFor = ({ bounds, points }: Scale, value: number): number =>
  points[bounds.filter((bound) => value >= bound).length] ?? 0;

const array = (values: readonly number[]) => sql.raw(`array[${values.join(', ')}]`);
const toPointsSql = ({ bounds, points }: Scale, value: SQL): SQL =>
  sql`(${array(points)})[1 + width_bucket((${value})::float8, ${array(bounds)}::float8[])]`;

/** The facts score of a row of `memory_blocks`. */
export const factsScore = sql.join(
  [
    toPointsSql(POINTS.feedback, sql.raw(`coalesce(memory_blocks.feedback_score, ${NEUTRAL_SCORE})`)),
    toPointsSql(POINTS.retrievals, sql`memory_blocks.retrieval_count`),
    // Texts may be large: read no more than the last bound.
    toPointsSql(
      POINTS.length,
      sql.raw(`length(left(memory_blocks.content, ${POINTS.length.bounds.at(-1)}))`),
    ),
    toPointsSql(POINTS.lessons, sql`(coalesce(trim(memory_blocks.lessons_learned), '') <> '')::int`),
    toPointsSql(POINTS.days, sql`extract(epoch from now() - memory_blocks.created_at) / 86400`),
  ],
  sql` + `,
);

/** Memories with this score or more are not proposed for pruning. */
export const WORTH_KEEPING = 50;

function retrievedText(count: number): string {
  if (count === 0) return 'never retrieved';
  return count === 1 ? 'retrieved once' : `retrieved ${count} times`;
}

/** Bonus for lasting content: it is kept however old and unread, unless rated wrong. A plain fact counts only until it is rated. */
const LASTING = 30;

function pointsForLasting({ lasting, feedbackScore }: PruningFacts): number {
  const isPoor = (feedbackScore ?? NEUTRAL_SCORE) < NEUTRAL_SCORE;
  return lasting === undefined || (lasting.kind === 'fact' && isPoor) ? 0 : LASTING;
}

function explainScore(facts: PruningFacts): string {
  const reasons = [
    facts.feedbackScore === null ? 'not rated' : `feedback ${facts.feedbackScore} of 100`,
    retrievedText(facts.retrievalCount),
    `${Math.floor(facts.ageDays)} days old`,
    facts.contentLength < 100 ? 'very short' : undefined,
    facts.hasLessons ? undefined : 'no lessons learned',
    facts.lasting === undefined ? 'little lasting content' : explainLastingContent(facts.lasting),
  ];
  return `${reasons.filter(Boolean).join(', ')}.`.replace(/^./, (first) => first.toUpperCase());
}

/** More feedback, retrievals, substance, youth or lasting content never lower the score. */
export function scoreForPruning(facts: PruningFacts): PruningScore {
  const points = {
    feedback: pointsFor(POINTS.feedback, facts.feedbackScore ?? NEUTRAL_SCORE),
    retrievals: pointsFor(POINTS.retrievals, facts.retrievalCount),
    substance:
      pointsFor(POINTS.length, facts.contentLength) + pointsFor(POINTS.lessons, Number(facts.hasLessons)),
    age: pointsFor(POINTS.days, facts.ageDays),
  };
  const lasting = pointsForLasting(facts);
  const informationValue = toMark(points.substance / 20);
  return {
    score: Math.min(100, points.feedback + points.retrievals + points.substance + points.age + lasting),
    criticality: toMark((points.feedback + lasting) / 30),
    informationValue,
    redundancy: 11 - informationValue,
    temporalRelevance: toMark(points.age / 20),
    rationale: explainScore(facts),
  };
}
