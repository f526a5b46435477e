/** Rows of the demo workspace as the tables take them, and the helper that spreads them over time. */

export type Row = Readonly<Record<string, unknown>>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** ISO time `days` (fractions count) before `now`. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
