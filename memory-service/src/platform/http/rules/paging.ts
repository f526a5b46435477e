/** Arithmetic of pages and the meaning of dates in list filters. */

/** Pages that `limit` rows each make of `total`; 0 when there is nothing or nothing was asked for. */
export function totalPages(total: number, limit: number): number {
  return limit > 0 ? Math.ceil(total / limit) : 0;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a filter date (`YYYY-MM-DD` or ISO-8601 date and time, UTC unless it names an offset).
 * `end` moves a bare date to the end of its day, so that the day itself is included. Undefined when it is no date.
 */
export function parseFilterDate(value: string, edge: 'start' | 'end'): Date | undefined {
  const text = value.trim();
  const isDay = DATE.test(text);
  if (!isDay && !DATE_TIME.test(text)) return undefined;
  const zoned = isDay || /(Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`;
  const time = Date.parse(zoned);
  // Date.parse lets 31 February slide into March; the round trip does not.
  const day = text.slice(0, 10);
  if (Number.isNaN(time) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return undefined;
  return new Date(isDay && edge === 'end' ? time + DAY_MS - 1 : time);
}

/** Reads a moment (ISO-8601 date and time, or a bare date meaning its start; UTC unless it names an offset). */
export function parseMoment(value: string): Date | undefined {
  return parseFilterDate(value, 'start');
}
