/** One program of a native stack: started, watched, ended with all that it started. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const GRACE_MS = 10_000;
const REMEMBERED = 16 * 1024;

export interface Program {
  name: string;
  pid: number;
  /** The last that it printed. */
  said(): string;
  running(): boolean;
  /** Asks it to end, insists after ten seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** SIGKILL, as a crash would be. */
  kill(): Promise<void>;
}

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** @throws Error when it cannot be started at all. */
export function startProgram(
  name: string,
  command: string,
  args: string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Program {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (data: Buffer) => (output = (output + data.toString()).slice(-REMEMBERED));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let alive = true;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      alive = false;
      resolve();
    });
    child.once('exit', () => {
      alive = false;
      resolve();
    });
  });
  if (child.pid === undefined) throw new Error(`${name} could not be started (${command}).`);
  return {
    name,
    pid: child.pid,
    said: () => output,
    running: () => alive,
    async stop(signal = 'SIGTERM') {
      if (!alive) return;
      // The program itself; its children follow it, and what is left is ended below.
      child.kill(signal);
      const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(insist);
      signalGroup(child, 'SIGKILL');
    },
    async kill() {
      if (alive) signalGroup(child, 'SIGKILL');
      await ended;
    },
  };
}

/**
 * Asks until it answers.
 * @throws Error with what the program said when it ends before, or not within `seconds`.
 */
export async function untilReady(
  program: Program,
  isReady: () => Promise<boolean>,
  seconds = 30,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (!program.running()) throw new Error(`${program.name} ended at its start:\n${program.said()}`);
    if (await isReady().catch(() => false)) return;
    await pause(40);
  }
  throw new Error(`${program.name} did not answer within ${seconds} s:\n${program.said()}`);
}

/** Does an address answer with 2xx? */
export const answers = (url: string) => async (): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
