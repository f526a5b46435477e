/** The preferences of a request (`Prefer`, RFC 7240), and what follows from `unrated=null`. */
import { UNRATED_AS_NULL } from '@hindsight/shared-contracts/api';

/** Whether the client asked for this preference. */
export function hasPreference(header: string | undefined, preference: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().toLowerCase() === preference);
}

/** Whether the client distinguishes memory blocks without feedback from those with the score 0. */
export const knowsUnrated = (header: string | undefined): boolean => hasPreference(header, UNRATED_AS_NULL);

const SCORES = ['feedback_score', 'average_feedback_score'] as const;

/** An answer for clients that do not: 0 instead of null in the answer itself and in the rows of its lists. */
export function withZeroScores(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withZeroScores);
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).map(([name, value]: [string, unknown]) => {
    if (value === null && SCORES.some((score) => score === name)) return [name, 0];
    return [name, Array.isArray(value) ? withZeroScores(value) : value];
  });
  return Object.fromEntries(entries);
}
