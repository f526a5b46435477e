/** Days for display. */

/** `2026-03-04` as `Mar 4`, in UTC, which the days of the series are counted in; a text that is no day stays as it is. */
export function dayText(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(time);
}
