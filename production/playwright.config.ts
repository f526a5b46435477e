/** Playwright configuration of the production stack: one stack, one worker, one Chromium. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = path.dirname(fileURLToPath(import.meta.url));

/** `npm test` sets the browser; a manual run uses an installed one, or else Playwright's. */
const browser =
  process.env.CHROMIUM_PATH ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((file) => existsSync(file));

const inContainers = process.env.CONTAINERS_COMPOSE !== undefined;

export default defineConfig({
  // Tests either the containers of `pnpm production:containers` or a separate native stack.
  testDir: path.join(here, inContainers ? 'containers' : 'test'),
  testMatch: '**/*.spec.ts',
  outputDir: path.join(here, '../var/production/results'),
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Generous timeouts: these tests check behavior, not speed (`pnpm production:bench`), and a busy machine takes several times as long.
  // Containers also share their cores with the test's load.
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
