/** Finds or installs a Chromium for the end-to-end tests. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../local-stack/program';

/** Chromium's headless shell renders pages like the full browser, and leaves a third of the CPU time to the tests. */
const WITHOUT_WINDOWS = 'chromium-headless-shell';
const NAMES = [WITHOUT_WINDOWS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian packages; each program has the name of its package. */
const PACKAGES = [WITHOUT_WINDOWS, 'chromium'];
const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Machine access that the search needs. */
export interface Machine {
  /** CHROMIUM_PATH, if it is set. */
  wanted: string | undefined;
  isRoot: boolean;
  /** Full path of a program on the PATH. */
  onPath(name: string): string | null;
  /** Whether this browser starts. Downloads without their system libraries and stubs that only print advice do not. */
  works(file: string): boolean;
  /** Location of Playwright's download. */
  downloadPath(): Promise<string>;
  /** Runs a program; true on success. */
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
 * A working browser that is already on this machine; null when there is none.
 * @throws Error when the browser in CHROMIUM_PATH does not start.
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
 * An installed browser, else Playwright's download (with its system libraries, as root), else Debian's package.
 * @param report called before each slow step.
 * @throws Error with one sentence when all of them fail.
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
