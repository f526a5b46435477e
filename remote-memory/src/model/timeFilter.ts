/** Time span of a filter: relative to today, between two days, one day in UTC, or since a moment. */
import { endOfDay, formatOnce, startOfDay } from '@hindsight/shared-contracts/rules';

/** Relative spans start at local midnight, so a list does not change while it is being read. */
export const TIME_SPANS = [
  { value: 'today', label: 'Today', days: 0 },
  { value: 'yesterday', label: 'Since yesterday', days: 1 },
  { value: '7d', label: 'Last 7 days', days: 6 },
  { value: '30d', label: 'Last 30 days', days: 29 },
  { value: '90d', label: 'Last 90 days', days: 89 },
  { value: '365d', label: 'Last 365 days', days: 364 },
] as const;

const DAYS = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Span between two local days, inclusive; either may be empty. */
export const betweenDays = (from: string, to: string): string => (from + to === '' ? '' : `${from}..${to}`);

/** First and last day of a span between days; null for other spans. */
export function parseDays(span: string): { from: string; to: string } | null {
  const match = DAYS.exec(span);
  return match && span !== '..' ? { from: match[1] ?? '', to: match[2] ?? '' } : null;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Moment in the format of the service: ISO, in UTC. */
export type Moment = `${string}Z`;

/** Whether a text is a moment in the format of the service. */
export const isMoment = (text: string): text is Moment =>
  MOMENT.test(text) && !Number.isNaN(Date.parse(text));

/** Moment of an open-ended span; null for other spans. */
function parseMoment(span: string): string | null {
  const moment = span.slice(0, -2);
  return span.endsWith('..') && isMoment(moment) ? moment : null;
}

const UTC_DAY = /^\d{4}-\d{2}-\d{2}Z$/;
const DAY_MS = 86_400_000;

/** One day in UTC, as in daily figures: `2026-03-01Z`. */
export type UtcDay = `${number}-${number}-${number}Z`;
export const utcDay = (date: string) => `${date}Z` as UtcDay;

const startTime = (day: string): number => Date.parse(day.slice(0, -1));

/** Whether a text is a day in UTC. */
export const isUtcDay = (text: string): text is UtcDay =>
  UTC_DAY.test(text) && !Number.isNaN(startTime(text));

const momentsOfDay = (day: UtcDay) => ({
  after: new Date(startTime(day)).toISOString(),
  before: new Date(startTime(day) + DAY_MS).toISOString(),
});

const utcDays = formatOnce({ dateStyle: 'medium', timeZone: 'UTC' });

/** `Mar 1, 2026 (UTC)`. */
export const utcDayText = (day: UtcDay): string => `${utcDays().format(startTime(day))} (UTC)`;

/** Whether a text is a valid span, or empty for any time. */
export const isTimeSpan = (span: string): boolean =>
  span === '' ||
  TIME_SPANS.some(({ value }) => value === span) ||
  parseDays(span) !== null ||
  isUtcDay(span) ||
  parseMoment(span) !== null;

interface Moments {
  /** ISO timestamp, inclusive. */
  after?: string;
  /** ISO timestamp, exclusive. */
  before?: string;
}

/** Start and end of a span; empty for any time. @param now in milliseconds since 1970. */
export function toMoments(span: string, now: number): Moments {
  const moment = parseMoment(span);
  if (moment !== null) return { after: moment };
  if (isUtcDay(span)) return momentsOfDay(span);
  const relative = TIME_SPANS.find(({ value }) => value === span);
  if (relative) {
    const today = new Date(now);
    const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - relative.days);
    return { after: first.toISOString() };
  }
  const { from = '', to = '' } = parseDays(span) ?? {};
  const after = startOfDay(from);
  const last = endOfDay(to);
  // Include the last millisecond of the day.
  const before = last && new Date(Date.parse(last) + 1).toISOString();
  return { ...(after && { after }), ...(before && { before }) };
}

const moments = formatOnce({ dateStyle: 'medium', timeStyle: 'short' });

/** `Mar 1, 2026, 2:03 PM`, in the reader's time zone. */
export const momentText = (moment: string): string => moments().format(Date.parse(moment));

/** `since yesterday`, `2026-03-01 to 2026-03-04`. */
export function spanText(span: string): string {
  const relative = TIME_SPANS.find(({ value }) => value === span);
  if (relative) return relative.label.toLowerCase();
  const moment = parseMoment(span);
  if (moment !== null) return `since ${momentText(moment)}`;
  if (isUtcDay(span)) return `on ${utcDayText(span)}`;
  const { from = '', to = '' } = parseDays(span) ?? {};
  if (to === '') return `since ${from}`;
  return from === '' ? `until ${to}` : `${from} to ${to}`;
}
