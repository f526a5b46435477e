/** Request preferences (`Prefer`, RFC 7240), and the effect of `unrated=null`. */
import { UNRATED_AS_NULL } from '@hindsight/shared-contracts/api';

/** Whether the client sent this preference. */
export function hasPreference(header: string | undefined, preference: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().toLowerCase() === preference);
}

/** Whether the client distinguishes memories without feedback from those with a score of 0. */
export const supportsUnrated = (header: string | undefined): boolean =>
  hasPreference(header, UNRATED_AS_NULL);

const SCORES = ['feedback_score', 'average_feedback_score'] as const;

/** Response for clients that do not: replaces a null score by 0 in the body and in its list items. */
export function withZeroScores(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withZeroScores);
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).map(([name, value]: [string, unknown]) => {
    if (value === null && SCORES.some((score) => score === name)) return [name, 0];
    return [name, Array.isArray(value) ? withZeroScores(value) : value];
  });
  return Object.fromEntries(entries);
}
