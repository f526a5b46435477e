/** Starts what the page does by itself, which a lost connection only delays. */
import { reportError } from '../telemetry/reportError';

/** Starts a task. One that fails is reported, and started again when the connection is back. */
export function startInBackground(task: () => Promise<unknown>): void {
  task().catch((error: unknown) => {
    reportError(error, { area: 'prefetch', expected: true });
    window.addEventListener('online', () => startInBackground(task), { once: true });
  });
}
