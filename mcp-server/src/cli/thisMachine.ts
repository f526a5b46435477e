/** The commands on a real machine: its files, terminal and browser. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Path, SERVER_NAME } from '@hindsight/shared-contracts/clients';
import type { CliDeps } from './deps';
import { HOOK_FILE, isOnPath, joinPath, hookCopyPath, programCopyPath } from './launch';

const Lockfile = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) });

const stripControlCharacters = (line: string) => line.replace(/[^\P{Cc}\n\t]/gu, '');

/** In a folder that npx may delete. */
const OF_NPX = /[\\/]_npx[\\/]/;

/** URL that npm installed this copy from, as noted beside every installed package. */
function findSource(program: string): string | null {
  const modules = path.dirname(path.dirname(program));
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

/** The URL is printed too, so a machine without a browser is not an error. */
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

/** @param moduleUrl URL of the running file. */
export function thisMachine(version: string, moduleUrl: string): CliDeps {
  const machine = {
    platform: process.platform,
    home: homedir(),
    folder: process.cwd(),
    environment: process.env,
    exists: (parts: Path) => existsSync(joinPath(parts)),
  };
  const program = realpathSync(fileURLToPath(moduleUrl));
  const source = findSource(program);
  const started = isOnPath(SERVER_NAME, machine) ? SERVER_NAME : `node ${program}`;
  return {
    machine,
    machineName: hostname() || 'this machine',
    version,
    source,
    command: source !== null && OF_NPX.test(program) ? `npx ${source}` : started,
    install() {
      const kept = programCopyPath(machine);
      mkdirSync(path.dirname(kept), { recursive: true });
      if (kept === program) return kept;
      copyFileSync(program, kept);
      copyFileSync(path.join(path.dirname(program), HOOK_FILE), hookCopyPath(machine));
      return kept;
    },
    // Names come from the service: strip what a terminal would interpret as a command.
    startAlone: (args) =>
      spawn(process.execPath, [program, ...args], { stdio: 'ignore', detached: true }).unref(),
    complain: (line) => void process.stderr.write(`${stripControlCharacters(line)}\n`),
    print: (line) => void process.stdout.write(`${stripControlCharacters(line)}\n`),
    ask,
    openBrowser,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
