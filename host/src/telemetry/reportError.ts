/**
 * The one place where failures leave the page for monitoring.
 *
 * Rule: what the world did (a server that is down, a network that is gone, a remote that does not answer) is a warning; what
 * only a defect of ours can cause is an error. End-to-end tests fail on every error, and on every warning they did not provoke.
 */
import { ApiError, isAbort, NetworkError } from '@hindsight/shared-contracts/api/client';
import { releaseIn } from '../federation/scriptPolicy';
import { isForeignDomError } from '../foreignDom/foreignDom';
import { noteFailure } from './releaseFailures';
import type { FailureReport, ReportTarget } from './report';

export interface ErrorPlace {
  /** Part of the shell or page, e.g. `remote-frame`. */
  area: string;
  remote?: string;
  version?: string | null;
  /** True when the world caused it although the error's class does not say so. */
  expected?: boolean;
  /** The browser has written it to the console already. */
  printed?: boolean;
}

const isWorld = (error: unknown) =>
  error instanceof NetworkError || error instanceof ApiError || isForeignDomError(error);

const NO_FAILURES: readonly string[] = ['policy', 'long-frames'];

let target: ReportTarget | null = null;
let exporter: Promise<{ take(report: FailureReport): void }> | null = null;

/** Sets where reports are collected beside the console; nowhere without an address. Its code comes with the first report. */
export function collectReports(next: ReportTarget): void {
  if (next.telemetryUrl === target?.telemetryUrl && next.telemetryFormat === target?.telemetryFormat) return;
  target = next.telemetryUrl ? next : null;
  exporter = null;
}

/** Fire and forget: a report that cannot be sent is no failure of its own. */
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

/** Reports one failure as one structured line. Aborts are not failures. */
export function reportError(error: unknown, { expected, printed, ...place }: ErrorPlace): void {
  if (isAbort(error)) return;
  const [name, message, stack] =
    error instanceof Error ? [error.name, error.message, error.stack] : ['Error', String(error)];
  // Every release has a folder of its own: the address of a script tells whose code it was.
  const where = { ...(!place.remote && releaseIn(stack ?? message)), ...place };
  const level = expected || isWorld(error) ? 'warn' : 'error';
  // A service that is down, a policy that stops a script and a slow frame are no failures of a release.
  if (where.remote && where.version && !isWorld(error) && !NO_FAILURES.includes(place.area))
    noteFailure(where.remote, where.version, message, stack);
  send({ time: Date.now(), level, ...where, name, message, ...(stack && { stack }) });
  if (printed) return;
  const said = error instanceof Error ? `${name}: ${message}` : message;
  const line = JSON.stringify({ msg: 'dashboard failure', ...where, error: said });
  console[level](line, ...(level === 'error' ? [error] : []));
}
