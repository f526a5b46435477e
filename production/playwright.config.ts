/** How the production stack is tested: one stack, one worker, one Chromium. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = path.dirname(fileURLToPath(import.meta.url));

/** `npm test` sets the browser; a run by hand takes an installed one, else Playwright's own. */
const browser =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((file) => existsSync(file));

const inContainers = process.env.CONTAINERS_COMPOSE !== undefined;

export default defineConfig({
  // With the containers of `pnpm production:containers`, or with a native stack of its own.
  testDir: path.join(here, inContainers ? 'containers' : 'test'),
  testMatch: '**/*.spec.ts',
  outputDir: path.join(here, '../var/production/results'),
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // What the stack does is judged here, not how soon: a busy machine takes several times as long (speed: `pnpm production:bench`).
  // Containers share their processors with the load of the test.
  timeout: inContainers ? 1_800_000 : 300_000,
  expect: { timeout: inContainers ? 600_000 : 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: browser, args: ['--headless', '--no-sandbox', '--disable-gpu'] },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
  },
});
