/** Formats an age for an agent's context: `3 days`. */

const UNITS: readonly [string, number][] = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
];

/** @param timestamp ISO time; @param now milliseconds. */
export function formatAge(timestamp: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 60_000));
  const [unit, size] = UNITS.find(([, one]) => minutes >= one) ?? ['minute', 1];
  const count = Math.floor(minutes / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const SHORT_UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

/** Needed because `Date.parse` accepts any number as a month or a year. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses an ISO time, or a span before `now` such as `7d`, to milliseconds since the epoch; null when it is neither. */
export function parseMoment(text: string, now: number): number | null {
  const given = text.trim();
  const span = /^(\d{1,5})\s*([mhdw])$/i.exec(given);
  if (span) return now - Number(span[1]) * SHORT_UNITS[span[2]!.toLowerCase()]! * 60_000;
  const moment = ISO_TIME.test(given) ? Date.parse(given) : NaN;
  return Number.isNaN(moment) ? null : moment;
}
