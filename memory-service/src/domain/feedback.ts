/** What a memory without feedback counts as where a number is needed; the first feedback moves the score from here. */
export const NEUTRAL_SCORE = 50;

/** How far one judgement moves the score. */
const STEPS = { positive: 1, negative: -1, neutral: 0 } as const;

export type FeedbackType = keyof typeof STEPS;

/** The score after a judgement, within 0 to 100. */
export function scoreAfter(score: number | null, type: FeedbackType): number {
  return Math.min(100, Math.max(0, (score ?? NEUTRAL_SCORE) + STEPS[type]));
}
