/** Programs that the tools start, each in a group of its own: watched, and ended with all that they started. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { repoRoot } from './paths';

const REMEMBERED_LINES = 200;
/** The service gives its own requests ten seconds; this is a little more. */
const GRACE_MS = 12_000;
const isWindows = process.platform === 'win32';

export interface Program {
  readonly name: string;
  /** 0 when it could not be started. */
  readonly pid: number;
  /** Last lines of what it printed, newest last. */
  readonly lines: readonly string[];
  /** Resolves with how it ended; never rejects. */
  readonly ended: Promise<string>;
  running(): boolean;
  /** Null while it runs, and when a signal ended it or it did not start. */
  exitCode(): number | null;
  /** Asks it to stop, insists after twelve seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** For tests of crashes: ends it at once, without a chance to tidy up. */
  kill(): Promise<void>;
  /** For tests of slowness: `SIGSTOP` freezes it with all it started, `SIGCONT` lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

interface ProgramOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'shell'> {
  /** What it is told when this process is gone (guard.mjs). */
  hasChannel?: boolean;
  onLine?(line: string): void;
}

const running = new Set<ChildProcess>();

/** Signals the whole group, so that grandchildren go too. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Asks everything that still runs to end, with all it started. */
export function stopPrograms(): void {
  for (const child of running) signalGroup(child, 'SIGTERM');
}

/** @param name for what is said about it. */
export function startProgram(
  name: string,
  command: string,
  args: readonly string[],
  { hasChannel, onLine, ...options }: ProgramOptions = {},
): Program {
  const child = spawn(command, args, {
    ...options,
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? ['ipc' as const] : [])],
  });
  running.add(child);
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > REMEMBERED_LINES) lines.shift();
    onLine?.(line);
  };
  for (const stream of [child.stdout!, child.stderr!]) createInterface({ input: stream }).on('line', keep);
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => {
      keep(message);
      running.delete(child);
      resolve(message);
    });
    // What it left behind in its group must not outlive it, nor hold its output open.
    child.once('exit', () => signalGroup(child, 'SIGKILL'));
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(signal ? `ended by ${signal}` : `ended with code ${code}`);
    });
  });
  const isRunning = () => running.has(child);
  return {
    name,
    pid: child.pid ?? 0,
    lines,
    ended,
    running: isRunning,
    exitCode: () => child.exitCode,
    async stop(signal = 'SIGTERM') {
      if (!isRunning()) return;
      signalGroup(child, signal);
      const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(insist);
    },
    async kill() {
      if (isRunning()) signalGroup(child, 'SIGKILL');
      await ended;
    },
    signal(signal) {
      if (isRunning()) signalGroup(child, signal);
    },
  };
}

interface ScriptOptions {
  name: string;
  script: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Adds to the log file, so that it shows why the one before died. */
  keepsLog?: boolean;
  onLine?(line: string): void;
}

/** One part of the stack: a script of Node that is logged to a file and ends with this process, however that ends. */
export function startChild({
  name,
  script,
  args = [],
  env,
  logFile,
  keepsLog,
  onLine,
}: ScriptOptions): Program {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { flags: keepsLog ? 'a' : 'w' });
  const guard = pathToFileURL(path.join(repoRoot, 'tooling/local-stack/guard.mjs')).href;
  const child = startProgram(name, process.execPath, ['--import', guard, script, ...args], {
    cwd: repoRoot,
    env,
    hasChannel: true,
    onLine(line) {
      log.write(`${line}\n`);
      onLine?.(line);
    },
  });
  void child.ended.then((how) => log.end(`-- ${how}\n`));
  return child;
}

/**
 * Runs a program to its end and keeps all that it printed.
 * @param command program and arguments; a bare name is looked up among the clone's own tools first.
 * @param onLine gets each line as it comes.
 */
export async function runProgram(
  [command, ...args]: [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
  onLine?: (line: string) => void,
): Promise<{ code: number; output: string }> {
  const { FORCE_COLOR: _forced, ...inherited } = process.env;
  const printed: string[] = [];
  const program = startProgram(command, command, args, {
    cwd: repoRoot,
    env: {
      ...inherited,
      PATH: `${repoRoot}node_modules/.bin${path.delimiter}${process.env.PATH ?? ''}`,
      NO_COLOR: '1',
      ...env,
    },
    shell: isWindows,
    onLine(line) {
      printed.push(line);
      onLine?.(line);
    },
  });
  await program.ended;
  return { code: program.exitCode() ?? 1, output: printed.join('\n').trim() };
}
