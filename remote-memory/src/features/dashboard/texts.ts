/** Texts of the dashboard. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memoriesText } from '../../model/countTexts';

export const NEWS_FAILED = 'Couldn’t load new memories.';
export const MARK_FAILED = 'Failed to mark all as seen. Please try again.';
export const NONE_IN_SPAN = {
  title: 'No memories in this period',
  description: 'Choose a longer period to see earlier memories.',
};
export const WEEK = 'in 7 days';

/** `12 new since your last visit`. */
export const newSinceVisitText = (count: number): string =>
  count === 0 ? 'Nothing new since your last visit,' : `${formatNumber(count)} new since your last visit,`;
/** `View all 267 memories`. */
export const viewAllLabel = (total: number): string => `View all ${memoriesText(total)}`;

/** Change against the previous figure, e.g. `+12%`; empty if that was zero. */
export function changeText(now: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent === 0 ? '±' : ''}${percent}%`;
}
export const ON_WEEK_BEFORE = 'vs. the previous 7 days';

export const WENT_WRONG = 'Problems';
export const NOTHING_WRONG = 'No problems in the last 7 days.';
export const PENDING = 'Pending review';
export const NOTHING_PENDING = 'You’re all caught up.';
export const PENDING_FAILED = 'Couldn’t load pending reviews.';
export const deniedText = (count: number): string =>
  `${formatNumber(count)} denied agent ${count === 1 ? 'request' : 'requests'}`;
export const markedText = (count: number): string => `${memoriesText(count)} marked wrong or outdated`;
export const moreText = (count: number): string => `${formatNumber(count)} more`;

export const FIRST_STEPS = {
  title: 'Three steps to your first memory',
  agent: { label: 'Create an agent', hint: 'It represents one of your coding agents, e.g. Claude Code.' },
  connect: { label: 'Connect your coding agent', hint: 'One command, or a sign-in in its settings.' },
  memory: {
    label: 'Record your first memory',
    hint: 'Your agent does this when it learns something. It appears here right away.',
  },
  elsewhere: 'Or open a workspace you belong to: ',
};

/** Replaces a figure's change when everything failed to load. */
export const NOT_LOADED = 'Couldn’t load';
