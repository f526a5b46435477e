/** A lock next to a file, for processes on one machine or a shared disk. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
/** Age at which a lock is stale: its owner was killed. */
const STALE_MS = 30_000;

/**
 * Runs the function under an exclusive lock.
 * @throws Error with one sentence when the lock is not free within ten seconds.
 */
export async function withFileLock<T>(lock: string, run: () => T | Promise<T>): Promise<T> {
  mkdirSync(path.dirname(lock), { recursive: true });
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_MS) rmSync(lock, { force: true });
    else if (Date.now() > deadline)
      throw new Error(`${lock} is held by another publish. Delete it if none is running.`);
    else await pause(25);
  }
  try {
    return await run();
  } finally {
    rmSync(lock, { force: true });
  }
}
