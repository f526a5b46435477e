/** Ratings of feedback scores. */
import type { Tone } from './Tag';

/** Minimum score for green. */
export const GOOD_SCORE = 80;
/** Minimum score for yellow; lower scores are red. */
export const FAIR_SCORE = 60;

/** Color and rating of a score from 0 to 100. */
export function scoreTone(score: number): { tone: Tone; word: string } {
  if (score >= GOOD_SCORE) return { tone: 'good', word: 'High' };
  if (score >= FAIR_SCORE) return { tone: 'warn', word: 'Medium' };
  return { tone: 'bad', word: 'Low' };
}
