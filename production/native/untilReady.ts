/** Readiness checks for the programs of the native stack. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../tooling/local-stack/program';

/**
 * Polls until the check succeeds.
 * @throws Error with the program's output when it exits before that, or is not ready within `seconds`.
 */
export async function untilReady(
  program: Program,
  isReady: () => Promise<boolean>,
  seconds = 30,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  const said = () => program.lines.join('\n');
  while (Date.now() < deadline) {
    if (!program.running()) throw new Error(`${program.name} exited during startup:\n${said()}`);
    if (await isReady().catch(() => false)) return;
    await pause(40);
  }
  throw new Error(`${program.name} was not ready within ${seconds} s:\n${said()}`);
}

/** Whether an address responds with 2xx. */
export const answers = (url: string) => async (): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
