/** How often each release failed on this page, from its first moment on; reported later (`releaseReports.ts`). */

const failures = new Map<string, number>();

export function noteFailure(remote: string, version: string): void {
  const key = `${remote}@${version}`;
  failures.set(key, (failures.get(key) ?? 0) + 1);
}

/** Failures of each release since the page was opened, by `remote@version`. */
export const failuresOf = (): ReadonlyMap<string, number> => failures;
