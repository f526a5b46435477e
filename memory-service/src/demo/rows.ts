/** Row type of the demo workspace, and a helper that spreads rows over time. */

export type Row = Readonly<Record<string, unknown>>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** ISO time `days` (may be fractional) before `now`. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
