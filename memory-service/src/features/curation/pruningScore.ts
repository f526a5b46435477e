/** The pruning score of a memory by facts alone, from 1 (prune first) to 100. */
import { NEUTRAL_SCORE } from '../memory';

export interface PruningFacts {
  /** Null: no feedback yet, which is neither good nor bad. */
  feedbackScore: number | null;
  retrievalCount: number;
  contentLength: number;
  hasLessons: boolean;
  ageDays: number;
  /** The word by which its text warns, if it does. */
  warning: string | undefined;
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

const clamp = (value: number) => Math.min(10, Math.max(1, value));
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** Memories with this score or more are not proposed for pruning. */
export const WORTH_KEEPING = 50;

/** Retrievals count by their logarithm: the first few say more than the hundredth. */
const MAX_RETRIEVALS = 100;

function retrievedText(count: number): string {
  if (count === 0) return 'never retrieved';
  return count === 1 ? 'retrieved once' : `retrieved ${count} times`;
}

/** What a warning adds to the score, and to how critical the memory is: one that was never needed is worth keeping, one that was rated wrong is not. */
const WARNING = 3;

function explainScore(facts: PruningFacts): string {
  const reasons = [
    facts.feedbackScore === null ? 'not rated' : `feedback ${facts.feedbackScore} of 100`,
    retrievedText(facts.retrievalCount),
    `${Math.floor(facts.ageDays)} days old`,
    facts.contentLength < 100 ? 'very short' : undefined,
    facts.hasLessons ? undefined : 'no lessons learned',
    facts.warning === undefined ? undefined : `warns (“${facts.warning}”)`,
  ];
  return `${reasons.filter(Boolean).join(', ')}.`.replace(/^./, (first) => first.toUpperCase());
}

/** More feedback, retrievals, substance, youth or a warning never lower the score. */
export function scoreForPruning(facts: PruningFacts): PruningScore {
  const feedback = clamp(1 + ((facts.feedbackScore ?? NEUTRAL_SCORE) / 100) * 9);
  const warning = facts.warning === undefined ? 0 : WARNING;
  const used = Math.log1p(Math.min(MAX_RETRIEVALS, facts.retrievalCount)) / Math.log1p(MAX_RETRIEVALS);
  const substance = Math.min(1, facts.contentLength / 500) * 6 + (facts.hasLessons ? 3 : 0);
  const informationValue = clamp(1 + substance);
  const temporalRelevance = clamp(1 + 9 * 0.5 ** (Math.max(0, facts.ageDays) / 180));
  const usefulness = clamp(1 + used * 9);
  const base = 0.3 * feedback + 0.3 * usefulness + 0.2 * informationValue + 0.2 * temporalRelevance + warning;
  return {
    score: Math.min(100, Math.max(1, Math.round(base * 10))),
    criticality: roundToTenth(clamp(feedback + warning)),
    informationValue: roundToTenth(informationValue),
    redundancy: roundToTenth(11 - informationValue),
    temporalRelevance: roundToTenth(temporalRelevance),
    rationale: explainScore(facts),
  };
}
