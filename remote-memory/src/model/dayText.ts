/** Days for display. */
import { formatOnce } from '@hindsight/shared-contracts/rules';

const days = formatOnce({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `2026-03-04` as `Mar 4`, in UTC like the days of the series; other texts stay unchanged. */
export function dayText(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : days().format(time);
}
