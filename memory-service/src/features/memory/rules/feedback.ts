/** Default score of a memory without feedback; the first feedback moves the score from here. */
export const NEUTRAL_SCORE = 50;

/** Lower bounds of a high and a medium score. */
export const HIGH_SCORE = 80;
export const MEDIUM_SCORE = 60;

/** Change of the score by one piece of feedback. */
const STEPS = { positive: 1, negative: -1, neutral: 0 } as const;

export type FeedbackType = keyof typeof STEPS;

/** Feedback as logged; entries from before scores were recorded have none. */
interface Made {
  before: number | null;
  after: number | null;
}

/** The score without an earlier piece of feedback, within 0 to 100. */
export function scoreWithout(score: number | null, { before, after }: Made): number | null {
  if (score === null || after === null) return score;
  if (before === null && score === after) return null;
  return Math.min(100, Math.max(0, score - (after - (before ?? NEUTRAL_SCORE))));
}

/** The score after a piece of feedback, within 0 to 100. */
export function scoreAfter(score: number | null, type: FeedbackType): number {
  return Math.min(100, Math.max(0, (score ?? NEUTRAL_SCORE) + STEPS[type]));
}
