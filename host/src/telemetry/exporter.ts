/** Sends reports where the installation says: in batches, without personal data, and never a flood. */
import { BUILD } from '../settings/build';
import { FORMATS } from './formats';
import type { FailureReport, ReportTarget } from './report';
import { scrub } from './scrub';

/** A page sends at most so many reports: a fault that repeats itself must not become a flood. */
export const MOST_REPORTS = 20;
/** Reports wait so long for others (milliseconds). */
export const BATCH_MS = 5000;
/** Longest message and longest stack, in characters; a batch stays below what a browser sends with a page that closes (64 kB). */
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

/** Outlives the page like a beacon, and unlike one takes no cookie along: who reads reports need not know the session. */
function send(url: string, type: string, body: string): void {
  const headers = { 'Content-Type': type };
  // What cannot be reported cannot be reported; the console has it, and the browser's own line about the request.
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
