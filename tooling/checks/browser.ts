/** Finds a Chromium for the end-to-end tests, or gets one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from './programs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Does it start? A download without its system libraries, or a stub that only advises, does not. */
const works = (file: string) => spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0;

function onPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Where Playwright puts its own download. */
async function downloaded(): Promise<string> {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

async function installed(): Promise<string | null> {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (works(wanted)) return wanted;
    throw new Error(
      `CHROMIUM_PATH is ${wanted}, but that does not start. Correct it or remove the variable.`,
    );
  }
  const candidates = [...NAMES.map(onPath), ...WELL_KNOWN, await downloaded()];
  return candidates.find((file) => file && existsSync(file) && works(file)) ?? null;
}

/**
 * An installed browser, else Playwright's own download, else Debian's package.
 * @throws Error with one sentence when none can be had.
 */
export async function findBrowser(say: (text: string) => void): Promise<string> {
  const present = await installed();
  if (present) return present;
  const tried: string[] = ['no Chromium or Chrome is installed'];
  const isRoot = process.getuid?.() === 0;

  say('downloading Chromium');
  const download = await runProgram([
    'playwright',
    'install',
    ...(isRoot ? ['--with-deps'] : []),
    'chromium',
  ]);
  if (download.code === 0 && works(await downloaded())) return downloaded();
  tried.push(`Playwright's download ${download.code === 0 ? 'does not start' : 'failed'}`);

  if (isRoot && onPath('apt-get')) {
    say('installing the chromium package');
    await runProgram(['apt-get', 'update'], { DEBIAN_FRONTEND: 'noninteractive' });
    await runProgram(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
    const packaged = onPath('chromium');
    if (packaged && works(packaged)) return packaged;
    tried.push('the chromium package could not be installed');
  }
  throw new Error(
    `No browser for the end-to-end tests: ${tried.join('; ')}. Install Chromium or set CHROMIUM_PATH.`,
  );
}
