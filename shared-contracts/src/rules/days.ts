/** Between moments (ISO, UTC) and local calendar days (`YYYY-MM-DD`). */

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

function parseDay(day: string): [year: number, month: number, day: number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match && [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
}

/**
 * A format that is made once, with the first text: making one takes half a millisecond, the first one of a page eight, and a list of
 * cards writes sixty.
 */
export function formatOnce(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat(undefined, options));
}

/** The local calendar day of a moment; empty for a text that is not a time. */
export function localDay(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** First moment of a local day, as ISO in UTC; null for a text that is not a day. */
export function startOfDay(day: string): string | null {
  const parts = parseDay(day);
  return parts && new Date(...parts).toISOString();
}

/** Last millisecond of a local day, as ISO in UTC; null for a text that is not a day. */
export function endOfDay(day: string): string | null {
  const parts = parseDay(day);
  return parts && new Date(new Date(parts[0], parts[1], parts[2] + 1).getTime() - 1).toISOString();
}
