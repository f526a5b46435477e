/** Runs a program to its end and keeps what it printed; ends it with its children when this process ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { repoRoot } from '../local-stack/paths';

export interface Finished {
  code: number;
  output: string;
}

const running = new Set<ChildProcess>();

/** Ends everything that still runs, with all it started. */
export function stopPrograms(): void {
  for (const { pid } of running) {
    if (pid === undefined) continue;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * @param command program and arguments; a bare name is looked up among the clone's own tools first.
 * @param onLine gets each line as it comes.
 */
export function runProgram(
  [command, ...args]: [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
  onLine?: (line: string) => void,
): Promise<Finished> {
  const { FORCE_COLOR: _forced, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: repoRoot,
      env: {
        ...inherited,
        PATH: `${repoRoot}node_modules/.bin${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
        NO_COLOR: '1',
        ...env,
      },
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        onLine?.(line);
      });
    }
    const end = (code: number) => {
      running.delete(child);
      resolve({ code, output: output.trim() });
    };
    child.once('error', (error) => {
      output += error.message;
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}
