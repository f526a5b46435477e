/** Converts between stored timestamps (ISO, UTC) and local dates as people write them (no time zone). */
import { localDay } from '@hindsight/shared-contracts/rules';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Local date and minute of a timestamp, `YYYY-MM-DDTHH:MM`; empty for an invalid one. */
export function localMinute(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${localDay(iso)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Timestamp of a local date and minute, as ISO in UTC; null if incomplete. A minute skipped by a clock change becomes an hour later. */
export function parseMoment(local: string): string | null {
  const time = Date.parse(local);
  return /T\d{2}:\d{2}/.test(local) && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}

/** The reader's time zone by name and offset, e.g. `Europe/Berlin, GMT+2`. The offset is that of the given time, by default now. */
export function zoneName(iso?: string): string {
  const moment = iso && !Number.isNaN(Date.parse(iso)) ? new Date(iso) : new Date();
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value;
  const zone = format.resolvedOptions().timeZone;
  return offset && offset !== zone ? `${zone}, ${offset}` : zone;
}
