/** The texts of analytics. */
import { memoriesText } from '../../model/countTexts';
import type { UnusedView } from '../../model/staleMemories';

export const ANALYTICS_FAILED = 'Failed to load analytics data. Please try again.';
export const NO_AGENTS = 'No agent has recorded a memory yet.';
export const NO_FEEDBACK = 'No memory has a feedback score yet.';
export const NO_CONVERSATIONS = 'No conversation has recorded a memory yet.';
export const MOST_USED = {
  title: 'Most used memories',
  note: 'Retrieved by agents in the last 30 days, most often first',
  none: 'No agent has retrieved a memory in the last 30 days.',
};
export const MOST_HELPFUL = {
  title: 'Most helpful',
  note: 'Retrieved in the last 30 days and rated 80 or more',
  none: 'No memory retrieved in the last 30 days has high feedback.',
};
export const TOP_FAILED = 'Couldn’t load the memories.';
export const showAll = (total: number) => `Show all ${memoriesText(total)}`;
export const MISSED_NOTE = 'Asked in the last 30 days without a result. Consider writing down the answers.';
export const MISSED_FAILED = 'Couldn’t load the questions.';
export const NONE_MISSED = 'All questions in the last 30 days were answered.';
export const noneCreated = (days: number) => `No memory was created in the last ${days} days.`;

export const NO_MEMORIES = {
  title: 'No memory blocks yet',
  description: 'Memories that agents never retrieve appear here.',
};
export const noneStale = (days: number) => ({
  title: 'No stale memories',
  description: `Every memory in use was retrieved or changed in the last ${days} days.`,
});
export const ALL_RETRIEVED = {
  title: 'Every memory has been retrieved',
  description: 'Agents have retrieved every memory in this workspace at least once.',
};
export const NOTHING_TO_REPORT = {
  title: 'Nothing to report',
  description: 'Agents have retrieved every memory.',
};

/** What the report of unused memories lists. */
export function unusedText({ kind, days }: UnusedView, total: number): string {
  const memories = memoriesText(total);
  return kind === 'never'
    ? `${memories} no agent has ever retrieved, oldest first.`
    : `${memories} not retrieved or changed in the last ${days} days, oldest first.`;
}
