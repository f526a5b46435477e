/** Ranges of feedback scores by the spec's colors: 80 and above green, 60-79 yellow, below 60 red. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';

export type Feedback = CallAnswer<'GET /analytics/summary'>['feedback'];

export const FEEDBACK_PARTS = [
  { key: 'high', label: 'High (80-100)', color: 'var(--hs-good)' },
  { key: 'medium', label: 'Medium (60-79)', color: 'var(--hs-warn)' },
  { key: 'low', label: 'Low (0-59)', color: 'var(--hs-bad)' },
] as const satisfies { key: keyof Feedback; label: string; color: string }[];

export function countRatings({ high, medium, low }: Feedback): number {
  return high + medium + low;
}
