/** Runs package builds in child processes, and throws their output when they fail. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { isService } from './packages';

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach(stopGroup));

function stopGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A young generation that fits the compiler's allocation rate: a fourteenth less time than with Node's default. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];

function run([program = '', ...args]: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, program, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(output.trim() || `${program} exited with code ${code} without a message.`));
    });
  });
}

/**
 * Builds packages in one process, which loads webpack, its plugins and TypeScript once for all; the service builds separately.
 * @param versions by package.
 * @param options further webpack arguments, see tooling/federation/buildTarget.ts.
 * @throws Error with the compiler's output.
 */
export function compilePackages(
  versions: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<void> {
  const packages = Object.keys(versions);
  const [service] = packages.filter(isService);
  if (service) return run(['build.mjs'], path.join(repoRoot, service));
  const wanted = packages.flatMap((pkg) => [
    ...['--config', path.join(repoRoot, pkg, 'webpack.config.ts')],
    ...['--env', `versions.${pkg}=${versions[pkg]}`],
  ]);
  const tooling = path.join(repoRoot, 'tooling');
  return run([path.join(tooling, 'bin/webpack.mjs'), '--fail-on-warnings', ...wanted, ...options], tooling);
}
