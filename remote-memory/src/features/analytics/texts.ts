/** The texts of analytics. */
import { memoriesText } from '../../model/countTexts';
import type { UnusedView } from '../../model/unused';

export const ANALYTICS_FAILED = 'Failed to load analytics data. Please try again.';
export const NO_AGENTS = 'No agent has recorded a memory yet.';
export const NO_FEEDBACK = 'No memory has a feedback score yet.';
export const NO_CONVERSATIONS = 'No conversation has recorded a memory yet.';
export const MOST_USED = {
  title: 'Most Used Memories',
  note: 'Retrieved by agents in the last 30 days, most often first',
  none: 'No agent has retrieved a memory in the last 30 days.',
};
export const MOST_HELPFUL = {
  title: 'Most Helpful',
  note: 'Retrieved in the last 30 days and rated 80 or more',
  none: 'No memory that was retrieved in the last 30 days has high feedback.',
};
export const TOP_FAILED = 'Couldn’t load the memories.';
export const showAll = (total: number) => `Show all ${memoriesText(total)}`;
export const MISSED_NOTE = 'Searched for in the last 30 days and never found: worth writing down';
export const MISSED_FAILED = 'Couldn’t load the questions.';
export const NONE_MISSED = 'Every question of the last 30 days was answered.';
export const noneCreated = (days: number) => `No memory was created in the last ${days} days.`;

export const NO_MEMORIES = {
  title: 'No memory blocks yet',
  description: 'Memories that agents do not retrieve appear here.',
};
export const noneStale = (days: number) => ({
  title: 'No stale memories',
  description: `Every memory that agents use was retrieved or changed within the last ${days} days.`,
});
export const ALL_RETRIEVED = {
  title: 'Every memory has been retrieved',
  description: 'Agents have retrieved every memory of this workspace at least once.',
};
export const NOTHING_TO_REPORT = {
  title: 'Nothing to report',
  description: 'Agents have retrieved every memory.',
};

/** What the report of unused memories lists. */
export function unusedText({ kind, days }: UnusedView, total: number): string {
  const memories = memoriesText(total);
  return kind === 'never'
    ? `${memories} that no agent has ever retrieved, oldest first.`
    : `${memories} that agents once retrieved, but that were neither retrieved nor changed for ${days} days, oldest first.`;
}
