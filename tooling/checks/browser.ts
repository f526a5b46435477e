/** Finds a Chromium for the end-to-end tests, or gets one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../local-stack/program';

/** Chromium without its own windows draws a page as the others do, and leaves a third of the processor's time to the tests. */
const WITHOUT_WINDOWS = 'chromium-headless-shell';
const NAMES = [WITHOUT_WINDOWS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian's packages; a program is called as its package is. */
const PACKAGES = [WITHOUT_WINDOWS, 'chromium'];
const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What the search needs of the machine it runs on. */
export interface Machine {
  /** CHROMIUM_PATH, if it is set. */
  wanted: string | undefined;
  isRoot: boolean;
  /** Full path of a program on the PATH. */
  onPath(name: string): string | null;
  /** Whether this browser starts. A download without its system libraries, or a stub that only prints advice, does not. */
  works(file: string): boolean;
  /** Where Playwright puts its own download. */
  downloadPath(): Promise<string>;
  /** Runs a program; true when it succeeded. */
  run(command: [string, ...string[]]): Promise<boolean>;
}

const thisMachine: Machine = {
  wanted: process.env.CHROMIUM_PATH,
  isRoot: process.getuid?.() === 0,
  onPath(name) {
    const folders = (process.env.PATH ?? '').split(path.delimiter);
    return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
  },
  works: (file) => existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0,
  async downloadPath() {
    const { chromium } = await import('playwright-core');
    return chromium.executablePath();
  },
  run: async (command) =>
    (
      await runProgram(command, {
        DEBIAN_FRONTEND: 'noninteractive',
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '30000',
      })
    ).code === 0,
};

/**
 * A browser that this machine has and that starts; null when there is none.
 * @throws Error when CHROMIUM_PATH names one that does not start.
 */
export async function installedBrowser(machine: Machine = thisMachine): Promise<string | null> {
  const { wanted, works } = machine;
  if (wanted) {
    if (works(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH is ${wanted}, but it doesn’t start. Correct or unset the variable.`);
  }
  const candidates = [
    ...NAMES.map((name) => machine.onPath(name)),
    ...WELL_KNOWN,
    await machine.downloadPath(),
  ];
  return candidates.find((file) => file !== null && works(file)) ?? null;
}

/**
 * An installed browser, else Playwright's own download (with its libraries where we may install them), else Debian's package.
 * @param report called before each step that takes a while.
 * @throws Error with one sentence when none can be had.
 */
export async function findBrowser(
  report: (text: string) => void,
  machine: Machine = thisMachine,
): Promise<string> {
  const present = await installedBrowser(machine);
  if (present) return present;
  const tried: string[] = ['no Chromium or Chrome is installed'];
  const mayInstall = machine.isRoot && machine.onPath('apt-get') !== null;

  report('downloading Chromium');
  const target = await machine.downloadPath();
  if (await machine.run(['playwright', 'install', 'chromium'])) {
    if (machine.works(target)) return target;
    if (mayInstall) {
      report('installing the libraries of Chromium');
      await machine.run(['playwright', 'install-deps', 'chromium']);
      if (machine.works(target)) return target;
    }
    tried.push("Playwright's Chromium doesn’t start (system libraries are missing)");
  } else tried.push("Playwright's download failed");

  if (mayInstall) {
    report('installing the chromium package');
    await machine.run(['apt-get', 'update']);
    for (const name of PACKAGES) {
      await machine.run(['apt-get', 'install', '-y', '--no-install-recommends', name]);
      const packaged = machine.onPath(name);
      if (packaged && machine.works(packaged)) return packaged;
    }
    tried.push('the chromium package could not be installed');
  }
  throw new Error(
    `No browser for the end-to-end tests: ${tried.join('; ')}. Install Chromium or set CHROMIUM_PATH.`,
  );
}
