/** Age of a memory in days. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

const DAY = 24 * 60 * 60 * 1000;

/** `12 days`, `1 day`, `less than a day`. */
export function ageInDays(iso: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(iso)) / DAY));
  if (days === 0) return 'less than a day';
  return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`;
}
