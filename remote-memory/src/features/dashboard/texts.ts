/** The texts of what is new. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

export const NEWS_FAILED = 'Couldn’t load recent activity.';
export const MARK_FAILED = 'Failed to mark all as seen. Please try again.';
export const LEARNED_FAILED = 'Couldn’t count the new memories.';
export const NONE_LEARNED = 'No agent has recorded a memory since then.';
export const NOTHING_MISSED = 'Every question was answered.';

/** The heading. */
export const newsTitle = (isFirst: boolean) => (isFirst ? 'The last 7 days' : 'Since your last visit');
export const moreAgents = (count: number) =>
  `${formatNumber(count)} more ${count === 1 ? 'agent' : 'agents'}`;
export const moreQuestions = (count: number) =>
  `${formatNumber(count)} more ${count === 1 ? 'question' : 'questions'}`;
