/** The texts of the dashboard. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memoriesText } from '../../model/countTexts';

export const NEWS_FAILED = 'Couldn’t find out what is new.';
export const MARK_FAILED = 'Failed to mark all as seen. Please try again.';
export const NONE_IN_SPAN = {
  title: 'No memories in this period',
  description: 'Choose a longer period to see what your agents learned before.',
};
export const WEEK = 'in 7 days';

/** `12 new since your last visit`. */
export const newText = (count: number): string =>
  count === 0 ? 'Nothing new since your last visit,' : `${formatNumber(count)} new since your last visit,`;
/** `View all 267 memories`. */
export const viewAll = (total: number): string => `View all ${memoriesText(total)}`;

/** How a figure compares with the one before it, e.g. `+12%`; empty where there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent === 0 ? '±' : ''}${percent}%`;
}
export const ON_WEEK_BEFORE = 'compared with the 7 days before';

export const WENT_WRONG = 'What went wrong';
export const NOTHING_WRONG = 'Nothing went wrong in the last 7 days.';
export const PENDING = 'Pending review';
export const NOTHING_PENDING = 'You’re all caught up.';
export const PENDING_FAILED = 'Couldn’t load pending reviews.';
export const deniedText = (count: number): string =>
  `${formatNumber(count)} denied agent ${count === 1 ? 'request' : 'requests'}`;
export const markedText = (count: number): string => `${memoriesText(count)} marked wrong or outdated`;
export const moreText = (count: number): string => `${formatNumber(count)} more`;

export const FIRST_STEPS = {
  title: 'Three steps to the first memory',
  agent: { label: 'Create an agent', hint: 'It stands for one of your coding agents, e.g. Claude Code.' },
  connect: { label: 'Connect your coding agent', hint: 'One command, or a sign-in in its settings.' },
  memory: {
    label: 'Record the first memory',
    hint: 'Your agent does this after it has learned something. It appears here at once.',
  },
};
