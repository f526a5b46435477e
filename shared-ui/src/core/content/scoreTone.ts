/** What a feedback score is worth. */
import type { Tone } from './Tag';

/** From here a score is green. */
export const GOOD_SCORE = 80;
/** From here a score is yellow; below it is red. */
export const FAIR_SCORE = 60;

/** Color and word of a score of 0 to 100. */
export function scoreTone(score: number): { tone: Tone; word: string } {
  if (score >= GOOD_SCORE) return { tone: 'good', word: 'High' };
  if (score >= FAIR_SCORE) return { tone: 'warn', word: 'Medium' };
  return { tone: 'bad', word: 'Low' };
}
