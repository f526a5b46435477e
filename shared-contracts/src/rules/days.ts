/** Converts between timestamps (ISO, UTC) and local calendar days (`YYYY-MM-DD`). */

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

function parseDay(day: string): [year: number, month: number, day: number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match && [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
}

/**
 * A formatter that is created lazily and cached: creating one takes 0.5 ms, the first one on a page 8 ms, and a list of cards formats sixty
 * dates.
 */
export function formatOnce(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat(undefined, options));
}

/** Local calendar day of a timestamp; empty for an invalid one. */
export function localDay(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** Start of a local day, as ISO in UTC; null for an invalid day. */
export function startOfDay(day: string): string | null {
  const parts = parseDay(day);
  return parts && new Date(...parts).toISOString();
}

/** Last millisecond of a local day, as ISO in UTC; null for an invalid day. */
export function endOfDay(day: string): string | null {
  const parts = parseDay(day);
  return parts && new Date(new Date(parts[0], parts[1], parts[2] + 1).getTime() - 1).toISOString();
}
