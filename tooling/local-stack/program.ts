/** Child processes of the tools, each in a separate process group: monitored, and stopped together with their descendants. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { repoRoot } from './paths';

const REMEMBERED_LINES = 200;
/** Slightly more than the ten seconds the service gives its own requests. */
const GRACE_MS = 12_000;
const isWindows = process.platform === 'win32';

export interface Program {
  readonly name: string;
  /** 0 when it failed to start. */
  readonly pid: number;
  /** Last lines of output, newest last. */
  readonly lines: readonly string[];
  /** Resolves with the reason of the exit; never rejects. */
  readonly ended: Promise<string>;
  running(): boolean;
  /** Null while it runs, and when a signal ended it or it failed to start. */
  exitCode(): number | null;
  /** Sends SIGTERM, and SIGKILL after twelve seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Kills the group immediately, for tests of crashes. */
  kill(): Promise<void>;
  /** `SIGSTOP` freezes the group, `SIGCONT` resumes it; for tests of slowness. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

interface ProgramOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'shell'> {
  /** Opens an IPC channel, through which the child notices when this process dies (guard.mjs). */
  hasChannel?: boolean;
  onLine?(line: string): void;
}

const running = new Set<ChildProcess>();

/** Signals the whole group, including grandchildren. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Sends SIGTERM to every running program and its descendants. */
export function stopPrograms(): void {
  for (const child of running) signalGroup(child, 'SIGTERM');
}

/** @param name used in messages. */
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
    // Remaining processes of its group must not outlive it or keep its output open.
    child.once('exit', () => signalGroup(child, 'SIGKILL'));
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(signal ? `was killed by ${signal}` : `exited with code ${code}`);
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
  /** Appends to the log file, to keep the output of the previous, crashed process. */
  keepsLog?: boolean;
  onLine?(line: string): void;
}

/** One part of the stack: a Node script that is logged to a file and ends with this process, even if that crashes. */
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
 * Runs a program to completion and returns its whole output.
 * @param command program and arguments; a bare name is looked up among the clone's own tools first.
 * @param onLine receives each line of output.
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
