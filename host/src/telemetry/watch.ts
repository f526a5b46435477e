/** Hears what no boundary catches: errors without a catcher, what the page's policy stopped, and frames that took too long. */
import { releaseIn } from '../federation/scriptPolicy';
import { noteSlowness } from './slowness';
import { reportError } from './reportError';

export { startReleaseReports } from './releaseReports';

/** Frames below this many milliseconds are not reported. */
export const LONG_FRAME_MS = 200;

interface LongFrame {
  duration: number;
  /** What ran in it; the one that took longest first is found here. */
  scripts?: readonly { sourceURL: string; duration: number }[];
}

function slowestScript({ scripts = [] }: LongFrame): string {
  return [...scripts].sort((a, b) => b.duration - a.duration)[0]?.sourceURL ?? '';
}

export function noteFrame(frame: LongFrame): void {
  if (frame.duration < LONG_FRAME_MS) return;
  const url = slowestScript(frame);
  const release = releaseIn(url);
  if (release) noteSlowness(release, frame.duration);
}

function reportViolation(event: SecurityPolicyViolationEvent): void {
  const { effectiveDirective, blockedURI, sourceFile } = event;
  const by = releaseIn(sourceFile || blockedURI);
  const text = `The page's policy (${effectiveDirective}) stopped ${blockedURI || 'something'}.`;
  reportError(text, { area: 'policy', ...by, printed: true });
}

/** Starts listening; answers how to stop. */
export function startWatch(page: Window = window): () => void {
  const onError = ({ error, message, filename }: ErrorEvent) =>
    reportError(error ?? message, { area: 'uncaught', ...releaseIn(filename), printed: true });
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    reportError(reason, { area: 'unhandled', printed: true });
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  page.document.addEventListener('securitypolicyviolation', reportViolation);
  const observer =
    'PerformanceObserver' in page &&
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => noteFrame(entry)));
  // Browsers that do not know the name ignore it.
  if (observer) observer.observe({ type: 'long-animation-frame', buffered: true });
  return () => {
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
    page.document.removeEventListener('securitypolicyviolation', reportViolation);
    if (observer) observer.disconnect();
  };
}
