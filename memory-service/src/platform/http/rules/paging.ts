/** Page arithmetic and the meaning of dates in list filters. */

/** Number of pages for `total` rows with `limit` rows each; 0 if either is 0. */
export function totalPages(total: number, limit: number): number {
  return limit > 0 ? Math.ceil(total / limit) : 0;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Parses a filter date (`YYYY-MM-DD` or ISO-8601 date and time, UTC unless it has an offset). `end` moves a bare date to the end of its
 * day, so that the day itself is included. Undefined if invalid.
 */
export function parseFilterDate(value: string, edge: 'start' | 'end'): Date | undefined {
  const text = value.trim();
  const isDay = DATE.test(text);
  if (!isDay && !DATE_TIME.test(text)) return undefined;
  const zoned = isDay || /(Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`;
  const time = Date.parse(zoned);
  // Date.parse turns February 31 into a day in March; the round trip detects that.
  const day = text.slice(0, 10);
  if (Number.isNaN(time) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return undefined;
  return new Date(isDay && edge === 'end' ? time + DAY_MS - 1 : time);
}

/** Parses a timestamp (ISO-8601 date and time, or a bare date meaning its start; UTC unless it has an offset). */
export function parseMoment(value: string): Date | undefined {
  return parseFilterDate(value, 'start');
}
