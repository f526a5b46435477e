/** One child process of the stack: started in a group of its own, logged to a file, stopped with all it started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { repoRoot } from './paths';

const REMEMBERED_LINES = 200;
/** The service gives its own requests ten seconds; this is a little more. */
const GRACE_MS = 12_000;

export interface Child {
  readonly name: string;
  /** Last lines of what it printed, newest last. */
  readonly lines: readonly string[];
  /** Resolves with how it ended; never rejects. */
  readonly ended: Promise<string>;
  running(): boolean;
  /** Asks it to stop, insists after twelve seconds. */
  stop(): Promise<void>;
  /** For tests of crashes: ends it at once, without a chance to tidy up. */
  kill(): Promise<void>;
  /** For tests of slowness: `SIGSTOP` freezes it with all it started, `SIGCONT` lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

interface ChildOptions {
  name: string;
  script: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Adds to the log file, so that it shows why the one before died. */
  keepsLog?: boolean;
  onLine?(line: string): void;
}

/** Signals the whole group, so that grandchildren go too. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function startChild({ name, script, args = [], env, logFile, keepsLog, onLine }: ChildOptions): Child {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { flags: keepsLog ? 'a' : 'w' });
  const guard = pathToFileURL(path.join(repoRoot, 'tooling/local-stack/guard.mjs')).href;
  const child = spawn(process.execPath, ['--import', guard, script, ...args], {
    cwd: repoRoot,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      lines.push(line);
      if (lines.length > REMEMBERED_LINES) lines.shift();
      onLine?.(line);
    });
  }
  let alive = true;
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      if (!alive) return;
      alive = false;
      // What it left behind in its group must not outlive it.
      signalGroup(child, 'SIGKILL');
      log.end(`-- ${how}\n`);
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, signal) => end(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });

  return {
    name,
    lines,
    ended,
    running: () => alive,
    async stop() {
      if (!alive) return;
      signalGroup(child, 'SIGTERM');
      const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(insist);
    },
    async kill() {
      if (alive) signalGroup(child, 'SIGKILL');
      await ended;
    },
    signal(signal) {
      if (alive) signalGroup(child, signal);
    },
  };
}
