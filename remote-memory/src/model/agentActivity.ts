/** Agent activity: silent agents, and descriptions of their calls. */
import { formatNumber, SILENT_DAYS } from '@hindsight/shared-contracts/rules';
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import type { AgentCount } from './agent';
import { memoriesText } from './countTexts';
import {
  isMoment,
  isUtcDay,
  toMoments as spanMoments,
  momentText,
  utcDayText,
  type Moment,
  type UtcDay,
} from './timeFilter';

/** One call of an agent with the memories that it read, wrote or was denied. */
export type Activity = CallAnswer<'GET /agent-activity/'>['items'][number];
export type ActivityDay = CallAnswer<'GET /agent-activity/summary'>['days'][number];

const DAY = 86_400_000;

/** Time of an agent's last activity: its latest call or, if none is known, its newest memory. Null if never active. */
export function findLastActive(count: AgentCount | undefined): string | null {
  return count?.last_seen_at ?? count?.last_activity ?? null;
}

/** Days of silence, rounded down; null for an agent that is not silent. */
export function silentDays(lastActive: string | null, now: number): number | null {
  const days = lastActive === null ? 0 : Math.floor((now - Date.parse(lastActive)) / DAY);
  return days >= SILENT_DAYS ? days : null;
}

export const ACTIVITY_KINDS = [
  { value: 'all', label: 'All' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Written' },
  { value: 'refused', label: 'Denied' },
] as const;

/** Time filters of an activity list. Days are in the reader's time zone. */
export const ACTIVITY_TIMES = [
  { value: 'all', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
] as const;

/** One of these filters, a day in UTC, or a moment from which the activity is listed. */
export type ActivityTime = (typeof ACTIVITY_TIMES)[number]['value'] | Moment | UtcDay;

/** Parses the time filter of an address. */
export function activityTime(text: string): ActivityTime | undefined {
  if (isMoment(text) || isUtcDay(text)) return text;
  return ACTIVITY_TIMES.find(({ value }) => value === text)?.value;
}

/** Label of a time that is not a listed option: `Since Mar 1, 2026, 2:03 PM`, `Mar 1, 2026 (UTC)`. */
export function timeText(time: ActivityTime): string {
  return isUtcDay(time) ? utcDayText(time) : `Since ${momentText(time)}`;
}

/** Local midnight the given number of days ago. */
function midnight(now: number, daysAgo: number): string {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).toISOString();
}

/** Start and end of a time filter. */
export function toMoments(time: ActivityTime, now: number): { since?: string; until?: string } {
  if (isMoment(time)) return { since: time };
  if (isUtcDay(time)) {
    const { after = '', before = '' } = spanMoments(time, now);
    return { since: after, until: before };
  }
  if (time === 'all') return {};
  if (time === 'yesterday') return { since: midnight(now, 1), until: midnight(now, 0) };
  return { since: midnight(now, { today: 0, week: 6, month: 29 }[time]) };
}

/** Days in the chart, including today. */
export const ACTIVITY_DAYS = 30;

/** First day of a range ending today, in UTC. */
export const firstDay = (now: number, days = ACTIVITY_DAYS): string =>
  new Date(now - (days - 1) * DAY).toISOString().slice(0, 10);

/** All days of the chart, oldest first; `empty` creates the missing ones. */
function fillDays<T extends { date: string }>(days: readonly T[], now: number, empty: (date: string) => T) {
  const known = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: ACTIVITY_DAYS }, (_, n) => {
    const date = firstDay(now, ACTIVITY_DAYS - n);
    return known.get(date) ?? empty(date);
  });
}

/** All days of the chart, including those without calls. */
export const allDays = (days: readonly ActivityDay[], now: number): ActivityDay[] =>
  fillDays(days, now, (date) => ({ date, read: 0, write: 0, refused: 0 }));

/** Number of calls on each day of the chart. */
export const callsOfDays = (days: readonly { date: string; calls: number }[], now: number): number[] =>
  fillDays(days, now, (date) => ({ date, calls: 0 })).map(({ calls }) => calls);

const DONE: Record<Activity['action'], string> = {
  search: 'Searched',
  open: 'Opened a memory',
  list: 'Listed memories',
  create: 'Recorded a memory',
  update: 'Changed a memory',
  archive: 'Archived a memory',
  delete: 'Deleted a memory',
  feedback: 'Rated a memory',
  other: 'Other request',
};

const REFUSED: Record<Activity['action'], string> = {
  search: 'Search denied',
  open: 'Couldn’t open a memory',
  list: 'Couldn’t list memories',
  create: 'Couldn’t record a memory',
  update: 'Couldn’t change a memory',
  archive: 'Couldn’t archive a memory',
  delete: 'Couldn’t delete a memory',
  feedback: 'Couldn’t rate a memory',
  other: 'Other request denied',
};

/** Description of a call or of its denial; counts memories if there are several. */
export function callText({ kind, action, call, memories }: Activity): string {
  const text = (kind === 'refused' ? REFUSED : DONE)[action];
  if (action === 'other') return `${text}: ${call}`;
  if (action === 'search' || memories.length < 2) return text;
  return text.replace('a memory', memoriesText(memories.length));
}

/** Result of a search; empty for other calls. */
export function hitsText({ hits, memories, search_type: type }: Activity): string {
  if (hits === null) return '';
  const chosen = memories.filter((memory) => memory.chosen).length;
  const found = hits === 0 ? 'No results' : `${formatNumber(hits)} ${hits === 1 ? 'result' : 'results'}`;
  return [found, hits > 0 && `${chosen} chosen`, type && `${type} search`].filter(Boolean).join(', ');
}
