/** Between moments as the service keeps them (ISO, UTC) and dates as a person writes them (local, no zone). */

const two = (value: number) => String(value).padStart(2, '0');

function partsOf(day: string): [number, number, number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match && [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
}

/** The local calendar day of a moment, `YYYY-MM-DD`; empty for a text that is no time. */
export function localDay(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The local day and minute of a moment, `YYYY-MM-DDTHH:MM`; empty for a text that is no time. */
export function localMinute(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${localDay(iso)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment of a local day and minute, as ISO in UTC; null for an incomplete one. A minute that a clock change skips is an hour later. */
export function momentOf(local: string): string | null {
  const time = Date.parse(local);
  return /T\d{2}:\d{2}/.test(local) && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}

/** First moment of a local day, as ISO in UTC; null for a text that is no day. */
export function startOfDay(day: string): string | null {
  const parts = partsOf(day);
  return parts && new Date(...parts).toISOString();
}

/** Last millisecond of a local day, as ISO in UTC; null for a text that is no day. */
export function endOfDay(day: string): string | null {
  const parts = partsOf(day);
  return parts && new Date(new Date(parts[0], parts[1], parts[2] + 1).getTime() - 1).toISOString();
}

/** The reader's zone by name and offset, e.g. `Europe/Berlin, GMT+2`. The offset is that of the moment, now when absent. */
export function zoneName(iso?: string): string {
  const moment = iso && !Number.isNaN(Date.parse(iso)) ? new Date(iso) : new Date();
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value;
  const zone = format.resolvedOptions().timeZone;
  return offset && offset !== zone ? `${zone}, ${offset}` : zone;
}
