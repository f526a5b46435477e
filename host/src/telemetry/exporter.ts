/** Sends reports to the configured collector: in batches, without personal data, and in a limited number. */
import { BUILD } from '../settings/build';
import { FORMATS } from './formats';
import type { FailureReport, ReportTarget } from './report';
import { scrub } from './scrub';

/** Maximum number of reports per page, so that a repeating failure does not flood the collector. */
export const MOST_REPORTS = 20;
/** Delay before a batch is sent, in milliseconds. */
export const BATCH_MS = 5000;
/** Maximum length of a message and of a stack, in characters; a batch stays below the browser's limit for a closing page (64 kB). */
const LONGEST_MESSAGE = 500;
const LONGEST_STACK = 1500;

const APP = { name: 'hindsight-dashboard', version: BUILD.version };

function clean(report: FailureReport): FailureReport {
  const { stack } = report;
  return {
    ...report,
    message: scrub(report.message, LONGEST_MESSAGE),
    ...(stack && { stack: scrub(stack, LONGEST_STACK) }),
  };
}

/** Outlives the page like a beacon, but sends no cookies: the recipient of reports must not get the session. */
function send(url: string, type: string, body: string): void {
  const headers = { 'Content-Type': type };
  // Failures to report are ignored; the console already has the error, and the browser logs the failed request.
  fetch(url, { method: 'POST', body, headers, credentials: 'omit', keepalive: true }).catch(() => undefined);
}

export function startExporter(
  { telemetryUrl, telemetryFormat }: ReportTarget,
  page: Document = document,
): { take(report: FailureReport): void } {
  let waiting: FailureReport[] = [];
  let taken = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0 || !telemetryUrl) return;
    const requests = FORMATS[telemetryFormat](telemetryUrl, waiting, APP);
    waiting = [];
    for (const { url, type, body } of requests) send(url, type, body);
  }

  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') flush();
  });

  return {
    take(report) {
      if (taken >= MOST_REPORTS) return;
      taken += 1;
      waiting.push(clean(report));
      timer ??= setTimeout(flush, BATCH_MS);
    },
  };
}
