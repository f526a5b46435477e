/** The texts of what is new. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

export const NEWS_FAILED = 'What is new could not be loaded.';
export const MARK_FAILED = 'Failed to mark all as seen. Please try again.';
export const LEARNED_FAILED = 'The new memories could not be counted.';
export const NONE_LEARNED = 'No agent has recorded a memory since then.';
export const NOTHING_MISSED = 'No question went without a hit.';

/** The heading. */
export const newsTitle = (isFirst: boolean) => (isFirst ? 'The last 7 days' : 'Since your last visit');
export const moreAgents = (count: number) =>
  `${formatNumber(count)} more ${count === 1 ? 'agent' : 'agents'}`;
export const moreQuestions = (count: number) =>
  `${formatNumber(count)} more ${count === 1 ? 'question' : 'questions'}`;
