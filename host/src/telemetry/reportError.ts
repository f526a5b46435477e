/**
 * The single place where failures leave the page for monitoring.
 *
 * Rule: external causes (a server that is down, a lost network, a remote that does not respond) are warnings; failures that only a defect
 * of ours can cause are errors. End-to-end tests fail on every error, and on every warning they did not provoke.
 */
import { ApiError, isAbort, NetworkError } from '@hindsight/shared-contracts/api/client';
import { findRelease } from '../federation/scriptPolicy';
import { isForeignDomError } from '../foreignDom/foreignDom';
import { noteFailure } from './releaseFailures';
import type { FailureReport, ReportTarget } from './report';

export interface ErrorPlace {
  /** Part of the shell or page, e.g. `remote-frame`. */
  area: string;
  remote?: string;
  version?: string | null;
  /** True for an external cause that the error's class does not reveal. */
  expected?: boolean;
  /** The browser has already logged it. */
  printed?: boolean;
}

const isWorld = (error: unknown) =>
  error instanceof NetworkError || error instanceof ApiError || isForeignDomError(error);

const NO_FAILURES: readonly string[] = ['policy', 'long-frames'];

let target: ReportTarget | null = null;
let exporter: Promise<{ take(report: FailureReport): void }> | null = null;

/** Sets the collector of reports besides the console; none without a URL. Its code is loaded with the first report. */
export function collectReports(next: ReportTarget): void {
  if (next.telemetryUrl === target?.telemetryUrl && next.telemetryFormat === target?.telemetryFormat) return;
  target = next.telemetryUrl ? next : null;
  exporter = null;
}

/** Fire and forget: a report that cannot be sent is not reported as a failure itself. */
function send(report: FailureReport): void {
  if (!target) return;
  const to = target;
  exporter ??= import(/* webpackChunkName: "exporter" */ './exporter').then((module) =>
    module.startExporter(to),
  );
  exporter.then(
    (started) => started.take(report),
    () => undefined,
  );
}

/** Logs one failure as one structured line. Aborts are not failures. */
export function reportError(error: unknown, { expected, printed, ...place }: ErrorPlace): void {
  if (isAbort(error)) return;
  const [name, message, stack] =
    error instanceof Error ? [error.name, error.message, error.stack] : ['Error', String(error)];
  // Each release has a separate folder, so a script's URL identifies the release.
  const where = { ...(!place.remote && findRelease(stack ?? message)), ...place };
  const level = expected || isWorld(error) ? 'warn' : 'error';
  // A service that is down, a blocked script and a long frame are not failures of a release.
  if (where.remote && where.version && !isWorld(error) && !NO_FAILURES.includes(place.area))
    noteFailure(where.remote, where.version, message, stack);
  send({ time: Date.now(), level, ...where, name, message, ...(stack && { stack }) });
  if (printed) return;
  const said = error instanceof Error ? `${name}: ${message}` : message;
  const line = JSON.stringify({ msg: 'dashboard failure', ...where, error: said });
  console[level](line, ...(level === 'error' ? [error] : []));
}
