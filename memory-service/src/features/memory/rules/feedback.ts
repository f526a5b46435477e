/** What a memory without feedback counts as where a number is needed; the first feedback moves the score from here. */
export const NEUTRAL_SCORE = 50;

/** From here a score is high, and from there medium. */
export const HIGH_SCORE = 80;
export const MEDIUM_SCORE = 60;

/** How far one judgment moves the score. */
const STEPS = { positive: 1, negative: -1, neutral: 0 } as const;

export type FeedbackType = keyof typeof STEPS;

/** A judgment as the log keeps it; judgments from before the scores were noted have none. */
interface Made {
  before: number | null;
  after: number | null;
}

/** The score without a judgment that was made earlier, within 0 to 100. */
export function scoreWithout(score: number | null, { before, after }: Made): number | null {
  if (score === null || after === null) return score;
  if (before === null && score === after) return null;
  return Math.min(100, Math.max(0, score - (after - (before ?? NEUTRAL_SCORE))));
}

/** The score after a judgment, within 0 to 100. */
export function scoreAfter(score: number | null, type: FeedbackType): number {
  return Math.min(100, Math.max(0, (score ?? NEUTRAL_SCORE) + STEPS[type]));
}
