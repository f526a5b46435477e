/** The version-skew matrix, which `pnpm skew` runs apart from the rest: it needs the previous release, built from the history. */
import { defineConfig } from '@playwright/test';
import config from './playwright.config';

export default defineConfig({
  ...config,
  projects: [{ name: 'skew', testMatch: 'skew/**/*.spec.ts' }],
  workers: 1,
  timeout: 120_000,
});
