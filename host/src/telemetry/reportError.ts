/**
 * The one place where failures leave the page for whoever watches it.
 *
 * Rule: what the world did (a server that is down, a network that is gone, a remote that does not answer) is a warning; what
 * only a defect of ours can cause is an error. End-to-end tests fail on every error, and on every warning they did not provoke.
 */
import { ApiError, isAbort, NetworkError } from '@hindsight/shared-contracts/api/client';

export interface ErrorPlace {
  /** Part of the shell or page, e.g. `remote-frame`. */
  area: string;
  remote?: string;
  version?: string | null;
  /** True when the world caused it although the error's class does not say so. */
  expected?: boolean;
}

const isWorld = (error: unknown) => error instanceof NetworkError || error instanceof ApiError;

/** A page sends at most so many reports: a fault that repeats itself must not become a flood. */
export const MOST_REPORTS = 20;

let collector: string | null = null;
let sent = 0;

/** Names who collects the lines beside the console; null for nobody. */
export function collectReports(url: string | null): void {
  collector = url;
  sent = 0;
}

/** Fire and forget: a report that cannot be sent is no failure of its own. */
function send(line: string): void {
  if (!collector || sent >= MOST_REPORTS || !('sendBeacon' in navigator)) return;
  sent += 1;
  navigator.sendBeacon(collector, new Blob([line], { type: 'application/json' }));
}

/** Reports one failure as one structured line. Aborts are not failures. */
export function reportError(error: unknown, place: ErrorPlace): void {
  if (isAbort(error)) return;
  const { expected, ...where } = place;
  const line = JSON.stringify({
    msg: 'dashboard failure',
    ...where,
    error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  });
  send(line);
  const level = expected || isWorld(error) ? 'warn' : 'error';
  // eslint-disable-next-line no-console -- this is the seam that the rule sends everybody to.
  console[level](line, ...(level === 'error' ? [error] : []));
}
