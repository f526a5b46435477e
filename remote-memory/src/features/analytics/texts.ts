/** Texts of the analytics page. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memoriesText } from '../../model/countTexts';
import type { UnusedView } from '../../model/staleMemories';

export const ANALYTICS_FAILED = 'Failed to load analytics data. Please try again.';
export const NO_AGENTS = 'No agent has recorded a memory yet.';
export const NO_FEEDBACK = 'No memory has a feedback score yet.';
export const NO_CONVERSATIONS = 'No conversations with memories yet.';
const countText =
  (one: string, several = `${one}s`) =>
  (count: number) =>
    `${formatNumber(count)} ${count === 1 ? one : several}`;
/** `30 days`, `year`. */
const spanText = (days: number) => (days === 365 ? 'year' : `${days} days`);
export const rangeLabel = (days: number) => (days === 365 ? '1 year' : spanText(days));
/** Compares a figure of a range with the same number of days before it. */
export function comparisonText(count: number, before: number, days: number): string {
  const past = `the previous ${spanText(days)}`;
  if (before === 0) return count === 0 ? `None in ${past} either` : `None in ${past}`;
  const percent = Math.round(((count - before) / before) * 100);
  // A percentage of a tiny number says less than the number itself.
  if (percent >= 1000) return `${formatNumber(before)} in ${past}`;
  if (percent === 0) return `About as many as in ${past}`;
  return `${formatNumber(Math.abs(percent))}% ${percent > 0 ? 'more' : 'fewer'} than in ${past}`;
}
/** Labels, titles and units of each daily series. */
export const SERIES_TEXTS = {
  created: { label: 'Created', title: 'Created per day', what: memoriesText },
  retrieved: { label: 'Retrieved', title: 'Retrieved per day', what: countText('retrieval') },
  helpful: {
    label: 'Helpful',
    title: 'Helpful retrievals per day',
    what: (count: number) => `${countText('retrieval')(count)} of memories rated 80 or more`,
  },
  unanswered: {
    label: 'Unanswered',
    title: 'Unanswered questions per day',
    what: countText('question without a result', 'questions without a result'),
  },
} as const;
type SeriesName = keyof typeof SERIES_TEXTS;

/** Note below a daily chart. @param total of all its days. */
export function seriesNote(series: SeriesName, total: number, days: number): string {
  const note = `${SERIES_TEXTS[series].what(total)} in the last ${spanText(days)}, by day in UTC`;
  return series === 'created' ? `${note}, including archived memories` : note;
}
export const NOT_KEPT = 'Not enough history to compare';
export const noneMissed = (days: number) => `No unanswered questions in the last ${spanText(days)}.`;
export const emptySeriesText = (series: SeriesName, days: number) =>
  ({
    created: `No memories were created in the last ${spanText(days)}.`,
    retrieved: `No agent has retrieved a memory in the last ${spanText(days)}.`,
    helpful: `No memory retrieved in the last ${spanText(days)} has high feedback.`,
    unanswered: noneMissed(days),
  })[series];
export const agentsNote = (days: number) =>
  `Ranked by how often their memories helped in the last ${spanText(days)}`;
export const topicsNote = (days: number) => `Keywords of memories created in the last ${spanText(days)}`;
export const noTopics = (days: number) => `No memories created in the last ${spanText(days)} have keywords.`;
export const mostUsed = (days: number) => ({
  title: 'Most used memories',
  note: `Retrieved by agents in the last ${spanText(days)}, most retrieved first`,
  none: `No agent has retrieved a memory in the last ${spanText(days)}.`,
});
export const mostHelpful = (days: number) => ({
  title: 'Most helpful',
  note: `Retrieved in the last ${spanText(days)} and rated 80 or more`,
  none: `No memory retrieved in the last ${spanText(days)} has high feedback.`,
});
export const TOP_FAILED = 'Couldn’t load the memories.';
export const showAll = (total: number) => `Show all ${memoriesText(total)}`;
export const missedNote = (days: number) =>
  `Asked in the last ${spanText(days)} without a result. Consider adding memories that answer them.`;
export const MISSED_FAILED = 'Couldn’t load the questions.';

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

/** Note above the report of unused memories. */
export function unusedText({ kind, days }: UnusedView, total: number): string {
  const memories = memoriesText(total);
  return kind === 'never'
    ? `${memories} no agent has ever retrieved, oldest first.`
    : `${memories} not retrieved or changed in the last ${days} days, oldest first.`;
}
