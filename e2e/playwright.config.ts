/** How the end-to-end tests run: one Chromium, two tests at a time. `npm test` runs the journeys, `npm run test:all` the rest too. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = path.dirname(fileURLToPath(import.meta.url));

/** No sandbox (machines often run as root), no graphics card, and no background requests, which would count as traffic. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `npm test` sets the browser; a run by hand takes an installed one, else Playwright's own. */
const browser =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((file) => existsSync(file));

export default defineConfig({
  testDir: here,
  projects: [
    { name: 'journeys', testMatch: '{support,journeys}/**/*.spec.ts' },
    { name: 'extended', testMatch: '{loading,long,resilience,a11y}/**/*.spec.ts' },
  ],
  outputDir: path.join(here, '../var/e2e/results'),
  globalSetup: path.join(here, 'support/globalSetup.ts'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // What a page shows is judged here, not how soon: a busy machine takes several times as long (speed: `pnpm bench`).
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: browser, args: CHROMIUM_FLAGS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // What still moves cannot be pressed: Playwright then scrolls to it, and a list that just opens is gone from there.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // The pages at each step; pictures would cost a fifth of the time and show the same.
    trace: { mode: 'retain-on-failure', snapshots: true, screenshots: false, sources: false },
  },
});
