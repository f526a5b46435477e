/** End-to-end test settings: one Chromium, two tests at a time. `npm test` runs the journeys, `npm run test:all` the rest too. */
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

/** `npm test` sets the browser; a manual run uses an installed one, or else Playwright's own. */
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
  // Tests judge what a page shows, not how soon: a busy machine takes several times as long (for speed: `pnpm bench`).
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: browser, args: CHROMIUM_FLAGS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Moving elements cannot be clicked: Playwright then scrolls, and a list that is just opening disappears.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // Page snapshots at each step; screenshots would add a fifth to the time and show the same.
    trace: { mode: 'retain-on-failure', snapshots: true, screenshots: false, sources: false },
  },
});
