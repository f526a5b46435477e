/** Between moments as the service keeps them (ISO, UTC) and dates as a person writes them (local, no zone). */
import { localDay } from '@hindsight/shared-contracts/rules';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The local day and minute of a moment, `YYYY-MM-DDTHH:MM`; empty for a text that is no time. */
export function localMinute(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${localDay(iso)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The moment of a local day and minute, as ISO in UTC; null for an incomplete one. A minute that a clock change skips is an hour later. */
export function parseMoment(local: string): string | null {
  const time = Date.parse(local);
  return /T\d{2}:\d{2}/.test(local) && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}

/** The reader's zone by name and offset, e.g. `Europe/Berlin, GMT+2`. The offset is that of the moment, now when absent. */
export function zoneName(iso?: string): string {
  const moment = iso && !Number.isNaN(Date.parse(iso)) ? new Date(iso) : new Date();
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value;
  const zone = format.resolvedOptions().timeZone;
  return offset && offset !== zone ? `${zone}, ${offset}` : zone;
}
