/** Runs the build of one package as a program of its own, and reports its message when it fails. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { isService } from './packages';

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach(stopGroup));

/** Ends a compiler with what it started (npm starts a shell, which starts the compiler). */
function stopGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function run(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(output.trim() || `${command} ended with code ${code} and no message.`));
    });
  });
}

/**
 * Runs the `build` script of a package.
 * @param options further arguments of its webpack, see tooling/federation/buildTarget.ts.
 * @throws Error with the compiler's own message.
 */
export async function compilePackage(pkg: string, version: string, options: string[] = []): Promise<void> {
  const args = isService(pkg) ? [] : ['--', '--env', `version=${version}`, ...options];
  await run('npm', ['run', '--silent', 'build', ...args], path.join(repoRoot, pkg));
}
