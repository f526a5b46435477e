/** Reports what no boundary catches: uncaught errors, policy violations and long frames. */
import { findRelease } from '../federation/scriptPolicy';
import { noteSlowness } from './slowness';
import { reportError } from './reportError';

export { startReleaseReports } from './releaseReports';

/** Minimum duration of a long frame, in milliseconds. */
export const LONG_FRAME_MS = 200;

interface LongFrame {
  duration: number;
  /** Scripts that ran in the frame, in any order. */
  scripts?: readonly { sourceURL: string; duration: number }[];
}

function slowestScript({ scripts = [] }: LongFrame): string {
  return [...scripts].sort((a, b) => b.duration - a.duration)[0]?.sourceURL ?? '';
}

export function noteFrame(frame: LongFrame): void {
  if (frame.duration < LONG_FRAME_MS) return;
  const url = slowestScript(frame);
  const release = findRelease(url);
  if (release) noteSlowness(release, frame.duration);
}

function reportViolation(event: SecurityPolicyViolationEvent): void {
  const { effectiveDirective, blockedURI, sourceFile } = event;
  const by = findRelease(sourceFile || blockedURI);
  const text = `The content security policy (${effectiveDirective}) blocked ${blockedURI || 'a resource'}.`;
  reportError(text, { area: 'policy', ...by, printed: true });
}

/** Starts listening; returns a stop function. */
export function startWatch(page: Window = window): () => void {
  const onError = ({ error, message, filename }: ErrorEvent) =>
    reportError(error ?? message, { area: 'uncaught', ...findRelease(filename), printed: true });
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    reportError(reason, { area: 'unhandled', printed: true });
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  page.document.addEventListener('securitypolicyviolation', reportViolation);
  const observer =
    'PerformanceObserver' in page &&
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => noteFrame(entry)));
  // Browsers ignore an unknown entry type.
  if (observer) observer.observe({ type: 'long-animation-frame', buffered: true });
  return () => {
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
    page.document.removeEventListener('securitypolicyviolation', reportViolation);
    if (observer) observer.disconnect();
  };
}
