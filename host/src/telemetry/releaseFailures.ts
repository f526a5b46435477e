/** How often each release failed on this page, from its first moment on, and why; reported later (`releaseReports.ts`). */

export interface Failures {
  count: number;
  /** Message of the last one, as it was thrown. */
  last: string;
  /** Where it was thrown, e.g. `page-roster.1f2e.js:1:2345` below the release's folder; null where the stack does not say it. */
  at: string | null;
}

const failures = new Map<string, Failures>();

/** The first place of a stack in the folder of a release. */
function placeIn(stack: string, version: string): string | null {
  const folder = `/${version}/`;
  const start = stack.indexOf(folder);
  const [, file, line] =
    /^([\w./~-]+)(?:\?[^\s:]*)?(:\d+:\d+)/.exec(stack.slice(start + folder.length)) ?? [];
  return start >= 0 && file && line ? file + line : null;
}

export function noteFailure(remote: string, version: string, message: string, stack = ''): void {
  const key = `${remote}@${version}`;
  const count = (failures.get(key)?.count ?? 0) + 1;
  failures.set(key, { count, last: message, at: placeIn(stack, version) });
}

/** Failures of each release since the page was opened, by `remote@version`. */
export const currentFailures = (): ReadonlyMap<string, Failures> => failures;
