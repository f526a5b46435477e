/** Converts stored values to their wire format. */

/** Converts PostgreSQL's UTC timestamp text (`2026-11-21 01:16:02.896891+00`) to ISO-8601 with microseconds and `Z`. */
export function wireTime(moment: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?(?:\+00(?::?00)?|Z)$/.exec(
    moment,
  );
  if (!match) throw new Error(`The database returned a timestamp that is not in UTC: ${moment}`);
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(6, '0')}Z`;
}

/** Same for a nullable timestamp. */
export function wireTimeOrNull(moment: string | null): string | null {
  return moment === null ? null : wireTime(moment);
}

/** Returns JSON objects unchanged; any other value a column could hold becomes null. */
export function wireObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
