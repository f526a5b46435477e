/** How often each release failed on this page, from its first moment on, and why; reported later (`releaseReports.ts`). */

export interface Failures {
  count: number;
  /** Message of the last one, as it was thrown. */
  last: string;
}

const failures = new Map<string, Failures>();

export function noteFailure(remote: string, version: string, message: string): void {
  const key = `${remote}@${version}`;
  failures.set(key, { count: (failures.get(key)?.count ?? 0) + 1, last: message });
}

/** Failures of each release since the page was opened, by `remote@version`. */
export const failuresOf = (): ReadonlyMap<string, Failures> => failures;
