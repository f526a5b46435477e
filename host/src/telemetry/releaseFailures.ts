/** Counts failures of each release on this page from its start, with the reason; reported later (`releaseReports.ts`). */

export interface Failures {
  count: number;
  /** Message of the last failure, as thrown. */
  last: string;
  /**
   * Location of the error, e.g. `page-roster.1f2e.js:1:2345`, relative to the release's folder; null when the stack does not contain it.
   */
  at: string | null;
}

const failures = new Map<string, Failures>();

/** First location of a stack that lies in a release's folder. */
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
