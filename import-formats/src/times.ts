/** Reads times in all formats found in exports. Ambiguous ones are interpreted the same way throughout a file. */
import type { Fields } from './fields';
import { readString } from './fields';
import { resolveChoice, type Source } from './source';

/** How to interpret the times of a file. */
export interface TimeStyle {
  isDayFirst: boolean;
  /** Milliseconds per unit of a numeric time; null to detect the unit by magnitude. */
  unit: number | null;
}

const TIME_FIELDS = ['created_at', 'updated_at', 'archived_at'] as const;

/** `3/4/2025`, `03.04.25, 17:30`, `3-4-2025 5:30 pm`. */
const DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i;
const ISO = /^\d{4}-\d\d-\d\dT/;
/** `2025-03-01 10:00:00`, the SQL format. */
const SQL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d.*)$/;
const ZONE = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;
const DIGITS = /^\d{1,20}(?:\.\d+)?$/;

/** Units of numeric times, e.g. 1,754,042,400 seconds. */
const UNITS: readonly { value: string; label: string; milliseconds: number }[] = [
  { value: 's', label: 'seconds', milliseconds: 1000 },
  { value: 'ms', label: 'milliseconds', milliseconds: 1 },
  { value: 'us', label: 'microseconds', milliseconds: 1e-3 },
  { value: 'ns', label: 'nanoseconds', milliseconds: 1e-6 },
];
const EARLIEST = Date.UTC(1990, 0);
const LATEST = Date.UTC(2100, 0);

/** The unit in which the number falls between 1990 and 2100. */
const detectUnit = (number: number) =>
  UNITS.find(({ milliseconds }) => number * milliseconds >= EARLIEST && number * milliseconds < LATEST);

/** A numeric time since 1970, possibly given as a string. */
function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = readString(value).trim();
  return DIGITS.test(text) ? Number(text) : null;
}

const toIso = (time: number): string | null =>
  Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null;

const DAY_ORDER = [
  { value: 'day', label: 'Day first: 03/04/2025 is 3 April 2025' },
  { value: 'month', label: 'Month first: 03/04/2025 is March 4, 2025' },
];

/** Determines how to interpret the times of all rows. */
export function timeStyle(rows: readonly (Fields | string)[], source: Source): TimeStyle {
  /** Dates that are clearly day-first, clearly month-first, ambiguous, or written with dots. */
  const days = { first: 0, second: 0, open: 0, dotted: 0 };
  let odd: number | null = null;
  for (const row of rows) {
    if (typeof row === 'string') continue;
    for (const name of TIME_FIELDS) {
      const value = row[name];
      const number = toNumber(value);
      if (number !== null) {
        if (number !== 0 && !detectUnit(number)) odd ??= number;
        continue;
      }
      const [, first, sign, second] = DAY.exec(readString(value).trim()) ?? [];
      if (first === undefined) continue;
      if (Number(first) > 12) days.first += 1;
      else if (Number(second) > 12) days.second += 1;
      else if (first !== second) days.open += 1;
      if (sign === '.') days.dotted += 1;
    }
  }
  let order = days.first > 0 || (days.second === 0 && days.dotted > 0) ? 'day' : 'month';
  if (days.open > 0) order = resolveChoice(source, 'dates', 'Dates such as 03/04/2025', DAY_ORDER, order);
  let unit: number | null = null;
  if (odd !== null) {
    const example = odd;
    const options = UNITS.slice(0, 2).map(({ value, label, milliseconds }) => ({
      value,
      label: `In ${label}: ${example} is ${toIso(example * milliseconds) ?? 'no time'}`,
    }));
    const chosen = resolveChoice(source, 'unit', 'Numeric times', options, 's');
    unit = UNITS.find(({ value }) => value === chosen)?.milliseconds ?? null;
  }
  return { isDayFirst: order === 'day', unit };
}

/** Reads a day-month or month-day date; null when it does not exist. */
function readDay(parts: RegExpExecArray, isDayFirst: boolean): string | null {
  const [, first, , second, years = '', hours = '0', minutes = '0', seconds = '0', half = ''] = parts;
  const [day, month] = (isDayFirst ? [first, second] : [second, first]).map(Number) as [number, number];
  const year = Number(years) + (years.length === 2 ? 2000 : 0);
  const isAfternoon = half.toLowerCase() === 'pm';
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const time = new Date(Date.UTC(year, month - 1, day, hour, Number(minutes), Number(seconds)));
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day ? time.toISOString() : null;
}

/** The time in ISO 8601, as UTC when it has no time zone; null for anything else. */
export function readTime(value: unknown, { isDayFirst, unit }: TimeStyle): string | null {
  const number = toNumber(value);
  if (number !== null) return toIso(number * (detectUnit(number)?.milliseconds ?? unit ?? 1000));
  const text = readString(value).trim();
  const day = DAY.exec(text);
  if (day) return readDay(day, isDayFirst);
  const plain = text.replace(SQL, '$1T$2');
  if (ISO.test(plain)) {
    const iso = `${plain.replace(/ (?=[+-]\d\d)/, '')}${ZONE.test(plain) ? '' : 'Z'}`;
    return Number.isNaN(Date.parse(iso)) ? null : iso;
  }
  const hasZone = ZONE.test(plain) || /^\d{4}-\d\d-\d\d$/.test(plain);
  const time = Date.parse(hasZone ? plain : `${plain} UTC`);
  return Number.isNaN(time) ? null : toIso(time);
}
