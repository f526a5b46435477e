/** Packages from the npm registry that are no dependencies of the workspace. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 600_000;

/** Runs a package's install script, which some need to unpack their program: npm may be configured to run none. */
async function unpack(folder: string, name: string): Promise<void> {
  const cwd = path.join(folder, 'node_modules', name);
  const { scripts } = JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8')) as {
    scripts?: { postinstall?: string };
  };
  const script = /^node (\S+)$/.exec(scripts?.postinstall ?? '')?.[1];
  if (script) await run(process.execPath, [script], { cwd, timeout: INSTALL_MS });
}

/**
 * Installs missing packages.
 * @param folder below `var/e2e`.
 * @returns the folder with `node_modules`.
 */
export async function installPackages(folder: string, versions: Record<string, string>): Promise<string> {
  const target = path.resolve(import.meta.dirname, '../../var/e2e', folder);
  const wanted = JSON.stringify({ private: true, dependencies: versions });
  const done = path.join(target, 'installed.json');
  if (existsSync(done) && (await readFile(done, 'utf8')) === wanted) return target;
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'package.json'), wanted);
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: target, timeout: INSTALL_MS });
  for (const name of Object.keys(versions)) await unpack(target, name);
  await writeFile(done, wanted);
  return target;
}
