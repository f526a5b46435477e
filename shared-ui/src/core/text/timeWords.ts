/** Relative and absolute times in the product's wording. */
import { formatOnce } from '@hindsight/shared-contracts/rules';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since a time; never negative, because clocks of two machines differ. NaN for an invalid time. */
function millisecondsSince(iso: string, now: number): number {
  return Math.max(0, now - Date.parse(iso));
}

/** Age of a memory: `just now`, `5m`, `3h`, `12d`, `4mo`, `2y`. Empty for an invalid time. */
export function formatRelativeAge(iso: string, now = Date.now()): string {
  const age = millisecondsSince(iso, now);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  const days = Math.floor(age / DAY);
  if (days < 30) return `${days}d`;
  if (days < 365) return `${Math.min(11, Math.floor(days / 30))}mo`;
  return `${Math.floor(days / 365)}y`;
}

const dates = formatOnce({ dateStyle: 'medium' });
const moments = formatOnce({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** The day in the reader's time zone, e.g. `Mar 4, 2026`. */
export const formatDay = (iso: string): string => dates().format(Date.parse(iso));

/** Time of a notification: `Just now`, minutes, hours, days up to 7, then the date. */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const age = millisecondsSince(iso, now);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  const days = Math.floor(age / DAY);
  if (days <= 7) return `${days}d ago`;
  return formatDay(iso);
}

/** The same for use after other words: `just now` in lower case. */
export function formatTimeInSentence(iso: string, now = Date.now()): string {
  const text = formatRelativeTime(iso, now);
  return text === 'Just now' ? 'just now' : text;
}

/** Date, time and zone in the reader's time zone, e.g. `Mar 4, 2026, 09:15 GMT+1`. Empty for an invalid time. */
export function formatAbsoluteTime(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '';
  return moments().format(time);
}
