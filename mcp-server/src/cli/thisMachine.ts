/** The commands on a real machine: its files, its terminal and its browser. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SERVER_NAME } from '@hindsight/shared-contracts/clients';
import type { CliDeps } from './deps';
import { joined } from './launch';

const Lockfile = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) });

/** Where npm got this copy from, as it notes beside every package that it installs. */
function sourceOf(moduleUrl: string): string | null {
  const modules = path.dirname(path.dirname(realpathSync(fileURLToPath(moduleUrl))));
  const lockfile = path.join(modules, '.package-lock.json');
  if (path.basename(modules) !== 'node_modules' || !existsSync(lockfile)) return null;
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(lockfile, 'utf8')));
  const resolved = packages[`node_modules/${SERVER_NAME}`]?.resolved ?? null;
  return resolved && /^https?:/.test(resolved) ? resolved : null;
}

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** The address is printed too, so a machine without a browser is no failure. */
function openBrowser(address: string): void {
  if (!/^https?:\/\//i.test(address)) return;
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** @param moduleUrl of the running file. */
export const thisMachine = (version: string, moduleUrl: string): CliDeps => ({
  machine: {
    platform: process.platform,
    home: homedir(),
    environment: process.env,
    exists: (parts) => existsSync(joined(parts)),
  },
  machineName: hostname() || 'this machine',
  version,
  source: sourceOf(moduleUrl),
  // Names come from the service: what a terminal would take for a command stays out.
  print: (line) => void process.stdout.write(`${line.replace(/[^\P{Cc}\n\t]/gu, '')}\n`),
  ask,
  openBrowser,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
